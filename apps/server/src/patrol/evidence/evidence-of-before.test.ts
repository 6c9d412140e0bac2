// A file that was exported before files concealed anything is checked as it was then.
import fs from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { ShownScan } from '@watchpost/domain/evidence/round-ledger';
import { expect, test } from 'vitest';
import { runCommand } from '../../testing/run-command.ts';
import { check } from './evidence.testing.ts';

const file = path.join(import.meta.dirname, 'evidence-of-before.jsonl');
const text = fs.readFileSync(file, 'utf8');
const lines = text.split('\n').slice(0, -1);

test('[TRUTH-08] a file of before holds, by each signature of its phone and each leaf, and says what its codes were', async () => {
  const scans: ShownScan[] = [];
  const verdict = await check(text, { onRound: (_round, _beside, shown) => scans.push(...shown) });
  expect(verdict).toMatchObject({ faults: [], rounds: 1, events: 4, signed: 4, attested: 0, vouched: 0 });
  expect(scans.map(({ code, isSealed }) => [code, isSealed])).toEqual([
    ['forged', true],
    ['forged', true],
  ]);
});

test('[TRUTH-08] a file of before does not hold with another value, and the command says so', async () => {
  for (const [from, to] of [
    ['"code":"code 0"', '"code":"code 1"'],
    ['"method":"qr"', '"method":"nfc"'],
    [/"device_id":"\w/, '"device_id":"f0'],
    ['watchpost evidence 2', 'watchpost evidence 3'],
  ] as const) {
    const altered = text.replace(from, to);
    expect(altered).not.toBe(text);
    expect([from, (await check(altered))?.faultCount]).not.toEqual([from, 0]);
  }
  expect((await check(text.replace('watchpost evidence 2', 'watchpost evidence 1')))?.faults).toBeUndefined();
  const { out, code } = await runCommand('evidence-verify.ts', [file], {});
  expect([code, out.includes('code not genuine'), lines.length]).toEqual([0, true, 11]);
});

test('[TRUTH-08] a file of a later format is called newer, not altered', async () => {
  let told = 0;
  const onNewer = () => (told += 1);
  const newer = text.replace('watchpost evidence 2', 'watchpost evidence 4');
  expect([await check(newer, { onNewer }), told]).toEqual([null, 1]);
  for (const format of ['watchpost evidence 1', 'watchpost evidence 4x', 'watchpost head 9'])
    expect([await check(text.replace('watchpost evidence 2', format), { onNewer }), told]).toEqual([null, 1]);
  const folder = await mkdtemp(path.join(tmpdir(), 'evidence-'));
  const newerFile = path.join(folder, 'newer.jsonl');
  fs.writeFileSync(newerFile, newer);
  const { out, code } = await runCommand('evidence-verify.ts', [newerFile], {});
  expect(out).toMatch(
    /newer\.jsonl is newer than this program, which can say nothing of it\. .*version that made it/,
  );
  expect([out.includes('does not hold'), code]).toEqual([false, 1]);
  await rm(folder, { recursive: true });
});
