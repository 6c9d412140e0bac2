// From where on scans are doubted: a tenant's own choice, which holds for what arrives afterwards and nothing else.
import { defaultTrust } from '@watchpost/domain/trust-thresholds';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { raiseOfRounds } from '../exceptions/raise-exceptions.queries.ts';
import { makeCheckpoint, makeRoute, makeSite, makeTenant, type MadeTenant } from '../../testing/factories.ts';
import { browserOfNew, browserOfStranger } from '../../testing/made-sessions.ts';
import { sendRound } from '../../testing/send-round.ts';
import { type Caller, testApp, type TestApp } from '../../testing/test-app.ts';

const path = '/secure/app-settings/trust';
const metresPerDegree = 111_195;
let server: TestApp;
let tenant: MadeTenant;
let admin: Caller;

beforeAll(async () => {
  server = await testApp();
});
beforeEach(async () => {
  tenant = await makeTenant(server.owner);
  admin = await browserOfNew(server, tenant);
});

const read = async (caller = admin) => (await caller('GET', path)).json();
async function save(change: object, caller = admin) {
  const { settings, version } = await read(caller);
  return caller('PUT', path, { body: { version, settings: { ...settings, ...change } } });
}

/** Walks one round with a scan at each distance from its checkpoint, by a phone of its own; returns the round's id. */
async function walk(metresAway: readonly number[]): Promise<{ roundId: string; flags: string[][] }> {
  const siteId = await makeSite(server.owner, tenant);
  const checkpoints = [];
  for (const _each of metresAway) {
    checkpoints.push(
      await makeCheckpoint(server.owner, tenant, siteId, { radius_metres: 20, scan_methods: ['position'] }),
    );
  }
  const { versionId } = await makeRoute(server.owner, tenant, siteId, checkpoints);
  const startedAtMs = Date.now() - 7_200_000;
  const walked = await sendRound(server, tenant, {
    siteId,
    versionId,
    startedAtMs,
    scans: checkpoints.map(({ checkpointId, latitude, longitude }, index) => ({
      checkpointId,
      deviceAtMs: startedAtMs + (index + 1) * 600_000,
      method: 'position',
      dwellMs: defaultTrust.positionDwellMs,
      position: {
        latitude: latitude + (metresAway[index] ?? 0) / metresPerDegree,
        longitude,
        accuracyMetres: 5,
      },
    })),
    endedAtMs: startedAtMs + 6_600_000,
  });
  await raiseOfRounds(server.database.forTenant(tenant.id), tenant.id, [walked.roundId]);
  return walked;
}

const detailsOf = async (roundId: string) =>
  (await admin('GET', `/secure/scanned-checkpoints/${roundId}`)).json();
const exceptionsOf = (roundId: string) =>
  server.owner
    .selectFrom('exceptions')
    .select(['kind', 'reasons'])
    .where('tenant_id', '=', tenant.id)
    .where('subject_id', '=', roundId)
    .execute();

describe('thresholds of doubt', () => {
  it('[FIELD-03] are the product’s until they are chosen, and a tenant’s own leave the others alone', async () => {
    expect(await read()).toEqual({ version: 0, sinceMs: null, settings: defaultTrust });
    expect((await save({ radiusSlackMetres: 100, scoreMin: 50 })).statusCode).toBe(200);
    expect(await read()).toMatchObject({ version: 1, settings: { radiusSlackMetres: 100, scoreMin: 50 } });
    expect((await read(await browserOfStranger(server))).settings).toEqual(defaultTrust);
  });

  it('[FIELD-03] judge what arrives after they were saved; what arrived before keeps its doubts and their figures', async () => {
    const before = await walk([60]);
    expect(before.flags).toEqual([['outsideRadius']]);
    await save({ radiusSlackMetres: 100 });
    expect((await walk([60])).flags).toEqual([[]]);
    const { points, score } = await detailsOf(before.roundId);
    expect(score).toBe(60);
    expect(points[0].scan).toMatchObject({
      flags: ['outsideRadius'],
      score: 60,
      doubts: [{ flag: 'outsideRadius', radiusMetres: 20, accuracyMetres: 5, limit: 0 }],
    });
    expect(points[0].scan.doubts[0].metres).toBeCloseTo(60, 0);
  });

  it('[FIELD-03] of speed judge a round by those that held when its scans arrived', async () => {
    const slow = await walk([0, 0]);
    await save({ burstMs: 600_001 - 1 });
    await save({ burstMs: 600_000, speedMaxMetresPerSecond: 1 });
    expect((await detailsOf(slow.roundId)).score).toBe(100);
  });

  it('[FIELD-03] decide with the doubts that were named which rounds somebody has to look at', async () => {
    expect(await exceptionsOf((await walk([60])).roundId)).toEqual([
      { kind: 'flagged', reasons: ['outsideRadius'] },
    ]);
    await save({ scoreMin: 50, alwaysFlags: [] });
    expect(await exceptionsOf((await walk([60])).roundId)).toEqual([]);
    expect(await exceptionsOf((await walk([60, 60, 60])).roundId)).toHaveLength(1);
    await save({ scoreMin: 0, alwaysFlags: ['outsideRadius'] });
    expect(await exceptionsOf((await walk([60])).roundId)).toHaveLength(1);
  });

  it('leave an entry in the audit log that says what changed', async () => {
    await save({ burstMs: 9_000 });
    const { data } = (await admin('GET', '/secure/audit-log', { query: { limit: '5' } })).json();
    const [entry] = data.filter(({ action }: { action: string }) => action === 'settings.changed');
    expect(JSON.stringify(entry)).toContain('Trust of scans');
    expect(JSON.stringify(entry)).toContain('burstMs');
  });

  it('saved by two at once refuse the second', async () => {
    const { settings, version } = await read();
    const replies = await Promise.all(
      [10, 20].map((metres) =>
        admin('PUT', path, { body: { version, settings: { ...settings, radiusSlackMetres: metres } } }),
      ),
    );
    expect(replies.map((reply) => reply.statusCode).toSorted()).toEqual([200, 409]);
  });

  it('are refused to a sub admin', async () => {
    const sub = await browserOfNew(server, tenant, await makeSite(server.owner, tenant));
    expect((await sub('GET', path)).statusCode).toBe(403);
    expect((await sub('PUT', path, { body: { version: 0, settings: defaultTrust } })).statusCode).toBe(403);
  });

  it.each([
    [{ radiusSlackMetres: -1 }, 'settings.radiusSlackMetres'],
    [{ clockSkewMaxMs: 9_999 }, 'settings.clockSkewMaxMs'],
    [{ scoreMin: 101 }, 'settings.scoreMin'],
    [{ burstMs: '5' }, 'settings.burstMs'],
    [{ alwaysFlags: ['nonsense'] }, 'settings.alwaysFlags.0'],
    [{ speedMaxMetresPerSecond: 20, travelMaxMetresPerSecond: 10 }, 'settings.travelMaxMetresPerSecond'],
    [{ travelMaxMetresPerSecond: 60, teleportMetresPerSecond: 50 }, 'settings.travelMaxMetresPerSecond'],
  ])('%j is refused at %s', async (change, field) => {
    const reply = await save(change);
    expect([reply.statusCode, Object.keys(reply.json())]).toEqual([400, [field]]);
  });
});
