// The check finds what was tampered with behind the product's back, and nothing where nothing was.
import { randomUUID } from 'node:crypto';
import { CompiledQuery } from 'kysely';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { findLiveCodes, issueCodes } from '../records/checkpoint-codes/checkpoint-codes.queries.ts';
import { verifyAll } from '../lifecycle/verification/verification.service.ts';
import {
  makeCheckpoint,
  makeGuard,
  makeRoute,
  makeSite,
  makeTenant,
  type MadeTenant,
} from '../testing/factories.ts';
import { deviceOf } from '../testing/made-sessions.ts';
import { databaseUrlOf, runCommand } from '../testing/run-command.ts';
import { testApp, type TestApp } from '../testing/test-app.ts';

let server: TestApp;
let tenant: MadeTenant;
let roundIds: string[];

const quarterMs = 900_000;
const dayMs = 86_400_000;

/** An hour ago, but not in the last quarter of an hour of a day, for which a case below makes something up. */
function startOfRounds(): number {
  const hourAgo = Date.now() - 3_600_000;
  return hourAgo % dayMs >= dayMs - quarterMs ? hourAgo - quarterMs : hourAgo;
}

const change = async (text: string, ...values: unknown[]) => {
  await server.owner.executeQuery(CompiledQuery.raw(text, values));
};

beforeAll(async () => {
  server = await testApp();
});

/** A tenant whose rounds came in over the field API: one whole, one ended early, one still walked. */
beforeEach(async () => {
  // Triggers sleep in the meantime: the audit log is not emptied otherwise.
  await change(`DO $$ BEGIN
    PERFORM set_config('session_replication_role', 'replica', true);
    TRUNCATE tenants CASCADE;
    TRUNCATE rounds, scans, field_events, route_versions, round_counts, round_sums, missed_checkpoints,
      site_round_rollups, site_due_rollups, guard_due_rollups, checkpoint_rollups, exception_counts CASCADE;
  END $$`);
  tenant = await makeTenant(server.owner, { slug: `acme-${randomUUID().slice(0, 8)}` });
  const siteId = await makeSite(server.owner, tenant);
  const guard = await makeGuard(server.owner, tenant, { siteIds: [siteId] });
  const checkpoints = [
    await makeCheckpoint(server.owner, tenant, siteId),
    await makeCheckpoint(server.owner, tenant, siteId),
  ];
  const { versionId: routeVersionId } = await makeRoute(server.owner, tenant, siteId, checkpoints);
  const device = await deviceOf(server, tenant, guard.id);
  const checkpointIds = checkpoints.map(({ checkpointId }) => checkpointId);
  await issueCodes(server.owner, tenant.id, checkpointIds);
  const live = await findLiveCodes(server.owner, tenant.id, checkpointIds);
  const codes = new Map(live.map(({ checkpointId, code }) => [checkpointId, code]));
  roundIds = [randomUUID(), randomUUID(), randomUUID()];
  const at = startOfRounds();
  const events = roundIds.flatMap((roundId, number) => {
    const scans = checkpoints.slice(0, number === 0 ? 2 : 1).map(({ checkpointId }, step) => ({
      kind: 'checkpointScanned',
      id: randomUUID(),
      roundId,
      checkpointId,
      deviceAtMs: at + step * 60_000,
      method: 'qr',
      position: null,
      code: codes.get(checkpointId),
    }));
    const end = { kind: 'roundEnded', id: randomUUID(), roundId, deviceAtMs: at + 600_000 };
    const started = { kind: 'roundStarted', id: roundId, routeVersionId, deviceAtMs: at };
    return [started, ...scans, ...(number === 2 ? [] : [end])];
  });
  const reply = await device('POST', '/field/events', { body: { sentAtMs: Date.now(), events } });
  expect(reply.json().refused).toEqual([]);
});

async function differences(): Promise<string[]> {
  const found: string[] = [];
  for await (const verdict of verifyAll(server.owner)) found.push(...verdict.differences);
  return found;
}

describe('the check', () => {
  it('finds nothing in what the field API wrote, and reads all of it', async () => {
    const verdicts = [];
    for await (const verdict of verifyAll(server.owner)) verdicts.push(verdict);
    expect(verdicts).toEqual([{ slug: tenant.slug, rounds: 3, differences: [], notes: [] }]);
    const { rows } = await server.owner.executeQuery<{ status_code: number }>(
      CompiledQuery.raw('SELECT status_code FROM rounds ORDER BY status_code'),
    );
    expect(rows.map((row) => row.status_code)).toEqual([1001, 1005, 1010]);
  });

  it.each([
    [
      'a counter that is one too high',
      'UPDATE round_counts SET rounds = rounds + 1 WHERE grain = 1',
      /counter of site .* the day of .*kept 4 1 1 1 6 2 2, rounds say 3 1 1 1 6 2 2/,
      3,
    ],
    [
      'a counter that is gone',
      'DELETE FROM round_counts WHERE grain = 0',
      /all time: kept nothing, rounds say 3/,
      3,
    ],
    [
      'a counter of nothing',
      `INSERT INTO round_counts SELECT tenant_id, guard_id, site_id, 1, 0, 1, 0, 0, 1, 2 FROM round_counts LIMIT 1`,
      /1970-01-01.*kept 1 0 0 1 2 0 0, rounds say nothing/,
      1,
    ],
    [
      '[DASH-02] a total of completed rounds that is one too high',
      'UPDATE round_sums SET completed = completed[:95] || completed[96] + 1 WHERE grain = 0',
      /totals of rounds .* of site .*, the quarter of an hour from .*T23:45:00.000Z: stored 0 0 1, rows say nothing/,
      2,
    ],
    [
      '[DASH-02] totals of started rounds that are twice as high',
      'UPDATE round_sums SET begun = ARRAY(SELECT 2 * each FROM unnest(begun) AS each) WHERE grain = 1',
      /totals of rounds .* of site .*, the day of .*: stored 6 1 1, rows say 3 1 1/,
      2,
    ],
    [
      '[DASH-02] a rollup of scanned checkpoints that is one too high',
      'UPDATE site_round_rollups SET scanned = scanned + 1 WHERE hours = 24',
      /rollup of rounds .* of site .*, 24 hours from .*: stored 3 1 1 4 4, rows say 3 1 1 4 3/,
      1,
    ],
    [
      '[DASH-02] a rollup of rounds that is gone',
      'DELETE FROM site_round_rollups WHERE hours = 2184',
      /rollup of rounds .* of site .*, 2184 hours from .*: stored nothing, rows say 3 1 1 4 3/,
      1,
    ],
    [
      '[DASH-02] a rollup of due rounds of nothing',
      `INSERT INTO site_due_rollups SELECT tenant_id, hours, 0, site_id, 1, 0, 0, 0, 0, 0 FROM site_round_rollups
        WHERE hours = 168`,
      /rollup of due rounds .* of site .*, 168 hours from 1970-01-01.*: stored 1 0 0 0 0 0, rows say nothing/,
      1,
    ],
    [
      '[DASH-02] a missed checkpoint that is not kept',
      'DELETE FROM missed_checkpoints',
      /checkpoint .* was missed in round .*, which is not kept/,
      1,
    ],
    [
      '[DASH-02] rollups of missed checkpoints that are one too high',
      'UPDATE checkpoint_rollups SET missed = missed + 1 WHERE hours = 1',
      /rollup of missed checkpoints of checkpoint .* of site .*, 1 hours from .*: stored 2, rows say 1/,
      1,
    ],
    [
      '[DASH-02] a rollup of due rounds of a guard of nothing',
      `INSERT INTO guard_due_rollups SELECT tenant_id, 24, 0, site_id, site_id, 1, 0, 0, 0, 0, 0 FROM round_counts LIMIT 1`,
      /rollup of due rounds .* of guard .* at site .*, 24 hours from 1970-01-01.*: stored 1 0 0 0 0 0, rows say nothing/,
      1,
    ],
    [
      '[FIELD-03] codes that no one signed',
      `UPDATE qr_codes SET code = left(code, 50) || CASE right(code, 1) WHEN '0' THEN '1' ELSE '0' END`,
      /code 1 of checkpoint .* does not bear the tenant's signature/,
      2,
    ],
    [
      '[FIELD-03] a key that is another',
      `UPDATE code_keys SET key = decode(repeat('00', 32), 'hex')`,
      /does not bear the tenant's signature/,
      2,
    ],
    [
      '[FIELD-03] scans with a code of their own and without a flag',
      `UPDATE scans SET code = left(code, 50) || CASE right(code, 1) WHEN '0' THEN '1' ELSE '0' END`,
      /the code of scan .* and . others is made up but believed/,
      2,
    ],
    [
      'an arrival number borne twice',
      'UPDATE rounds SET arrival_no = 1',
      /arrival number 1 is borne by 3 rounds/,
      1,
    ],
    [
      'an arrival number never given out',
      'UPDATE round_arrivals SET last_no = last_no - 1',
      /was never given out/,
      1,
    ],
    [
      'a deleted scan',
      `DELETE FROM scans WHERE round_id = (SELECT id FROM rounds WHERE status_code = 1001)`,
      /scannedCheckPoints is 1, its events say 0/,
      1,
    ],
    [
      'a wrong end',
      'UPDATE rounds SET ended_at_ms = ended_at_ms + 1 WHERE status_code = 1010',
      /endedAtMs is \d+, its events say \d+/,
      1,
    ],
    [
      'a scan without a round',
      `UPDATE scans SET round_id = gen_random_uuid() WHERE id = (SELECT min(id::text)::uuid FROM scans WHERE round_id = (SELECT id FROM rounds WHERE status_code = 1001))`,
      /which does not exist/,
      2,
    ],
  ])('finds %s', async (_what, tampering, expected, count) => {
    await change(tampering);
    const found = await differences();
    expect(found.some((sentence) => expected.test(sentence))).toBe(true);
    expect(found).toHaveLength(count);
  });

  it('finds a status that the events do not give, though the counters agree with it', async () => {
    await change('UPDATE rounds SET status_code = 1010 WHERE status_code = 1005');
    expect(await differences()).toEqual([
      expect.stringMatching(/^round \S+: statusCode is 1010, its events say 1005$/),
    ]);
  });

  it('takes nothing of one tenant for another', async () => {
    const other = await makeTenant(server.owner);
    await change('INSERT INTO round_arrivals (tenant_id, last_no) VALUES ($1, 7)', other.id);
    expect(await differences()).toEqual([]);
  });
});

describe('npm run verify', () => {
  const secret = { SERVER_SECRET: 'of this installation, long enough' };
  const run = (...args: string[]) =>
    runCommand('verify.ts', args, { DATABASE_URL: databaseUrlOf(server.connection), ...secret });

  it('exits with 0 when everything agrees and with 1 when it does not, saying what', async () => {
    expect(await run()).toEqual({
      code: 0,
      out: `${tenant.slug}: 3 rounds, 0 differences\nEverything agrees.\n`,
      err: '',
    });
    await change('UPDATE rounds SET total_check_points = 9');
    const { code, out } = await run('--limit', '1');
    expect(code).toBe(1);
    expect(out).toMatch(
      /round \S+: totalCheckPoints is 9, its events say 2\n {2}and \d+ more\n\d+ differences\.\n$/,
    );
    expect((await run('--limit', 'x')).code).toBe(2);
  });

  it('tells what it cannot check without the secret', async () => {
    const settings = { DATABASE_URL: databaseUrlOf(server.connection), DATA_DIR: import.meta.dirname };
    const { code, out } = await runCommand('verify.ts', [], settings);
    expect({ code, out }).toEqual({
      code: 0,
      out: expect.stringMatching(/\nNot checked: .*Set SERVER_SECRET or DATA_DIR .*\nEverything agrees\.\n$/),
    });
  });
});
