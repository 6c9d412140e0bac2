// Finds rows that were rewritten together with the log, or with its keys, and gaps in a phone's numbers.
import { randomUUID } from 'node:crypto';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { serverSecret } from '../platform/access/server-secret.ts';
import { gapPatienceMs } from '../patrol/evidence/check-chains.ts';
import { findHeads } from '../patrol/evidence/check-log.queries.ts';
import { logKeyOf, signHead } from '../patrol/evidence/log-keys.ts';
import {
  keepTables,
  makeSealedWorld,
  runAsOwner,
  type SealedWorld,
  secrets,
  walkWorld,
} from '../patrol/evidence/sealed-world.testing.ts';
import { sealLog } from '../patrol/evidence/seal-log.queries.ts';
import { verifyAll } from '../lifecycle/verification/verification.service.ts';
import type { MadeTenant } from '../testing/factories.ts';
import { testApp } from '../testing/test-app.ts';
import { testSealing } from '../testing/test-sealing.ts';

const server = await testApp();
const { owner, database } = server;
const trust = { secrets, anchors: [] };
const tables = [
  'scans',
  'field_events',
  'refused_events',
  'log_notes',
  'log_leaves',
  'log_nodes',
  'log_heads',
  'log_keys',
];
let world: SealedWorld;
let tenant: MadeTenant;
let restore: (table: string) => Promise<void>;

const run = <Row>(text: string, ...values: unknown[]) => runAsOwner<Row>(server, text, values);

async function verdict(with_: Parameters<typeof verifyAll>[1] = trust) {
  for await (const found of verifyAll(owner, with_)) return found;
  throw new Error('no tenant');
}
const differences = async (with_: Parameters<typeof verifyAll>[1] = trust) =>
  (await verdict(with_)).differences;

beforeAll(async () => {
  world = await makeSealedWorld(server);
  ({ tenant } = world);
  await walkWorld(server, world);
  await world.seal();
  restore = await keepTables(server, tables);
});

afterEach(async () => {
  await run('DELETE FROM log_pending');
  for (const table of tables) await restore(table);
  // What another log began with.
  await run(`DELETE FROM record_versions v
    WHERE NOT EXISTS (SELECT FROM log_leaves l WHERE l.source = 'record_versions' AND l.record_id = v.id)`);
  world.forgetHeads();
});

describe('the check of a log', () => {
  it('finds nothing where nothing was touched', async () => {
    expect(await verdict()).toMatchObject({ differences: [], notes: [] });
  });

  it('finds rows that changed places', async () => {
    await run(`UPDATE scans s SET device_at_ms = o.device_at_ms, checkpoint_id = o.checkpoint_id
      FROM scans o WHERE o.id <> s.id`);
    expect(
      (await differences()).filter((sentence) => /^scans .*altered/.test(sentence)).length,
    ).toBeGreaterThan(1);
  });

  it('goes on past a number that JSON does not have, and names whose record it is', async () => {
    await run(
      `UPDATE field_events SET details = '{"text":"","isUrgent":1e999}' WHERE kind = 'handoverNoted'`,
    );
    await run(`UPDATE refused_events SET body = '{"id":"","deviceAtMs":1e999}'`);
    const found = (await differences()).join('\n');
    expect(found).toMatch(/^field_events .*: details was altered; leaf/m);
    expect(found).toMatch(/^refused_events .*: body was altered; leaf/m);
  });

  it('finds a leaf that was rewritten together with its row', async () => {
    await run(`UPDATE scans SET device_at_ms = device_at_ms + 1000`);
    await run(`DELETE FROM log_nodes`);
    const rewritten = await run<{ record_id: string }>(
      `UPDATE log_leaves SET hash = sha256(hash) WHERE source = 'scans' RETURNING record_id`,
    );
    expect(rewritten).toHaveLength(2);
    const found = (await differences()).join('\n');
    expect(found).toMatch(/log_heads \d+ of .*: its root is not that of the leaves/);
  });

  it('takes nodes of low levels, as logs of before still hold them, for what they are', async () => {
    const lowest = `INSERT INTO log_nodes (tenant_id, level, node_no, hash)
      SELECT tenant_id, 1, leaf_no / 2, sha256('\\x01'::bytea || string_agg(hash, ''::bytea ORDER BY leaf_no))
      FROM log_leaves GROUP BY tenant_id, leaf_no / 2 HAVING count(*) = 2 RETURNING node_no`;
    const stored = await run<{ node_no: number }>(lowest);
    expect(stored.length).toBeGreaterThan(2);
    expect(await differences()).toEqual([]);
    await run('UPDATE log_nodes SET hash = sha256(hash) WHERE level = 1 AND node_no = 1');
    expect(await differences()).toEqual([expect.stringMatching(/^log_nodes 1 1: hash does not fit/)]);
    await run('DELETE FROM log_nodes WHERE level = 1 AND node_no > 0');
    expect(await differences()).toEqual([]);
    await run('UPDATE log_nodes SET node_no = 1000000 WHERE level = 1');
    expect(await differences()).toEqual(['log_nodes: inserted; there are more than leaves give']);
  });

  it('finds heads that somebody else signed, with a key that was put in', async () => {
    const stranger = logKeyOf(serverSecret('of a stranger'), tenant.id);
    for (const head of await findHeads(owner, tenant.id)) {
      const signed = signHead(stranger, head);
      await run(
        `UPDATE log_heads SET key = decode($1, 'hex'), signature = decode($2, 'hex') WHERE size = $3`,
        signed.key,
        signed.signature,
        head.size,
      );
    }
    await run(
      `UPDATE log_keys SET key = decode($1, 'hex'), public_key = $2`,
      stranger.id,
      stranger.publicKey,
    );
    expect(await differences()).toEqual([
      expect.stringMatching(/not drawn from this installation's secret/),
      expect.stringMatching(/^log_salts: .*the signature does not hold/),
    ]);
  });

  it('finds what the holder of the log’s key made up, by the phone’s own signature', async () => {
    await run('UPDATE scans SET device_at_ms = device_at_ms + 1000');
    await run(`UPDATE field_events SET device_at_ms = device_at_ms + 1000 WHERE kind LIKE 'round%'`);
    await run('DELETE FROM log_nodes');
    await run('DELETE FROM log_heads');
    await run('DELETE FROM log_leaves');
    for (const table of ['scans', 'field_events']) {
      await run(
        `INSERT INTO log_pending (tenant_id, source, ids) SELECT tenant_id, '${table}', array_agg(id) FROM ${table} GROUP BY 1`,
      );
    }
    await sealLog(database.forTenant(tenant.id), tenant.id, testSealing(secrets));
    const found = await differences();
    expect(found.filter((sentence) => sentence.includes('is not what its phone signed'))).toHaveLength(4);
  });

  it('finds a log that was rolled back or rewritten, if a later head was exported', async () => {
    const heads = await findHeads(owner, tenant.id);
    const [newest] = heads.slice(-1);
    if (newest === undefined) throw new Error('no head');
    const anchored = { secrets, anchors: [newest] };
    expect(await differences(anchored)).toEqual([]);
    const size = heads.at(-2)?.size ?? 0;
    await run('DELETE FROM log_heads WHERE size > $1', size);
    await run('DELETE FROM log_leaves WHERE leaf_no >= $1', size);
    expect((await differences(anchored)).join('\n')).toContain('the log was rolled back');
    const forged = signHead(logKeyOf(secrets[0], tenant.id), { ...newest, root: '00'.repeat(32) });
    expect((await differences({ secrets, anchors: [{ ...forged, size }] })).join('\n')).toContain(
      'the log was rewritten',
    );
  });
});

describe('the check of what phones signed', () => {
  const broken = async (nowMs = Date.now() + gapPatienceMs + 1_000) => {
    const found = await verdict({ ...trust, nowMs });
    const told = (sentence: string) => sentence.includes('chainBroken');
    return { differences: found.differences.filter(told), notes: found.notes.filter(told) };
  };

  it('finds the gap that an event leaves that was taken out before it was sealed', async () => {
    const event = { kind: 'dutyEnded', dutyId: randomUUID() };
    const sent = [];
    for (let turn = 0; turn < 3; turn += 1) {
      const id = randomUUID();
      sent.push({ id, ...(await world.send({ ...event, id, deviceAtMs: Date.now() + 600_000 })) });
    }
    const [, taken] = sent;
    await run('DELETE FROM field_events WHERE id = $1', taken?.id);
    await world.seal();
    const gap = expect.stringMatching(`: gap; number ${taken?.seq} never arrived, or was removed$`);
    expect(await broken()).toEqual({ differences: [gap], notes: [] });
    // Something may be on its way yet.
    expect(await broken(Date.now())).toEqual({ differences: [], notes: [gap] });
    // The device goes on from there.
    await run(
      'DELETE FROM field_events WHERE id = ANY($1)',
      sent.map(({ id }) => id),
    );
  });

  it('counts the number of what was refused, of any shape, and finds when that was taken out', async () => {
    expect(await run('SELECT 1 FROM refused_events')).toHaveLength(1);
    expect(await broken()).toEqual({ differences: [], notes: [] });
    await run('DELETE FROM refused_events');
    expect((await broken()).differences).toEqual([expect.stringContaining(': gap; number 9 ')]);
  });

  it('finds two events of one number', async () => {
    await run(`UPDATE field_events SET proof_seq = proof_seq - 1 WHERE kind = 'roundEnded'`);
    expect((await differences()).join('\n')).toMatch(/not what its phone signed/);
  });
});
