import fs from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { storedServerSecret, readServerSecret, serverSecretFile } from './server-secret.ts';

describe('the secret that a data folder keeps', () => {
  let folder: string;
  beforeEach(async () => {
    folder = await fs.mkdtemp(path.join(os.tmpdir(), 'watchpost-secret-'));
  });
  afterEach(async () => fs.rm(folder, { recursive: true }));

  it('is none until a server made one, and that one from then on', async () => {
    expect(await storedServerSecret(folder)).toBeNull();
    const none = { serverSecret: null, formerServerSecrets: [] };
    const made = await readServerSecret(none, folder);
    const stored = await storedServerSecret(folder);
    const again = await readServerSecret({ ...none, serverSecret: stored }, folder);
    expect(again.mac('purpose', 'text')).toEqual(made.mac('purpose', 'text'));
  });

  it.each(['', '\n', 'short', ' '.repeat(64)])(
    '[TRUTH-12] is not the key of anything where its file holds %j alone',
    async (text) => {
      await fs.writeFile(serverSecretFile(folder), text);
      const none = { serverSecret: null, formerServerSecrets: [] };
      const refusal = { name: 'EnvError', message: expect.stringContaining('holds no secret') };
      await expect(storedServerSecret(folder)).rejects.toMatchObject(refusal);
      await expect(readServerSecret(none, folder)).rejects.toMatchObject(refusal);
      expect(await fs.readFile(serverSecretFile(folder), 'utf8')).toBe(text);
    },
  );

  it('is not taken for none where it cannot be read, or a backup would be without it', async () => {
    await fs.mkdir(serverSecretFile(folder));
    await expect(storedServerSecret(folder)).rejects.toThrow('EISDIR');
  });
});
