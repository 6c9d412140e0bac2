import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import type { FieldEvent } from '@watchpost/contract/field';
import { roundStatus } from '@watchpost/domain/round-status';
import { makeCheckpoint, makeGuard, makeRoute, makeSite, makeTenant } from '../../testing/factories.ts';
import { anyone, fieldDevice, testApp } from '../../testing/test-app.ts';
import { countDifferences, misfoldedRounds, storedRows } from './field-rows.testing.ts';
import {
  at,
  makeFieldSite,
  roundEnded,
  roundStarted,
  scanned,
  send,
  sendBatch,
} from './field-site.testing.ts';

const test = await testApp();
const { app, owner } = test;

async function roundRow(id: string) {
  return owner.selectFrom('rounds').selectAll().where('id', '=', id).executeTakeFirst();
}

describe('a duty and a round walked in order', () => {
  it('[FIELD-01] stores duty, round and scans, keeps both clocks and completes the round', async () => {
    const site = await makeFieldSite(test);
    const duty: FieldEvent = {
      kind: 'dutyStarted',
      id: randomUUID(),
      siteId: site.siteId,
      deviceAtMs: at - 60_000,
    };
    const start = roundStarted(site);
    const events: FieldEvent[] = [
      duty,
      start,
      ...site.planned.map((_, index) => scanned(site, start.id, index)),
      roundEnded(start.id),
      { kind: 'dutyEnded', id: randomUUID(), dutyId: duty.id, deviceAtMs: at + 7_200_000 },
    ];
    const before = Date.now();
    for (const event of events) {
      const reply = await send(site.device, event);
      expect(reply.json()).toEqual({ id: event.id, receivedAtMs: expect.any(Number), flags: [] });
      expect(reply.json().receivedAtMs).toBeGreaterThanOrEqual(before);
    }
    const rows = await storedRows(owner, site.tenant.id);
    expect(rows.duties).toMatchObject([
      {
        id: duty.id,
        guard_id: site.guard.id,
        site_id: site.siteId,
        started_at_ms: at - 60_000,
        ended_at_ms: at + 7_200_000,
        is_closed_by_system: false,
      },
    ]);
    expect(rows.rounds).toEqual([
      expect.objectContaining({
        id: start.id,
        site_id: site.siteId,
        guard_id: site.guard.id,
        route_version_id: site.versionId,
        started_at_ms: at,
        ended_at_ms: at + 3_600_000,
        status_code: roundStatus.completed,
        total_check_points: 4,
        scanned_check_points: 4,
      }),
    ]);
    expect(rows.scans).toHaveLength(4);
    expect(rows.scans[0]).toMatchObject({ distance_metres: 0, accuracy_metres: 6, method: 'qr', flags: [] });
    expect(rows.events).toHaveLength(4);
    expect(await countDifferences(owner, site.tenant.id)).toEqual([]);
  });

  it('[FIELD-03] flags what is doubtful about a scan, with distance and clock error, and rejects none', async () => {
    const site = await makeFieldSite(test);
    const start = roundStarted(site);
    const [checkpoint] = site.planned;
    const far = {
      latitude: (checkpoint?.latitude ?? 0) + 0.01,
      longitude: checkpoint?.longitude ?? 0,
      accuracyMetres: 80,
    };
    const event = scanned(site, start.id, 0, { position: far, method: 'typed' });
    await send(site.device, start);
    const reply = await site.device('POST', '/field/event', {
      body: { sentAtMs: Date.now() - 600_000, event },
    });
    expect(reply.json().flags).toEqual(['outsideRadius', 'poorAccuracy', 'clockSkew', 'typedCode']);
    const scan = await owner
      .selectFrom('scans')
      .selectAll()
      .where('id', '=', event.id)
      .executeTakeFirstOrThrow();
    expect(scan.distance_metres).toBeCloseTo(1_112, 0);
    expect(scan.clock_skew_ms).toBeLessThan(-599_000);
    expect(scan.flags).toEqual(reply.json().flags);
  });

  it('[FIELD-03] [MNG-04] judges a scan by where the round has its checkpoint, though that has moved since', async () => {
    const site = await makeFieldSite(test);
    const start = roundStarted(site);
    await send(site.device, start);
    const [checkpoint] = site.planned;
    await owner
      .updateTable('checkpoints')
      .set({ latitude: (checkpoint?.latitude ?? 0) + 0.01 })
      .where('id', '=', checkpoint?.checkpointId ?? '')
      .execute();
    const scan = scanned(site, start.id, 0);
    const reply = await site.device('POST', '/field/event', { body: { sentAtMs: Date.now(), event: scan } });
    expect(reply.json().flags).toEqual([]);
    const row = owner.selectFrom('scans').select('distance_metres').where('id', '=', scan.id);
    expect((await row.executeTakeFirst())?.distance_metres).toBe(0);
  });

  it('takes a position that claims to be nearer to perfect than the column can hold', async () => {
    const site = await makeFieldSite(test);
    const start = roundStarted(site);
    const scan = scanned(site, start.id, 0);
    const position = { ...scan.position, accuracyMetres: 1e-60 };
    for (const event of [start, { ...scan, position }]) {
      expect(
        (await site.device('POST', '/field/event', { body: { sentAtMs: Date.now(), event } })).statusCode,
      ).toBe(200);
    }
  });

  it('a late scan completes a round that had ended incompleted', async () => {
    const site = await makeFieldSite(test);
    const start = roundStarted(site);
    const late = scanned(site, start.id, 3);
    const early = [0, 1, 2].map((index) => scanned(site, start.id, index));
    await sendBatch(site.device, [start, ...early, roundEnded(start.id)]);
    expect(await roundRow(start.id)).toMatchObject({
      status_code: roundStatus.incompleted,
      scanned_check_points: 3,
    });
    await send(site.secondDevice, late);
    expect(await roundRow(start.id)).toMatchObject({
      status_code: roundStatus.completed,
      scanned_check_points: 4,
    });
    expect(await countDifferences(owner, site.tenant.id)).toEqual([]);
  });

  it('an end and a scan before the start wait for it; an end alone shows no round yet', async () => {
    const site = await makeFieldSite(test);
    const start = roundStarted(site);
    await send(site.device, roundEnded(start.id));
    expect(await roundRow(start.id)).toBeUndefined();
    await send(site.device, scanned(site, start.id, 1));
    expect(await roundRow(start.id)).toMatchObject({
      site_id: site.siteId,
      route_version_id: null,
      started_at_ms: at + 120_000,
      total_check_points: 0,
      status_code: roundStatus.incompleted,
    });
    await send(site.device, start);
    expect(await roundRow(start.id)).toMatchObject({
      started_at_ms: at,
      total_check_points: 4,
      scanned_check_points: 1,
    });
    expect(await misfoldedRounds(owner, site.tenant.id)).toEqual([]);
    expect(await countDifferences(owner, site.tenant.id)).toEqual([]);
  });
});

describe('sending again', () => {
  it('[FIELD-02] is answered byte for byte alike and stores nothing twice', async () => {
    const site = await makeFieldSite(test);
    const start = roundStarted(site);
    const events = [
      start,
      scanned(site, start.id, 0, { method: 'typed', position: null }),
      roundEnded(start.id),
    ];
    const bodies = [];
    for (const event of events) bodies.push((await send(site.device, event)).body);
    for (const [index, event] of events.entries())
      expect((await send(site.device, event)).body).toBe(bodies[index]);
    const batch = await sendBatch(site.secondDevice, [...events, ...events]);
    expect(batch.accepted.map((each) => JSON.stringify(each))).toEqual([...bodies, ...bodies]);
    expect(batch.refused).toEqual([]);
    const rows = await storedRows(owner, site.tenant.id);
    expect([rows.scans.length, rows.events.length, rows.rounds.length]).toEqual([1, 2, 1]);
  });

  it('[FIELD-02] with another body, or as another guard, is refused as idReused', async () => {
    const site = await makeFieldSite(test);
    const start = roundStarted(site);
    const scan = scanned(site, start.id, 0);
    await sendBatch(site.device, [start, scan]);
    const changed = await send(site.device, { ...scan, method: 'nfc' });
    expect([changed.statusCode, changed.json().general[0].code]).toEqual([409, 'idReused']);
    const other = await makeGuard(owner, site.tenant, { siteIds: [site.siteId] });
    const otherDevice = await fieldDevice(app, site.tenant, other.employeeId);
    expect((await send(otherDevice, scan)).statusCode).toBe(409);
    const fresh = scanned(site, randomUUID(), 2);
    const { accepted, refused } = await sendBatch(site.device, [{ ...start, deviceAtMs: at + 1 }, fresh]);
    expect(accepted.map((each) => each.id)).toEqual([fresh.id]);
    expect(refused).toEqual([{ id: start.id, code: 'idReused', message: expect.any(String) }]);
  });
});

describe('ids that are not the guard’s', () => {
  it('are refused as not found, and tell other sites, guards and tenants from nothing at all', async () => {
    const site = await makeFieldSite(test);
    const strangeSite = await makeSite(owner, site.tenant);
    const strangePoint = await makeCheckpoint(owner, site.tenant, strangeSite);
    const strangeRoute = await makeRoute(owner, site.tenant, strangeSite, [strangePoint]);
    const other = await makeGuard(owner, site.tenant, { siteIds: [site.siteId] });
    const otherDevice = await fieldDevice(app, site.tenant, other.employeeId);
    const theirRound = roundStarted(site);
    const theirDuty: FieldEvent = {
      kind: 'dutyStarted',
      id: randomUUID(),
      siteId: site.siteId,
      deviceAtMs: at,
    };
    await sendBatch(otherDevice, [theirRound, theirDuty]);
    const foreign = await makeFieldSite(test);
    const roundId = randomUUID();
    const events: FieldEvent[] = [
      roundStarted(site, { routeVersionId: randomUUID() }),
      roundStarted(site, { routeVersionId: strangeRoute.versionId }),
      roundStarted(site, { routeVersionId: foreign.versionId }),
      scanned(site, roundId, 0, { checkpointId: randomUUID() }),
      scanned(site, roundId, 0, { checkpointId: strangePoint.checkpointId }),
      scanned(site, roundId, 0, { checkpointId: foreign.planned[0]?.checkpointId }),
      scanned(site, theirRound.id, 0),
      roundEnded(theirRound.id),
      { kind: 'dutyStarted', id: randomUUID(), siteId: strangeSite, deviceAtMs: at },
      { kind: 'dutyStarted', id: randomUUID(), siteId: foreign.siteId, deviceAtMs: at },
      { kind: 'dutyEnded', id: randomUUID(), dutyId: theirDuty.id, deviceAtMs: at },
    ];
    const before = await storedRows(owner, site.tenant.id);
    const replies = [];
    for (const event of events) replies.push(await send(site.device, event));
    const answers = replies.map((reply) => JSON.stringify([reply.statusCode, reply.json().general]));
    expect(new Set(answers).size).toBe(1);
    expect(replies[0]?.statusCode).toBe(404);
    const batch = await sendBatch(site.device, events);
    expect(batch.accepted).toEqual([]);
    expect(batch.refused.map((each) => [each.id, each.code])).toEqual(
      events.map((event) => [event.id, 'notFound']),
    );
    expect(await storedRows(owner, site.tenant.id)).toEqual(before);
  });

  it('do not reach another tenant: its same ids are its own', async () => {
    const site = await makeFieldSite(test);
    const foreign = await makeFieldSite(test);
    const id = randomUUID();
    expect((await send(site.device, roundStarted(site, { id }))).statusCode).toBe(200);
    expect((await send(foreign.device, roundStarted(foreign, { id }))).statusCode).toBe(200);
    const wrongDoor = await makeTenant(owner);
    const token = await anyone(app, wrongDoor)('GET', '/field/plan');
    expect(token.statusCode).toBe(401);
  });
});

describe('bad input', () => {
  it.each([
    ['no event', {}],
    ['an unknown kind', { kind: 'lunch', id: randomUUID() }],
    ['a scan without its round', { kind: 'checkpointScanned', id: randomUUID(), deviceAtMs: at }],
    ['what is no time', { kind: 'roundEnded', id: randomUUID(), roundId: randomUUID(), deviceAtMs: 1.5 }],
  ])('%s gets the validation map', async (_, event) => {
    const site = await makeFieldSite(test);
    const reply = await site.device('POST', '/field/event', { body: { sentAtMs: at, event } });
    expect(reply.statusCode).toBe(400);
    expect(Object.keys(reply.json()).every((key) => key.startsWith('event'))).toBe(true);
  });

  it('one malformed event of an upload is refused by itself, and says why', async () => {
    const site = await makeFieldSite(test);
    const round = roundStarted(site);
    const body = { sentAtMs: at, events: [{ ...roundEnded(round.id), deviceAtMs: 1.5 }, round] };
    const reply = await site.device('POST', '/field/events', { body });
    expect(reply.statusCode).toBe(200);
    expect(reply.json().accepted.map((receipt: { id: string }) => receipt.id)).toEqual([round.id]);
    expect(reply.json().refused).toEqual([
      {
        id: body.events[0]?.id,
        code: 'invalid',
        message: expect.stringMatching(/^deviceAtMs: /),
      },
    ]);
  });
});
