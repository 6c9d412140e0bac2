// The check proves exceptions against their rounds: it finds whatever was added, taken away or changed behind their back.
import { randomUUID } from 'node:crypto';
import { CompiledQuery } from 'kysely';
import { beforeAll, describe, expect, it } from 'vitest';
import { roundStatus } from '@watchpost/domain/round-status';
import type { TrustFlag } from '@watchpost/domain/trust';
import { raiseOfRounds } from '../patrol/exceptions/raise-exceptions.queries.ts';
import { exceptionDifferences } from '../lifecycle/verification/verify-exceptions.ts';
import { judgeByClock, moveRounds } from '../patrol/tours/judge-rounds.queries.ts';
import {
  makeCheckpoint,
  makeGuard,
  makeRoute,
  makeRound,
  makeSite,
  makeTenant,
  makeUser,
  type MadeTenant,
} from '../testing/factories.ts';
import { makeDueRound, makeTour } from '../testing/make-tour.ts';
import { browserOf } from '../testing/made-sessions.ts';
import { testApp, type TestApp } from '../testing/test-app.ts';

const minute = 60_000;
const start = Date.now() - 600 * minute;

let server: TestApp;
let tenant: MadeTenant;

const change = (text: string, ...values: unknown[]) =>
  server.owner.executeQuery(CompiledQuery.raw(text, values));
const differences = (fromMs = 0) => exceptionDifferences(server.owner, tenant.id, fromMs);

/**
 * One missed round, one late one that was missed, one walked late, one walked late after it was missed; an incomplete,
 * a completed and a doubtful round; some taken, closed and opened again.
 */
beforeAll(async () => {
  server = await testApp();
  const { owner, database } = server;
  tenant = await makeTenant(owner);
  const db = database.forTenant(tenant.id);
  const site_id = await makeSite(owner, tenant);
  const { id: guard_id } = await makeGuard(owner, tenant, { siteIds: [site_id] });
  const checkpoints = [
    await makeCheckpoint(owner, tenant, site_id),
    await makeCheckpoint(owner, tenant, site_id),
  ];
  const { routeId, versionId } = await makeRoute(owner, tenant, site_id, checkpoints);
  const tourId = await makeTour(owner, tenant, site_id, { routeId });
  const due = (at: number) => makeDueRound(owner, tenant, site_id, { tourId, dueAtMs: start + at * minute });
  const walk = async (at: number, scans: readonly (readonly TrustFlag[])[]) => {
    const started_at_ms = start + at * minute;
    const id = await makeRound(owner, tenant, {
      site_id,
      guard_id,
      route_version_id: versionId,
      started_at_ms,
      ended_at_ms: started_at_ms + 40 * minute,
      status_code: scans.length === 2 ? roundStatus.completed : roundStatus.incompleted,
      total_check_points: 2,
      scanned_check_points: scans.length,
    });
    const event = { tenant_id: tenant.id, guard_id, device_id: randomUUID(), body_hash: Buffer.alloc(32) };
    const began = { id, kind: 'roundStarted', subject_id: id, device_at_ms: started_at_ms };
    await owner
      .insertInto('field_events')
      .values({ ...event, ...began, received_at_ms: started_at_ms })
      .execute();
    for (const [index, flags] of scans.entries()) {
      const at_ms = started_at_ms + (index + 1) * 10 * minute;
      const point = { id: randomUUID(), round_id: id, checkpoint_id: checkpoints[index]?.checkpointId ?? '' };
      const times = { device_at_ms: at_ms, received_at_ms: at_ms, clock_skew_ms: 0 };
      await owner
        .insertInto('scans')
        .values({ ...event, ...point, ...times, method: 'qr', flags: [...flags] })
        .execute();
    }
    return id;
  };
  for (const at of [0, 100, 200, 300]) await due(at);
  await judgeByClock(db, tenant.id, start + 120 * minute);
  const rounds = [
    await walk(220, [[], []]),
    await walk(320, [[]]),
    await walk(400, [['wrongCode'], ['typedCode']]),
  ];
  await moveRounds(db, tenant.id, rounds);
  await judgeByClock(db, tenant.id, start + 590 * minute);
  const afterwards = await walk(110, [[], []]);
  await moveRounds(db, tenant.id, [...rounds, afterwards]);
  await raiseOfRounds(db, tenant.id, [...rounds, afterwards]);
  const admin = await browserOf(server, tenant, (await makeUser(owner, tenant)).id);
  const { data } = (await admin('GET', '/secure/exceptions')).json();
  const items = data.map(({ id, version }: { id: string; version: number }) => ({ id, version }));
  const closing = { items: items.slice(0, 2), outcome: 'other', reason: 'Seen' };
  const { changed } = (await admin('POST', '/secure/exceptions/close', { body: closing })).json();
  const reopening = { body: { version: changed[0].version, reason: 'Once more' } };
  await admin('POST', `/secure/exceptions/${changed[0].id}/reopen`, reopening);
});

/** Within a transaction that is taken back: what the check says after a change. */
async function after(...tampering: readonly string[]): Promise<string[]> {
  const undo = new Error('undo');
  let found: string[] = [];
  const run = server.owner.transaction().execute(async (transaction) => {
    // The triggers sleep, as they do for anyone who changes rows behind their back.
    for (const text of [`SET LOCAL session_replication_role = replica`, ...tampering])
      await transaction.executeQuery(CompiledQuery.raw(text));
    found = await exceptionDifferences(transaction, tenant.id, 0);
    throw undo;
  });
  await expect(run).rejects.toBe(undo);
  return found.filter((sentence) => !sentence.startsWith('counter'));
}

const the = (kind: string) => `id = (SELECT id FROM exceptions WHERE kind = '${kind}' ORDER BY id LIMIT 1)`;

describe('the check of exceptions', () => {
  it('[MNG-07] finds every missed, late, incomplete and doubtful round in its one exception', async () => {
    const { rows } = await server.owner.executeQuery<{ kind: string; n: number }>(
      CompiledQuery.raw('SELECT kind, count(*)::int AS n FROM exceptions GROUP BY 1 ORDER BY 1'),
    );
    expect(rows.map(({ kind }) => kind)).toEqual(['flagged', 'incomplete', 'late', 'missed']);
    expect(await differences()).toEqual([]);
  });

  it.each([
    [
      'a missed round without one',
      [`DELETE FROM exceptions WHERE ${the('missed')}`],
      /due round \S+ was missed, which no/,
    ],
    [
      'an incomplete round without one',
      [`DELETE FROM exceptions WHERE kind = 'incomplete'`],
      /is incomplete \(incomplete\), which no/,
    ],
    [
      'a doubtful round without one',
      [`DELETE FROM exceptions WHERE kind = 'flagged'`],
      /is flagged \(.*wrongCode.*\), which no/,
    ],
    [
      'one of a round that was not missed',
      [`UPDATE exceptions SET kind = 'missed', severity = 3, reasons = '{missed}' WHERE ${the('late')}`],
      /calls due round \S+ missed, of which its history knows nothing/,
    ],
    [
      'another severity',
      [`UPDATE exceptions SET severity = 1 WHERE ${the('missed')}`],
      /severity is 1, should be 3/,
    ],
    [
      'another guard',
      [`UPDATE exceptions SET guard_id = gen_random_uuid() WHERE kind = 'flagged'`],
      /guard is \S+, should be \S+/,
    ],
    [
      'another time',
      [`UPDATE exceptions SET happened_at_ms = 5 WHERE ${the('late')}`],
      /time is 5, should be \d{13}/,
    ],
    [
      'another route',
      [`UPDATE exceptions SET route_name = 'X' WHERE kind = 'incomplete'`],
      /route name is X, should be/,
    ],
    [
      'a doubt that was taken out',
      [`UPDATE exceptions SET reasons = '{typedCode}' WHERE kind = 'flagged'`],
      /does not say wrongCode, which its scans do/,
    ],
    [
      'a doubt that was put in',
      [`UPDATE exceptions SET reasons = reasons || '{forgedCode}' WHERE kind = 'flagged'`],
      /says forgedCode, which its scans do not/,
    ],
    [
      'a milder doubt',
      [`UPDATE exceptions SET severity = 1 WHERE kind = 'flagged'`],
      /severity is 1, should be \d/,
    ],
    [
      'what was made good by no one',
      [`UPDATE exceptions SET made_good_at_ms = 5 WHERE kind = 'incomplete'`],
      /made good is yes, should be no/,
    ],
    [
      'one that was closed by no one',
      [
        `UPDATE exceptions SET status = 'closed', closed_at_ms = 5, outcome = 'other', closing_reason = 'X' WHERE ${the('late')}`,
      ],
      /closing is 5, should be nothing/,
    ],
    [
      'another reason of closing',
      [`UPDATE exceptions SET closing_reason = 'X' WHERE status = 'closed'`],
      /reason of closing is X, should be Seen/,
    ],
    [
      'an opening that was taken out of the history',
      [`DELETE FROM exception_history WHERE kind = 'opened'`],
      /openings is 1, should be 0/,
    ],
    [
      'one of a round that is no more',
      [`UPDATE exceptions SET subject_id = gen_random_uuid() WHERE kind = 'incomplete'`],
      /round is \S+, should be nothing/,
    ],
  ] as const)('[MNG-07] finds %s', async (_what, tampering, expected) => {
    expect(await after(...tampering)).toContainEqual(expect.stringMatching(expected));
  });

  it('[MNG-07] finds a late round that was missed and is called late still', async () => {
    const again = `INSERT INTO exceptions SELECT (jsonb_populate_record(e, jsonb_build_object('id', gen_random_uuid(),
      'kind', 'late', 'severity', 1, 'reasons', '{late}', 'status', 'open', 'closed_at_ms', NULL, 'outcome', NULL))).*
      FROM exceptions e JOIN due_round_history h ON h.due_round_id = e.subject_id AND h.status = 'late'
      WHERE e.kind = 'missed' LIMIT 1`;
    const found = await after(again.replace(`'{late}'`, `jsonb_build_array('late')`));
    expect(found.filter((sentence) => sentence.includes('still calls it late'))).toHaveLength(1);
  });

  it('[MNG-07] finds a counter that is one too high', async () => {
    await change(
      'UPDATE exception_counts SET items = items + 1 WHERE tenant_id = $1 AND grain = 0',
      tenant.id,
    );
    expect((await differences()).find((sentence) => sentence.startsWith('counter'))).toMatch(
      /^counter of exceptions, site .* of all time: kept \d+, rows say (\d+|nothing)$/,
    );
    await change(
      'UPDATE exception_counts SET items = items - 1 WHERE tenant_id = $1 AND grain = 0',
      tenant.id,
    );
    expect(await differences()).toEqual([]);
  });

  it('asks for none of rounds from before there were any', async () => {
    await change(
      `DELETE FROM exceptions WHERE tenant_id = $1 AND kind IN ('incomplete', 'flagged', 'missed')`,
      tenant.id,
    );
    expect((await differences()).length).toBeGreaterThan(0);
    const found = await differences(Date.now() + 60_000);
    expect(found.filter((sentence) => !sentence.startsWith('counter'))).toEqual([]);
  });

  it('passes over rounds that a job has still to look at', async () => {
    const before = await differences();
    expect(before.filter((sentence) => sentence.startsWith('round'))).not.toEqual([]);
    await change(
      `SELECT graphile_worker.add_job('roundsMoved', payload := json_build_object('tenantId', $1::text,
        'roundIds', (SELECT json_agg(id) FROM rounds WHERE tenant_id = $1::uuid)))`,
      tenant.id,
    );
    expect((await differences()).filter((sentence) => sentence.startsWith('round'))).toEqual([]);
  });
});
