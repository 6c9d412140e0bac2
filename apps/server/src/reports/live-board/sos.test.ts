import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, it } from 'vitest';
import { makeGuard, makeTenant, makeUser } from '../../testing/factories.ts';
import { browserOf, deviceOf } from '../../testing/made-sessions.ts';
import { makeSos } from '../../testing/make-sos.ts';
import { type Caller, testApp } from '../../testing/test-app.ts';
import {
  type BoardWorld,
  dutyStarted,
  makeBoardWorld,
  raise,
  roundStarted,
  sendEvents,
  sosOf,
} from './live-board.testing.ts';

const server = await testApp();
let world: BoardWorld;

beforeEach(async () => {
  world = await makeBoardWorld(server);
});

const list = async (by: Caller, query: Record<string, string> = {}) =>
  (await by('GET', '/secure/sos', { query })).json();
const details = (id: string, by = world.admin) => by('GET', `/secure/sos/${id}`);
const noticesOf = async (by: Caller) =>
  (await by('GET', '/secure/notification/list', { query: { offset: '0', limit: '50' } })).json().data;
const acknowledge = (id: string, by = world.admin) =>
  by('POST', `/secure/sos/${id}/acknowledge`, { body: {} });
const resolve = (id: string, by = world.admin, comment = 'He fell; an ambulance came.') =>
  by('POST', `/secure/sos/${id}/resolve`, { body: { comment } });

/** A guard of both sites, and where a call of that guard's is taken to be. */
async function guardOfBoth() {
  const siteIds = [world.siteId, world.otherSiteId];
  const guard = await makeGuard(server.owner, world.tenant, { siteIds });
  const device = await deviceOf(server, world.tenant, guard.id);
  const siteOf = async (change: object) => {
    const sos = sosOf(change);
    expect((await raise(device, sos)).statusCode).toBe(200);
    return (await details(sos.id)).json().call.siteName;
  };
  return { device, siteOf };
}

describe('a call for help', () => {
  it('[NOTIF-05] reaches those who see its site at once, and no one else', async () => {
    const sos = sosOf();
    const reply = await raise(world.device, sos);
    expect([reply.statusCode, reply.json().id]).toEqual([200, sos.id]);
    const parameters = {
      kind: 'sosRaised',
      message: 'Meera Rao called for help at River Depot.',
      link: `/admin-dashboard/live?sos=${sos.id}`,
    };
    expect(await noticesOf(world.admin)).toMatchObject([parameters]);
    expect(await noticesOf(world.subAdmin)).toMatchObject([parameters]);
    expect(await noticesOf(world.otherSubAdmin)).toEqual([]);
    const elsewhere = await makeTenant(server.owner);
    const stranger = await browserOf(server, elsewhere, (await makeUser(server.owner, elsewhere)).id);
    expect(await noticesOf(stranger)).toEqual([]);
    for (const by of [world.otherSubAdmin, stranger]) {
      expect((await list(by)).data).toEqual([]);
      expect((await details(sos.id, by)).statusCode).toBe(404);
      expect((await acknowledge(sos.id, by)).statusCode).toBe(404);
      expect((await resolve(sos.id, by)).statusCode).toBe(404);
    }
    expect((await list(world.otherSubAdmin, { site: world.siteId })).general[0].code).toBe('notFound');
  });

  it('sent again, also twice at once, is the same call and notifies once', async () => {
    const sos = sosOf();
    const replies = await Promise.all([raise(world.device, sos), raise(world.device, sos)]);
    const again = await raise(world.device, Object.fromEntries(Object.entries(sos).toReversed()));
    const receipts = [...replies, again].map((reply) => reply.json());
    expect(receipts).toEqual(receipts.map(() => receipts[0]));
    expect(await noticesOf(world.admin)).toHaveLength(1);
    expect((await list(world.admin)).count).toBe(1);
    const other = await raise(world.device, { ...sos, position: null });
    expect(other.json().general[0].code).toBe('idReused');
    const colleague = await makeGuard(server.owner, world.tenant, { siteIds: [world.siteId] });
    const otherCall = await raise(await deviceOf(server, world.tenant, colleague.id), sos);
    expect(otherCall.json().general[0].code).toBe('idReused');
  });

  it('that arrives late from a phone whose clock is wrong keeps when it was made', async () => {
    const nowMs = Date.now();
    const anHourAhead = 3_600_000;
    const sos = sosOf({ deviceAtMs: nowMs + anHourAhead - 1_200_000 });
    await raise(world.device, sos, nowMs + anHourAhead);
    const { call } = (await details(sos.id)).json();
    expect(call.receivedAtMs).toBeGreaterThanOrEqual(nowMs);
    // Twenty minutes before it was sent.
    expect(Math.abs(call.receivedAtMs - call.raisedAtMs - 1_200_000)).toBeLessThan(1_000);
  });

  it('[TRUTH-04] that arrives after the tenant’s threshold is taken and says so, and so does the word of safety', async () => {
    const hour = 3_600_000;
    const [onTime, late] = [15, 17].map((hours) => sosOf({ deviceAtMs: Date.now() - hours * hour }));
    for (const sos of [onTime, late]) expect((await raise(world.device, sos ?? {})).statusCode).toBe(200);
    const safe = { id: randomUUID(), deviceAtMs: Date.now() - 17 * hour };
    const path = `/field/sos/${onTime?.id ?? ''}/safe`;
    expect((await world.device('POST', path, { body: { sentAtMs: Date.now(), safe } })).statusCode).toBe(200);
    const flagsOf = async (id = '') => {
      const { call, history } = (await details(id)).json();
      return [call.isSentLate, ...history.map((event: { isSentLate: boolean }) => event.isSentLate)];
    };
    expect(await flagsOf(late?.id)).toEqual([true, true]);
    expect(await flagsOf(onTime?.id)).toEqual([false, true, false]);
  });

  it('is of the site of the duty, else of a site of the guard, whatever the phone says', async () => {
    const { device, siteOf } = await guardOfBoth();
    // Of two, the first by name.
    expect(await siteOf({})).toBe('Hill Store');
    await sendEvents(device, [dutyStarted(world.siteId)]);
    expect(await siteOf({})).toBe('River Depot');
    expect(await siteOf({ siteId: world.otherSiteId })).toBe('Hill Store');
    expect(await siteOf({ siteId: randomUUID() })).toBe('River Depot');
  });

  it('without a duty is of the site of the round under way, and of no deleted one while another is left', async () => {
    const { device, siteOf } = await guardOfBoth();
    await sendEvents(device, [roundStarted(world.versionId)]);
    expect(await siteOf({})).toBe('River Depot');
    await server.owner
      .updateTable('sites')
      .set({ activated: false, deleted_at: new Date() })
      .where('id', '=', world.siteId)
      .execute();
    expect(await siteOf({ siteId: world.siteId })).toBe('Hill Store');
  });

  it('of a guard who is posted nowhere is taken all the same and told to super admins', async () => {
    const guard = await makeGuard(server.owner, world.tenant);
    const sos = sosOf({ position: null });
    expect((await raise(await deviceOf(server, world.tenant, guard.id), sos)).statusCode).toBe(200);
    expect(await noticesOf(world.admin)).toMatchObject([{ message: 'Ravi Patil called for help at –.' }]);
    expect(await noticesOf(world.subAdmin)).toEqual([]);
    expect((await list(world.admin)).data).toMatchObject([{ id: sos.id, siteId: null, position: null }]);
  });
});

describe('what follows a call', () => {
  it('positions in any order, sent twice, make one track, and the latest is where the guard is', async () => {
    const sos = sosOf();
    await raise(world.device, sos);
    const at = (seconds: number) => ({
      id: randomUUID(),
      deviceAtMs: sos.deviceAtMs + seconds * 1_000 - 60_000,
      latitude: 18.5 + seconds / 1_000,
      longitude: 73.8,
      accuracyMetres: 9,
    });
    const positions = [at(70), at(62), at(66)];
    const send = (some: object[], by = world.device) =>
      by('POST', `/field/sos/${sos.id}/positions`, {
        body: { sentAtMs: Date.now() + 60_000, positions: some },
      });
    // Its clock is a minute ahead, so these are of the ten seconds after the call.
    expect((await send(positions.slice(0, 2))).json().ids).toHaveLength(2);
    await send(positions);
    const { call, track } = (await details(sos.id)).json();
    expect(track.map((point: { latitude: number }) => point.latitude)).toEqual([18.562, 18.566, 18.57]);
    expect(call.position.latitude).toBe(18.52);
    const other = await makeGuard(server.owner, world.tenant, { siteIds: [world.siteId] });
    expect((await send(positions, await deviceOf(server, world.tenant, other.id))).statusCode).toBe(404);
  });

  it('the guard reports being safe, sees what became of the call, and it stays open', async () => {
    const sos = sosOf();
    await raise(world.device, sos);
    const safe = { id: randomUUID(), deviceAtMs: Date.now() };
    const sendSafe = () =>
      world.device('POST', `/field/sos/${sos.id}/safe`, { body: { sentAtMs: Date.now(), safe } });
    const first = await sendSafe();
    expect((await sendSafe()).json()).toEqual(first.json());
    expect((await list(world.admin, { state: 'open' })).data).toMatchObject([
      { state: 'raised', id: sos.id },
    ]);
    await acknowledge(sos.id, world.subAdmin);
    expect((await world.device('GET', `/field/sos/${sos.id}`)).json()).toMatchObject({
      state: 'acknowledged',
    });
    const { history } = (await details(sos.id)).json();
    expect(history.map(({ kind, actorKind }: Record<string, string>) => `${kind} ${actorKind}`)).toEqual([
      'raised guard',
      'safe guard',
      'acknowledged user',
    ]);
  });

  it('of several who acknowledge at once the first stays named; closing needs words and is done once', async () => {
    const sos = sosOf();
    await raise(world.device, sos);
    const replies = await Promise.all([acknowledge(sos.id), acknowledge(sos.id, world.subAdmin)]);
    const [one, other] = replies.map((reply) => reply.json());
    expect(one).toMatchObject({ state: 'acknowledged' });
    const wasFirst = one.isAcknowledgedByCaller;
    expect(other).toEqual({ ...one, isAcknowledgedByCaller: !wasFirst });
    // Who lost the answer and asks again gets the same one.
    expect((await acknowledge(sos.id)).json().isAcknowledgedByCaller).toBe(wasFirst);
    expect((await resolve(sos.id, world.admin, '  ')).json().comment[0].message).toBe('sos_comment_required');
    const closings = await Promise.all([resolve(sos.id), resolve(sos.id, world.subAdmin)]);
    expect(closings.map((reply) => reply.statusCode).toSorted()).toEqual([200, 409]);
    expect(await list(world.admin, { state: 'open' })).toEqual({ count: 0, data: [] });
    const { data } = await list(world.admin, { state: 'resolved' });
    expect(data).toMatchObject([{ state: 'resolved', comment: 'He fell; an ambulance came.' }]);
    const entries = await server.owner
      .selectFrom('audit_entries')
      .select(['action', 'subject_id'])
      .where('tenant_id', '=', world.tenant.id)
      .orderBy('id')
      .execute();
    expect(entries).toEqual([
      { action: 'guard.sosAcknowledged', subject_id: world.guardId },
      { action: 'guard.sosResolved', subject_id: world.guardId },
    ]);
  });

  it('closing a call that no one acknowledged acknowledges it', async () => {
    const sos = sosOf();
    await raise(world.device, sos);
    const { acknowledgedBy, resolvedBy, state } = (await resolve(sos.id)).json();
    expect([acknowledgedBy, resolvedBy, state]).toEqual(['Asha Kale', 'Asha Kale', 'resolved']);
  });
});

it('[DASH-03] of several calls those that no one has seen to stand first, and of each kind the latest', async () => {
  const nowMs = Date.now();
  const call = (secondsAgo: number, values: object = {}) =>
    makeSos(server.owner, world.tenant, world.siteId, {
      device_at_ms: nowMs - secondsAgo * 1_000,
      received_at_ms: nowMs - secondsAgo * 1_000,
      ...values,
    });
  const older = await call(90, { acknowledged_at_ms: nowMs });
  const waiting = await call(60);
  const latest = await call(30);
  const seen = await call(5, { acknowledged_at_ms: nowMs });
  const idsOf = ({ data }: { data: { id: string }[] }) => data.map(({ id }) => id);
  const { sos } = (await world.admin('GET', '/secure/live-board')).json();
  expect([sos.count, idsOf(sos)]).toEqual([4, [latest, waiting, seen, older]]);
  expect(idsOf(await list(world.admin))).toEqual([seen, latest, waiting, older]);
  expect(idsOf(await list(world.admin, { offset: '1', limit: '2' }))).toEqual([latest, waiting]);
});
