// Notes of heads: openssl verifies them, and evidence files and the check of the log are held against those that were kept.
import fs from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { findHeadNote } from '@watchpost/domain/evidence/head-note';
import { parseVerifierKey } from '@watchpost/domain/evidence/signed-note';
import { runAsReplica } from './sealed-world.testing.ts';
import { runOpenssl } from '../../testing/openssl.ts';
import { testApp } from '../../testing/test-app.ts';
import { check } from './evidence.testing.ts';
import { makePublishedWorld, type PublishedWorld } from './published-heads.testing.ts';

const server = await testApp();
let world: PublishedWorld;

beforeAll(async () => {
  world = await makePublishedWorld(server);
});

beforeEach(async () => {
  await runAsReplica(server, 'DELETE FROM published_heads');
  await world.sealing.days.replace(world.tenant.id, null, Date.now());
});

describe('the note of a head', () => {
  test('[TRUTH-05] of the day is there for anybody, and openssl verifies it by the key that is published', async () => {
    await world.publish();
    const reply = await world.stranger('GET', '/evidence/checkpoint');
    expect([reply.statusCode, reply.headers['content-type']]).toEqual([200, 'text/plain; charset=utf-8']);
    const { noteKeys, head } = (await world.stranger('GET', '/evidence/keys')).json();
    expect(noteKeys).toHaveLength(1);
    const lines = reply.body.split('\n');
    expect(lines[0]).toBe(`watchpost/${world.tenant.id}`);
    expect(lines[1]).toBe(String(head.size));
    expect(Buffer.from(lines[2] ?? '', 'base64').toString('hex')).toBe(head.root);
    await expectOpenssl(reply.body, noteKeys[0]);
    const altered = reply.body.replace(`\n${head.size}\n`, `\n${head.size + 1}\n`);
    await expect(expectOpenssl(altered, noteKeys[0])).rejects.toThrow(/Signature Verification Failure/);
  });

  test('[TRUTH-05] of any sealed head is there for who may see the log, and for no one else', async () => {
    const heads = (await world.superAdmin('GET', '/secure/evidence-log')).json();
    expect(heads.heads.length).toBeGreaterThan(3);
    for (const { size, root } of heads.heads) {
      const reply = await world.superAdmin('GET', `/secure/evidence-log/${size}/note`);
      expect(findHeadNote(reply.body)?.head).toEqual({ logId: world.tenant.id, size, root });
      await expectOpenssl(reply.body, heads.noteKeys[0]);
      expect((await world.stranger('GET', `/secure/evidence-log/${size}/note`)).statusCode).toBe(401);
    }
    const absent = await world.superAdmin('GET', '/secure/evidence-log/999999/note');
    expect(absent.statusCode).toBe(404);
  });

  test('[TRUTH-05] is not made of a head that somebody put into the database', async () => {
    const size = await world.newestSize();
    await world.withTables(['log_heads'], async () => {
      await runAsReplica(server, `UPDATE log_heads SET root = sha256(root) WHERE size = ${size}`);
      const reply = await world.superAdmin('GET', `/secure/evidence-log/${size}/note`);
      expect(reply.statusCode).toBe(404);
    });
  });

  test('[TRUTH-05] that was kept tells whether an evidence file is of the log that it was', async () => {
    const roundId = await world.phones[0].walk(Date.now());
    const file = (await world.superAdmin('GET', `/secure/scanned-checkpoints/${roundId}/evidence`)).body;
    const first = JSON.parse(file.split('\n', 1)[0] ?? '');
    await expectOpenssl(first.note, first.noteKeys[0]);
    expect(first.note.split('\n')[1]).toBe(String(first.head.size));
    await world.phones[0].walk(Date.now());
    const earlier = { earlier: String(first.head.size) };
    const later = (
      await world.superAdmin('GET', `/secure/scanned-checkpoints/${roundId}/evidence`, { query: earlier })
    ).body;
    const note = findHeadNote(`Dear witness,\r\n> ${first.note.replaceAll('\n', '\r\n> ')}`);
    if (note === null) throw new Error('no note');
    expect(await check(later, { saved: [{ note }] })).toMatchObject({
      faults: [],
      saved: [{ outcome: 'same' }],
    });
    const published = (await world.stranger('GET', '/evidence/keys')).json();
    const trustedKeys = [...published.keys.map(({ key }: { key: string }) => key), ...published.noteKeys];
    expect(await check(later, { trustedKeys })).toMatchObject({ faults: [] });
    const other = { ...note, head: { ...note.head, root: 'ab'.repeat(32) } };
    expect(await check(later, { saved: [{ note: other }] })).toMatchObject({ saved: [{ outcome: 'other' }] });
    const forged = { ...note, note: { ...note.note, text: `${note.note.text}x\n` } };
    expect(await check(later, { saved: [{ note: forged }] })).toMatchObject({
      faults: [{ kind: 'altered', subject: 'kept' }],
      saved: [{ outcome: 'forged' }],
    });
    const altered = later.replace('"note":"watchpost/', '"note":"watchpast/');
    expect((await check(altered))?.faults).toContainEqual(
      expect.objectContaining({ kind: 'forged', subject: 'note' }),
    );
  });

  test('[TRUTH-05] ties a log to npm run verify, which names a note that somebody made up', async () => {
    await world.publish();
    const { body } = await world.stranger('GET', '/evidence/checkpoint');
    const saved = findHeadNote(body);
    if (saved === null) throw new Error('no note');
    const anchored = (text = saved.note.text, head = saved.head) =>
      world.differences([{ ...head, note: { ...saved.note, text }, name: 'the note' }]);
    expect(await anchored()).toEqual([]);
    expect(await anchored('another\n')).toEqual([
      'the note is signed by no key of this log: somebody else made it',
    ]);
    const rolledBack = await anchored(saved.note.text, { ...saved.head, size: saved.head.size + 1_000 });
    expect(rolledBack.join()).toContain('the log was rolled back: by the note');
  });
});

/** As somebody with openssl alone verifies a note: see docs/operations/checking-heads.md. */
async function expectOpenssl(note: string, verifierKey: string): Promise<void> {
  const key = parseVerifierKey(verifierKey);
  const folder = await fs.mkdtemp(path.join(os.tmpdir(), 'note-'));
  const text = note.slice(0, note.lastIndexOf('\n\n') + 1);
  const signature = Buffer.from(note.trimEnd().split(' ').at(-1) ?? '', 'base64').subarray(4);
  const spki = Buffer.concat([
    Buffer.from('302a300506032b6570032100', 'hex'),
    key?.publicKey ?? Buffer.alloc(0),
  ]);
  await fs.writeFile(path.join(folder, 'text'), text);
  await fs.writeFile(path.join(folder, 'signature'), signature);
  await fs.writeFile(path.join(folder, 'key.der'), spki);
  const how = [
    '-pubin',
    '-inkey',
    'key.der',
    '-keyform',
    'DER',
    '-rawin',
    '-in',
    'text',
    '-sigfile',
    'signature',
  ];
  try {
    await runOpenssl(['pkeyutl', '-verify', ...how], { cwd: folder });
  } finally {
    await fs.rm(folder, { recursive: true });
  }
}
