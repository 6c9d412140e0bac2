import { randomUUID } from 'node:crypto';
import type { PlannedCheckpoint } from '@watchpost/domain/round-facts';
import { beforeAll, describe, expect, it } from 'vitest';
import {
  type MadeTenant,
  makeCheckpoint,
  makeGuard,
  makeRound,
  makeSite,
  makeTenant,
  makeUser,
} from '../../testing/factories.ts';
import { browserOf } from '../../testing/made-sessions.ts';
import { type Caller, testApp, type TestApp } from '../../testing/test-app.ts';

const path = '/secure/patrol-routes';
let server: TestApp;
let tenant: MadeTenant;
let admin: Caller;
let siteId: string;
let gate: PlannedCheckpoint;
let yard: PlannedCheckpoint;
let roof: PlannedCheckpoint;

beforeAll(async () => {
  server = await testApp();
  tenant = await makeTenant(server.owner);
  admin = await browserOf(server, tenant, (await makeUser(server.owner, tenant)).id);
  siteId = await makeSite(server.owner, tenant, { name: 'Mill' });
  const make = (name: string) => makeCheckpoint(server.owner, tenant, siteId, { name });
  [gate, yard, roof] = [await make('Gate'), await make('Yard'), await make('Roof')];
});

const stop = ({ checkpointId }: PlannedCheckpoint, expectedMinutes = 4) => ({
  checkpointId,
  expectedMinutes,
});
const fields = (change: object = {}) => ({
  name: 'Outer walk',
  isFixedOrder: true,
  stops: [stop(gate), stop(yard, 5), stop(roof, 7)],
  ...change,
});
const create = (change: object = {}, caller = admin) =>
  caller('POST', path, { body: { siteId, ...fields(change) } });
const made = async (change: object = {}): Promise<string> => (await create(change)).json().id;
const edit = (id: string, change: object, version = 1) =>
  admin('PUT', `${path}/${id}`, { body: { ...fields(change), version } });
const read = async (id: string, caller = admin) => (await caller('GET', `${path}/${id}`)).json();
const versions = async (id: string) => (await admin('GET', `${path}/${id}/versions`)).json().data;

async function walk(routeVersionId: string): Promise<void> {
  const guard = await makeGuard(server.owner, tenant, { siteIds: [siteId] });
  const round = { site_id: siteId, guard_id: guard.id, route_version_id: routeVersionId };
  await makeRound(server.owner, tenant, round);
}

async function subAdminOf(site: string): Promise<Caller> {
  const access = { PATROL_ROUTES: ['view', 'add', 'edit', 'status', 'delete'] };
  await server.owner
    .insertInto('tenant_settings')
    .values({ tenant_id: tenant.id, sub_admin_access: JSON.stringify(access) })
    .onConflict((conflict) =>
      conflict.column('tenant_id').doUpdateSet({ sub_admin_access: JSON.stringify(access) }),
    )
    .execute();
  return browserOf(server, tenant, (await makeUser(server.owner, tenant, { siteId: site })).id);
}

describe('a patrol route', () => {
  it('[MNG-06] is made of checkpoints in order, with the minutes between them', async () => {
    const id = await made();
    expect(await read(id)).toMatchObject({
      name: 'Outer walk',
      siteName: 'Mill',
      isFixedOrder: true,
      checkpoints: 3,
      // Nothing comes before the first.
      expectedMinutes: 12,
      versions: 1,
      stops: [
        { id: gate.checkpointId, name: 'Gate', expectedMinutes: 0, activated: true },
        { name: 'Yard', expectedMinutes: 5 },
        { name: 'Roof', expectedMinutes: 7 },
      ],
    });
  });

  it('[MNG-06] [FIELD-01] is walked by guards as it stands as soon as it is saved', async () => {
    const id = await made({ name: 'Walked at once' });
    const [current] = await versions(id);
    await edit(id, { name: 'Walked at once', stops: [stop(roof), stop(gate)] });
    const [next, before] = await versions(id);
    expect(next).toMatchObject({ number: 2, isCurrent: true, checkpoints: ['Roof', 'Gate'], rounds: 0 });
    expect(before).toEqual({ ...current, isCurrent: false });
  });

  it('[MNG-06] gains a version only when what is walked by changes, and keeps the rounds of each', async () => {
    const id = await made({ name: 'Versions' });
    const [first] = await versions(id);
    await walk(first.id);
    await walk(first.id);
    await edit(id, { name: 'Versions', stops: [stop(gate), stop(yard, 9), stop(roof, 9)] }, 1);
    expect(await versions(id)).toHaveLength(1);
    await edit(id, { name: 'Versions', isFixedOrder: false }, 2);
    const [second] = await versions(id);
    await walk(second.id);
    await edit(id, { name: 'Versions', isFixedOrder: false, stops: [stop(yard), stop(gate)] }, 3);
    const rounds = (await versions(id)).map((version: { number: number; rounds: number }) => [
      version.number,
      version.rounds,
    ]);
    expect(rounds).toEqual([
      [3, 0],
      [2, 1],
      [1, 2],
    ]);
  });

  it('[MNG-01] edited by two at once gives the second a conflict, and gets one version', async () => {
    const id = await made({ name: 'Both' });
    const replies = await Promise.all(['A', 'B'].map((name) => edit(id, { name })));
    expect(replies.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 409]);
    const refused = replies.find(({ statusCode }) => statusCode === 409);
    expect(refused?.json().general[0].code).toBe('editedMeanwhile');
    expect(await versions(id)).toHaveLength(2);
  });

  it('[MNG-06] keeps a checkpoint that was deactivated, but takes no deactivated one in', async () => {
    const lane = await makeCheckpoint(server.owner, tenant, siteId, { name: 'Lane' });
    const id = await made({ name: 'With a lane', stops: [stop(gate), stop(lane)] });
    const other = await made({ name: 'Without' });
    const off = server.owner.updateTable('checkpoints').set({ activated: false });
    await off.where('id', '=', lane.checkpointId).execute();
    expect((await read(id)).stops[1]).toMatchObject({ name: 'Lane', activated: false });
    const kept = await edit(id, { name: 'Lane kept', stops: [stop(lane), stop(gate)] });
    expect(kept.statusCode).toBe(200);
    const refused = await edit(other, { stops: [stop(lane)] });
    expect([refused.statusCode, refused.json()]).toEqual([
      400,
      { stops: [{ code: 'invalid', message: 'route_stop_deactivated' }] },
    ]);
    const { data } = (await admin('GET', `${path}/choices`, { query: { site: siteId } })).json();
    expect(data.map(({ name }: { name: string }) => name)).toEqual(['Gate', 'Roof', 'Yard']);
  });

  it.each([
    [() => ({ name: ' ' }), 'name', 'route_name_required'],
    [() => ({ name: 'a\u0000' }), 'name', 'text_unstorable'],
    [() => ({ stops: [] }), 'stops', 'route_stops_required'],
    [() => ({ stops: [stop(gate), stop(yard), stop(gate)] }), 'stops', 'route_stop_repeated'],
    [() => ({ stops: [stop(gate, 241)] }), 'stops.0.expectedMinutes', 'expected_minutes_range'],
    [() => ({ stops: [stop(gate, 1.5)] }), 'stops.0.expectedMinutes', 'expected_minutes_range'],
  ])('[MNG-06] is refused where a field is wrong (%#)', async (change, field, message) => {
    const reply = await create(change());
    expect([reply.statusCode, reply.json()[field]?.[0].message]).toEqual([400, message]);
  });

  it('[MNG-06] takes no checkpoint of another site, of another tenant or of no one', async () => {
    const otherSite = await makeSite(server.owner, tenant);
    const elsewhere = await makeCheckpoint(server.owner, tenant, otherSite);
    const stranger = await makeTenant(server.owner);
    const strangers = await makeSite(server.owner, stranger);
    const theirs = await makeCheckpoint(server.owner, stranger, strangers);
    for (const checkpointId of [elsewhere.checkpointId, theirs.checkpointId, randomUUID()]) {
      const stops = [{ checkpointId, expectedMinutes: 0 }];
      expect((await create({ stops })).statusCode).toBe(404);
    }
    const body = { siteId: strangers, ...fields() };
    expect((await admin('POST', path, { body })).statusCode).toBe(404);
    expect((await admin('GET', `${path}/choices`, { query: { site: strangers } })).statusCode).toBe(404);
  });
});

describe('the patrol routes of others', () => {
  it("[MENU-05] are not there for a sub admin of another site, who manages the own site's", async () => {
    const foreign = await made({ name: 'Foreign' });
    const own = await makeSite(server.owner, tenant, { name: 'Own' });
    const point = await makeCheckpoint(server.owner, tenant, own);
    const sub = await subAdminOf(own);
    const body = { siteId: own, ...fields({ name: 'Mine', stops: [stop(point)] }) };
    expect((await sub('POST', path, { body })).statusCode).toBe(200);
    const { data } = (await sub('GET', path)).json();
    expect(data.map(({ name }: { name: string }) => name)).toEqual(['Mine']);
    expect((await sub('GET', path, { query: { site: siteId } })).json().count).toBe(0);
    const refused = [
      await sub('GET', `${path}/${foreign}`),
      await sub('GET', `${path}/${foreign}/versions`),
      await sub('GET', `${path}/choices`, { query: { site: siteId } }),
      await sub('POST', path, { body: { siteId, ...fields() } }),
      await sub('POST', path, { body: { ...body, stops: [stop(gate)] } }),
      await sub('PUT', `${path}/${foreign}`, { body: { ...fields(), version: 1 } }),
      await sub('DELETE', `${path}/${foreign}`),
    ];
    expect(refused.map(({ statusCode }) => statusCode)).toEqual(refused.map(() => 404));
    const status = { ids: [foreign], activated: false };
    expect((await sub('POST', `${path}/status`, { body: status })).json()).toEqual({ ids: [] });
  });

  it('are not there for another tenant', async () => {
    const id = await made({ name: 'Secret' });
    const other = await makeTenant(server.owner);
    const stranger = await browserOf(server, other, (await makeUser(server.owner, other)).id);
    expect((await stranger('GET', path)).json().count).toBe(0);
    expect((await stranger('GET', `${path}/${id}`)).statusCode).toBe(404);
    expect((await stranger('DELETE', `${path}/${id}`)).statusCode).toBe(404);
  });
});

describe('the life of a patrol route', () => {
  it('[MNG-01] ends and begins again, each step in the audit log', async () => {
    const id = await made({ name: 'Short' });
    await edit(id, { name: 'Shorter', stops: [stop(roof)] });
    await admin('POST', `${path}/status`, { body: { ids: [id], activated: false } });
    const refused = await admin('DELETE', `${path}/${id}`);
    expect(refused.json().general[0].code).toBe('onlyActivatedDeleted');
    await admin('POST', `${path}/status`, { body: { ids: [id], activated: true } });
    expect((await admin('DELETE', `${path}/${id}`)).json()).toEqual({ ids: [id] });
    expect((await admin('GET', `${path}/${id}`)).statusCode).toBe(404);
    expect((await admin('POST', `${path}/restore`, { body: { ids: [id] } })).json()).toEqual({ ids: [id] });
    const log = (await admin('GET', '/secure/audit-log', { query: { subjectId: id } })).json().data;
    expect(log.map(({ action }: { action: string }) => action)).toEqual([
      'patrolRoute.restored',
      'patrolRoute.deleted',
      'patrolRoute.activated',
      'patrolRoute.deactivated',
      'patrolRoute.changed',
      'patrolRoute.created',
    ]);
    const stops = [gate, yard, roof].map(({ checkpointId }) => expect.objectContaining({ checkpointId }));
    expect(log[4].before).toMatchObject({ name: 'Short', stops });
  });

  it('[MNG-06] begins again with its checkpoints as they are by then', async () => {
    const id = await made({ name: 'Moved' });
    await admin('DELETE', `${path}/${id}`);
    const checkpoint = `/secure/checkpoints/${yard.checkpointId}`;
    const { siteName: _site, siteTimeZone: _zone, ...stored } = (await admin('GET', checkpoint)).json();
    const { name, latitude, longitude, instructions, nfcTagId, version } = stored;
    const moved = { name, latitude, longitude, instructions, nfcTagId, version, radiusMetres: 77 };
    expect((await admin('PUT', checkpoint, { body: moved })).statusCode).toBe(200);
    await admin('POST', `${path}/restore`, { body: { ids: [id] } });
    const { current_version_id: current } = await server.owner
      .selectFrom('patrol_routes')
      .select('current_version_id')
      .where('id', '=', id)
      .executeTakeFirstOrThrow();
    const plan = await server.owner
      .selectFrom('route_versions')
      .select('checkpoints')
      .where('id', '=', current)
      .executeTakeFirstOrThrow();
    expect(JSON.stringify(plan.checkpoints)).toMatch(/"radiusMetres": ?77/);
  });

  it('[MNG-01] does not end while rounds or tours depend on it', async () => {
    const walked = await made({ name: 'Walked' });
    await walk((await versions(walked))[0].id);
    // Rounds of an earlier version are history as well.
    await edit(walked, { name: 'Walked', stops: [stop(yard)] });
    const toured = await made({ name: 'Toured' });
    const tour = { tenant_id: tenant.id, id: randomUUID(), route_id: toured, name: 'Hourly' };
    await server.owner.insertInto('patrol_tours').values(tour).execute();
    const codes = [];
    for (const id of [walked, toured])
      codes.push((await admin('DELETE', `${path}/${id}`)).json().general[0].code);
    expect(codes).toEqual(['hasHistory', 'stillUsed']);
  });

  it('[GRID-06] [GRID-07] is listed, sorted, filtered by site and exported so', async () => {
    const far = await makeSite(server.owner, tenant, { name: 'Far' });
    const point = await makeCheckpoint(server.owner, tenant, far);
    for (const name of ['Beta', 'alpha'])
      await admin('POST', path, { body: { siteId: far, ...fields({ name, stops: [stop(point)] }) } });
    const reply = (
      await admin('GET', path, { query: { site: far, sortType: 'desc', sortColumn: 'name' } })
    ).json();
    expect(reply.data.map(({ name }: { name: string }) => name)).toEqual(['Beta', 'alpha']);
    const file = await admin('GET', `${path}/export`, { query: { format: 'csv', site: far } });
    expect(
      file.body
        .trim()
        .split(/\r?\n/)
        .map((line) => line.split(',')[0]?.replaceAll(/^\uFEFF|"/g, '')),
    ).toEqual(['Name', 'alpha', 'Beta']);
  });
});
