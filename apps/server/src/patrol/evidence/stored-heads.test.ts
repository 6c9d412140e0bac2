// Anyone who owns the tables rewrites them with triggers off; the head that is stored outside the database stands against it.
import fs from 'node:fs';
import { afterEach, beforeAll, describe, expect, test } from 'vitest';
import type { LogFaultKind } from '@watchpost/domain/evidence/log-faults';
import { serverSecret } from '../../platform/access/server-secret.ts';
import { verifyAll } from '../../lifecycle/verification/verification.service.ts';
import { makeUser } from '../../testing/factories.ts';
import { browserOf } from '../../testing/made-sessions.ts';
import type { Caller } from '../../testing/test-app.ts';
import { testSealing } from '../../testing/test-sealing.ts';
import { findHeads } from './check-log.queries.ts';
import { logKeyOf, signHead } from './log-keys.ts';
import { sealWithin } from './seal-log.queries.ts';
import { checkStoredHeads, sealLogs } from './seal-logs.queries.ts';
import { secrets } from './sealed-world.testing.ts';
import { makeStoredHead, queueAll, removal, unflag } from './stored-heads.testing.ts';
import { StoredHeads } from './stored-heads.ts';

const { server, world, sealing, run, fileOf, text, asReplica, startAgain, seal, grow, truncateTo, restore } =
  await makeStoredHead();
const { owner, database } = server;
let admin: Caller;
let roundId: string;

beforeAll(async () => {
  admin = await browserOf(server, world.tenant, (await makeUser(owner, world.tenant)).id);
  const [round] = await run<{ id: string }>('SELECT id FROM rounds');
  roundId = round?.id ?? '';
  // Or there would be none to take off.
  expect(await run(`SELECT FROM scans WHERE flags <> '{}'`)).not.toEqual([]);
});
afterEach(restore);

const heads = () => findHeads(owner, world.tenant.id);
const middleSize = async () => (await heads()).at(-2)?.size ?? 0;

async function resignHeads(): Promise<void> {
  const stranger = logKeyOf(serverSecret('of a stranger'), world.tenant.id);
  for (const head of await heads()) {
    const { key, signature } = signHead(stranger, head);
    await run(
      `UPDATE log_heads SET key = decode($1, 'hex'), signature = decode($2, 'hex') WHERE size = $3`,
      key,
      signature,
      head.size,
    );
  }
  await run(`UPDATE log_keys SET key = decode($1, 'hex'), public_key = $2`, stranger.id, stranger.publicKey);
}

const sealAsStranger = () => seal(testSealing([serverSecret('of a stranger')]));

/** Nodes over earlier ones are stored: those fit among themselves. */
const newestLeaf = '(SELECT max(leaf_no) FROM log_leaves)';

const attacks: readonly (readonly [string, LogFaultKind, () => Promise<unknown>])[] = [
  [
    'a log that was deleted, with all of it in the queue once more and a flag taken off',
    'removed',
    () => asReplica(`${queueAll}; ${removal}; ${unflag}`),
  ],
  ['a log that was cut from one day on', 'cut', async () => truncateTo(await middleSize())],
  [
    'a log that was deleted and built up again elsewhere, longer than before',
    'rewritten',
    async () => {
      await asReplica(`${queueAll}; ${removal}; ${unflag}; DELETE FROM log_notes`);
      await sealAsStranger();
      await run(
        `INSERT INTO log_pending (tenant_id, source, ids) VALUES ($1, 'scans', $2)`,
        world.tenant.id,
        [world.siteId, world.guardId],
      );
      await sealAsStranger();
    },
  ],
  [
    'a leaf that says what its altered row says, and nodes that fit no more',
    'damaged',
    () => asReplica(`${unflag}; UPDATE log_leaves SET hash = sha256(hash) WHERE leaf_no = ${newestLeaf}`),
  ],
  [
    'nodes that were deleted',
    'damaged',
    () => asReplica(`DELETE FROM log_leaves WHERE leaf_no = ${newestLeaf}`),
  ],
  ['heads that somebody else signed, with a key put in for them', 'foreignKey', resignHeads],
  [
    'records that somebody else appended',
    'foreignKey',
    async () => {
      await run(
        `INSERT INTO log_pending (tenant_id, source, ids) VALUES ($1, 'scans', $2)`,
        world.tenant.id,
        [world.siteId],
      );
      await owner.transaction().execute(async (db) => {
        const stranger = [serverSecret('of a stranger')] as const;
        await sealWithin(db, world.tenant.id, { ...testSealing([...stranger, ...secrets]) });
      });
    },
  ],
];

describe('a server that seals', () => {
  test.each(attacks)('[TRUTH-05] does not seal %s: %s', async (_what, _kind, attack) => {
    await attack();
    const attacked = await heads();
    await grow();
    const other = startAgain();
    await sealLogs(database, other);
    await sealLogs(database, other);
    // Nothing of it is signed, and what waits goes on waiting.
    expect(await heads()).toEqual(attacked);
    expect(other.alarms.count).toBe(1);
    expect(other.problems).toEqual([
      expect.stringContaining(`the log of tenant ${world.tenant.id} is not sealed: `),
    ]);
    expect(fs.readFileSync(fileOf(), 'utf8')).toBe(text);
    // Once, however many servers notice it.
    await sealLogs(database, startAgain());
    const notified = await admin('GET', '/secure/notification/list');
    const kinds = notified.json().data.map((each: { kind: string }) => each.kind);
    expect(kinds.filter((each: string) => each === 'evidenceLogBroken')).toHaveLength(1);
    const refused = await admin('GET', `/secure/scanned-checkpoints/${roundId}/evidence`);
    expect([refused.statusCode, refused.json().general[0].code]).toEqual([409, 'evidenceLogBroken']);
    // The tables as they were are sealed again, and the alarm ends.
    await restore();
    await sealLogs(database, other);
    expect([other.alarms.count, other.problems.at(-1)]).toEqual([
      0,
      `the log of tenant ${world.tenant.id} is sealed again`,
    ]);
  });

  test.each(attacks)('[TRUTH-05] notices at its start %s: %s', async (_what, _kind, attack) => {
    await attack();
    const started = startAgain();
    await checkStoredHeads(database, started);
    expect(started.alarms.count).toBe(1);
  });

  test.each(attacks)('[TRUTH-05] is not alone: npm run verify names %s: %s', async (_what, _kind, attack) => {
    await attack();
    const found: string[] = [];
    const trust = { secrets, anchors: [], storedHeads: new StoredHeads(sealing.folder) };
    for await (const { differences } of verifyAll(owner, trust)) found.push(...differences);
    expect(found.join('\n')).toMatch(/rolled back|rewritten|log was removed|log_leaves|not drawn from/);
  });
});
