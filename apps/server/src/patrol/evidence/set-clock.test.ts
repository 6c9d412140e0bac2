// A server's clock that was wrong and then right: what was recorded holds, by a signed note, and by nothing that is none.
import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { watchClock } from '../../platform/db/clock-jumps.ts';
import { runAsOwner, runAsReplica } from './sealed-world.testing.ts';
import { sealLog } from './seal-log.queries.ts';
import { rightNow, setClock } from '../../testing/shimmed-clock.ts';
import { testApp, type TestApp, testSecret } from '../../testing/test-app.ts';
import { testSealing, type TestSealing } from '../../testing/test-sealing.ts';
import { verifyAll } from '../../lifecycle/verification/verification.service.ts';
import { check, type EvidenceWorld, makeEvidenceWorld, type Phone } from './evidence.testing.ts';

const dayMs = 86_400_000;
let server: TestApp;
let world: EvidenceWorld;
let sealing: TestSealing;

beforeEach(async () => {
  sealing = testSealing([testSecret]);
  server = await testApp({ sealing });
  world = await makeEvidenceWorld(server);
  await seal();
  await walk(world.phones[0]);
  await seal();
});
afterEach(() => setClock(0));

const seal = () => sealLog(server.database.forTenant(world.tenant.id), world.tenant.id, sealing);
const run = <Row>(text: string) => runAsOwner<Row>(server, text);

/** Phones go right, whatever the server's clock says. */
const walk = (phone: Phone) => phone.walk(rightNow() - 100_000, undefined, rightNow());

async function verified() {
  for await (const { slug, differences, notes } of verifyAll(server.owner, {
    secrets: [testSecret],
    anchors: [],
    storedHeads: sealing.heads,
  }))
    if (slug === world.tenant.slug) return { differences, notes };
  throw new Error('no such tenant');
}

/** What a file of a round says. */
async function verdictOf(roundId: string) {
  const reply = await world.superAdmin('GET', `/secure/scanned-checkpoints/${roundId}/evidence`);
  expect(reply.statusCode).toBe(200);
  const verdict = await check(reply.body);
  if (verdict === null) throw new Error('no evidence file');
  return verdict;
}

/** As somebody with the database does who lets the server seal it. */
const queue = (table: string, id: string) =>
  run(
    `INSERT INTO log_pending (tenant_id, source, ids) VALUES ('${world.tenant.id}', '${table}', ARRAY['${id}'::uuid])`,
  );

const headTimes = async () =>
  (await run<{ at_ms: number }>('SELECT at_ms FROM log_heads ORDER BY size')).map(({ at_ms }) => at_ms);
const setBackNotes = () =>
  run<{ id: string; details: { fromMs: number; toMs: number } }>(
    `SELECT id, details FROM log_notes WHERE kind = 'clockSetBack'`,
  );

describe('evidence of a server whose clock was two days ahead, and then right,', () => {
  async function walkAhead(): Promise<[before: string, after: string]> {
    setClock(2 * dayMs);
    const before = await walk(world.phones[1]);
    await seal();
    // What the database dates, which has a right clock.
    await server.database
      .forTenant(world.tenant.id)
      .insertInto('post_order_versions')
      .values({
        tenant_id: world.tenant.id,
        id: randomUUID(),
        no: 1,
        created_by_name: 'Asha',
        site_id: world.phones[1].siteId,
        text: 'Lock the gate.',
        effective_from_ms: 1,
      })
      .execute();
    await seal();
    setClock(0);
    // As after a start: this process knows nothing of the clock of before but what the log says.
    const after = await walk(world.phones[0]);
    await seal();
    return [before, after];
  }

  test('[TRUTH-07] holds, and says while the clock was ahead by how much', async () => {
    const [before, after] = await walkAhead();
    const { differences, notes } = await verified();
    expect(differences).toEqual([]);
    expect(notes).toEqual([expect.stringContaining('the clock of a server was set back by 48 h')]);
    for (const roundId of [before, after]) {
      const { faults, setBacks, sealed } = await verdictOf(roundId);
      expect(faults).toEqual([]);
      expect(sealed).toBeGreaterThan(4);
      expect(setBacks).toHaveLength(1);
    }
    expect((await verdictOf(before)).setBacks[0]?.aheadMs).toBeGreaterThan(1.9 * dayMs);
    expect((await verdictOf(after)).setBacks[0]?.aheadMs).toBe(0);
    // Heads go by the right time again, and there is one note of it.
    await walk(world.phones[0]);
    await seal();
    expect((await headTimes()).at(-1)).toBeLessThanOrEqual(rightNow());
    const [note] = await setBackNotes();
    expect((await world.superAdmin('GET', '/secure/evidence-log')).json().clockNotes).toEqual([
      { atMs: expect.any(Number), fromMs: note?.details.fromMs, toMs: note?.details.toMs },
    ]);
    expect((await verified()).differences).toEqual([]);
  });

  test('[TRUTH-07] holds where a phone got its key while the clock was ahead, and walks on', async () => {
    setClock(2 * dayMs);
    const later = await makeEvidenceWorld(server);
    world = { ...later, superAdmin: later.superAdmin };
    await seal();
    await walk(world.phones[0]);
    await seal();
    setClock(0);
    const roundId = await walk(world.phones[0]);
    await seal();
    expect((await verdictOf(roundId)).faults).toEqual([]);
    expect((await verified()).differences).toEqual([]);
  });

  test('[TRUTH-07] does not hold where somebody with the database makes up the note, copies it or reaches further with it', async () => {
    const [, after] = await walkAhead();
    const [note] = await setBackNotes();
    expect(note?.details.fromMs).toBeGreaterThan(rightNow() + 1.9 * dayMs);
    const copied = (details: string) =>
      run(`INSERT INTO log_notes (tenant_id, at_ms, kind, details)
        SELECT tenant_id, at_ms, kind, ${details} FROM log_notes WHERE id = '${note?.id}'`);
    await copied('details');
    await copied(`details || '{"size": 1, "toMs": 0}'`);
    const forged = (await setBackNotes()).filter(({ id }) => id !== note?.id);
    for (const { id } of forged) await queue('log_notes', id);
    await walk(world.phones[0]);
    await seal();
    const { differences } = await verified();
    for (const { id } of forged)
      expect(differences).toContainEqual(expect.stringContaining(`log_notes ${id}: forged`));
    const { faults } = await verdictOf(after);
    for (const { id } of forged)
      expect(faults).toContainEqual({ kind: 'forged', subject: 'log_notes', id, field: null });
    await runAsReplica(server, `DELETE FROM log_notes WHERE id <> '${note?.id}' AND kind = 'clockSetBack'`);
    await runAsReplica(
      server,
      `UPDATE log_notes SET details = details || '{"toMs": 0}' WHERE kind = 'clockSetBack'`,
    );
    expect((await verified()).differences).toContainEqual(
      expect.stringContaining(`log_notes ${note?.id}: forged`),
    );
  });

  test('[TRUTH-07] does not hold for a record that is older than what the note explains', async () => {
    await walkAhead();
    const id = randomUUID();
    await run(`INSERT INTO scans (tenant_id, id, round_id, checkpoint_id, guard_id, device_id, device_at_ms,
        received_at_ms, clock_skew_ms, method, body_hash)
      SELECT tenant_id, '${id}', round_id, checkpoint_id, guard_id, device_id, device_at_ms - ${dayMs},
        received_at_ms - ${3 * dayMs}, clock_skew_ms, method, body_hash FROM scans LIMIT 1`);
    await queue('scans', id);
    await seal();
    expect((await verified()).differences).toContainEqual(expect.stringContaining(`scans ${id}: backdated`));
  });
});

describe('evidence of a clock that was set while the server ran', () => {
  test('[TRUTH-07] holds though nothing was sealed while it was ahead, and a record that is dated ahead later does not', async () => {
    const end = watchClock((jumpMs) => sealing.clock.takeJump(Date.now(), jumpMs));
    try {
      setClock(2 * dayMs);
      const before = await walk(world.phones[1]);
      await new Promise((resolve) => setTimeout(resolve, 5_500));
      setClock(0);
      await new Promise((resolve) => setTimeout(resolve, 5_500));
      const after = await walk(world.phones[0]);
      await seal();
      expect((await headTimes()).at(-1)).toBeLessThanOrEqual(rightNow());
      expect((await verified()).differences).toEqual([]);
      for (const roundId of [before, after]) expect((await verdictOf(roundId)).faults).toEqual([]);
      expect((await verdictOf(before)).setBacks[0]?.aheadMs).toBeGreaterThan(1.9 * dayMs);
    } finally {
      end();
    }
    const id = randomUUID();
    await run(`INSERT INTO field_events (tenant_id, id, kind, guard_id, device_id, subject_id, named_id, device_at_ms,
        received_at_ms, clock_skew_ms, body_hash)
      SELECT tenant_id, '${id}', kind, guard_id, device_id, subject_id, named_id, device_at_ms,
        ${rightNow() + dayMs}, clock_skew_ms, body_hash FROM field_events WHERE kind = 'roundStarted' LIMIT 1`);
    await queue('field_events', id);
    await seal();
    expect((await verified()).differences).toContainEqual(expect.stringContaining('after it was sealed'));
  }, 60_000);

  test('[TRUTH-07] holds where it was set back by two days and then right', async () => {
    setClock(-2 * dayMs);
    const before = await walk(world.phones[1]);
    await seal();
    setClock(0);
    const after = await walk(world.phones[0]);
    await seal();
    expect(await setBackNotes()).toHaveLength(1);
    expect((await verified()).differences).toEqual([]);
    for (const roundId of [before, after]) expect((await verdictOf(roundId)).faults).toEqual([]);
  });
});
