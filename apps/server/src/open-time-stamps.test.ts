import path from 'node:path';
import { expect, test } from 'vitest';
import { openTimeStamps } from './open-time-stamps.ts';

const url = 'https://stamps.example/tsr';
const absent = path.join(import.meta.dirname, 'no-such.pem');

test.each([
  ['that is not there', absent, 'there is no such file.'],
  ['without a certificate', import.meta.filename, 'there is no certificate in it'],
  ['that is a folder', import.meta.dirname, 'it is a folder.'],
])('[TRUTH-05] a file of authorities %s is named with its setting', async (_what, caFile, words) => {
  const opening = openTimeStamps({ url, caFile });
  await expect(opening).rejects.toMatchObject({ name: 'EnvError', message: expect.stringContaining(words) });
  await expect(opening).rejects.toThrow(/^TIMESTAMP_CA_FILE=/);
});

test('[TRUTH-05] no authority is asked where none is named', async () => {
  expect(await openTimeStamps(null)).toBeUndefined();
});
