import { randomUUID } from 'node:crypto';
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
import { type Caller, fieldDevice, testApp, type TestApp } from '../../testing/test-app.ts';

const path = '/secure/checkpoints';
let server: TestApp;
let tenant: MadeTenant;
let admin: Caller;
let siteId: string;

beforeAll(async () => {
  server = await testApp();
  tenant = await makeTenant(server.owner);
  admin = await browserOf(server, tenant, (await makeUser(server.owner, tenant)).id);
  siteId = await makeSite(server.owner, tenant, { name: 'Mill' });
});

const fields = (change: object = {}) => ({
  name: 'Gate',
  latitude: 18.52,
  longitude: 73.85,
  radiusMetres: 30,
  instructions: 'Try the lock.',
  nfcTagId: '',
  ...change,
});
const create = (change: object = {}, caller = admin) =>
  caller('POST', path, { body: { siteId, ...fields(change) } });
const made = async (change: object = {}): Promise<string> => (await create(change)).json().id;
const edit = (id: string, change: object, version = 1, caller = admin) =>
  caller('PUT', `${path}/${id}`, { body: { ...fields(change), version } });
const read = async (id: string, caller = admin) => (await caller('GET', `${path}/${id}`)).json();
const post = (to: string, body: object, caller = admin) => caller('POST', `${path}/${to}`, { body });
const walkPast = async (checkpointIds: readonly string[]): Promise<string> => {
  const stops = checkpointIds.map((checkpointId) => ({ checkpointId, expectedMinutes: 0 }));
  const body = { siteId, name: `Past ${randomUUID()}`, isFixedOrder: true, stops };
  return (await admin('POST', '/secure/patrol-routes', { body })).json().id;
};
const versionsOf = (routeId: string) =>
  server.owner
    .selectFrom('route_versions')
    .select(['id', 'checkpoints'])
    .where('route_id', '=', routeId)
    .orderBy('id')
    .execute();
const codesOf = (checkpointId: string) =>
  server.owner
    .selectFrom('qr_codes')
    .selectAll()
    .where('checkpoint_id', '=', checkpointId)
    .orderBy('serial')
    .execute();

async function subAdminOf(site: string): Promise<Caller> {
  const access = { CHECKPOINTS: ['view', 'add', 'edit', 'status', 'delete'] };
  await server.owner
    .insertInto('tenant_settings')
    .values({ tenant_id: tenant.id, sub_admin_access: JSON.stringify(access) })
    .onConflict((conflict) =>
      conflict.column('tenant_id').doUpdateSet({ sub_admin_access: JSON.stringify(access) }),
    )
    .execute();
  return browserOf(server, tenant, (await makeUser(server.owner, tenant, { siteId: site })).id);
}

describe('a checkpoint', () => {
  it('[MNG-04] has a site, a place with a radius, instructions and a tag', async () => {
    const id = await made({ name: ' North gate ', nfcTagId: '04:a2-b3 c4 d5 e6 f7' });
    expect(await read(id)).toMatchObject({
      name: 'North gate',
      siteId,
      siteName: 'Mill',
      siteTimeZone: 'Asia/Kolkata',
      latitude: 18.52,
      longitude: 73.85,
      radiusMetres: 30,
      instructions: 'Try the lock.',
      nfcTagId: '04A2B3C4D5E6F7',
      routes: 0,
      version: 1,
    });
    await walkPast([id]);
    expect((await read(id)).routes).toBe(1);
  });

  it.each([
    [{ name: ' ' }, 'name', 'checkpoint_name_required'],
    [{ name: 'a\u0000' }, 'name', 'text_unstorable'],
    [{ latitude: 91 }, 'latitude', 'latitude_range'],
    [{ longitude: -181 }, 'longitude', 'longitude_range'],
    [{ radiusMetres: 4 }, 'radiusMetres', 'radius_range'],
    [{ radiusMetres: 501 }, 'radiusMetres', 'radius_range'],
    [{ nfcTagId: '04A2B3' }, 'nfcTagId', 'nfc_tag_pattern'],
    [{ nfcTagId: '04A2B3C4X5' }, 'nfcTagId', 'nfc_tag_pattern'],
  ])('[MNG-04] is refused where a field is wrong (%#)', async (change, field, message) => {
    const reply = await create(change);
    expect([reply.statusCode, reply.json()[field]?.[0].message]).toEqual([400, message]);
  });

  it('[MNG-04] has a tag that no other checkpoint has, also of two made at once', async () => {
    const tag = '04AAAAAAAAAAAA';
    const replies = await Promise.all([1, 2, 3].map(() => create({ nfcTagId: tag })));
    expect(replies.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 400, 400]);
    const refused = replies.find(({ statusCode }) => statusCode === 400);
    expect(refused?.json().nfcTagId[0].message).toBe('nfc_tag_taken');
    const owner: string = replies.find(({ statusCode }) => statusCode === 200)?.json().id;
    const other = await made();
    expect((await edit(other, { nfcTagId: '04:aa:aa:aa:aa:aa:aa' })).statusCode).toBe(400);
    // A deleted checkpoint gives its tag back, and cannot come back with it.
    await admin('DELETE', `${path}/${owner}`);
    expect((await edit(other, { nfcTagId: tag })).statusCode).toBe(200);
    const back = await post('restore', { ids: [owner] });
    expect(back.json().general[0].code).toBe('nfcTagTaken');
    // Tenants know nothing of each other's tags.
    const elsewhere = await makeTenant(server.owner);
    const site = await makeSite(server.owner, elsewhere);
    const stranger = await browserOf(server, elsewhere, (await makeUser(server.owner, elsewhere)).id);
    const body = { siteId: site, ...fields({ nfcTagId: tag }) };
    expect((await stranger('POST', path, { body })).statusCode).toBe(200);
  });

  it('[MNG-04] [FIELD-01] that moves is planned at its new place, while rounds started before keep the old', async () => {
    const id = await made({ name: 'Door' });
    const beside = await made({ name: 'Beside' });
    const routeId = await walkPast([id, beside]);
    const [before] = await versionsOf(routeId);
    const guard = await makeGuard(server.owner, tenant, { siteIds: [siteId] });
    const round = { site_id: siteId, guard_id: guard.id, route_version_id: before?.id ?? '' };
    const roundId = await makeRound(server.owner, tenant, { ...round, total_check_points: 2 });
    await edit(id, { name: 'Back door', latitude: 18.53, radiusMetres: 50 });
    // What no one walks by makes no version.
    await edit(id, { name: 'Back door', latitude: 18.53, radiusMetres: 50, instructions: 'Knock.' }, 2);
    const versions = await versionsOf(routeId);
    expect(versions).toHaveLength(2);
    expect(versions[0]).toEqual(before);
    const moved = { checkpointId: id, name: 'Back door', latitude: 18.53, radiusMetres: 50 };
    expect(versions[1]?.checkpoints[0]).toMatchObject(moved);
    const seen = (await admin('GET', `/secure/scanned-checkpoints/${roundId}/checkpoints`)).json();
    expect(JSON.stringify(seen)).toContain('"Door"');
    const device = await fieldDevice(server.app, tenant, guard.employeeId);
    const { routes } = (await device('GET', '/field/plan')).json();
    const planned = routes.find(
      ({ routeVersionId }: { routeVersionId: string }) => routeVersionId === versions[1]?.id,
    );
    expect(planned.checkpoints[0]).toMatchObject(moved);
  });

  it('[MNG-01] edited by two at once gives the second a conflict, and its route gets one version', async () => {
    const id = await made({ name: 'Both' });
    const routeId = await walkPast([id]);
    const replies = await Promise.all(['A', 'B'].map((name) => edit(id, { name })));
    expect(replies.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 409]);
    const refused = replies.find(({ statusCode }) => statusCode === 409);
    expect(refused?.json().general[0].code).toBe('editedMeanwhile');
    expect(await versionsOf(routeId)).toHaveLength(2);
  });
});

describe('the checkpoints of others', () => {
  it("[MENU-05] are not there for a sub admin of another site, who manages the own site's", async () => {
    const foreign = await made({ name: 'Foreign' });
    const own = await makeSite(server.owner, tenant, { name: 'Own' });
    const sub = await subAdminOf(own);
    expect((await sub('POST', path, { body: { siteId: own, ...fields({ name: 'Mine' }) } })).statusCode).toBe(
      200,
    );
    const { data } = (await sub('GET', path)).json();
    expect(data.map(({ name }: { name: string }) => name)).toEqual(['Mine']);
    expect((await sub('GET', path, { query: { site: siteId } })).json().count).toBe(0);
    const refused = [
      await sub('GET', `${path}/${foreign}`),
      await sub('GET', `${path}/around`, { query: { site: siteId } }),
      await sub('POST', path, { body: { siteId, ...fields() } }),
      await edit(foreign, {}, 1, sub),
      await sub('DELETE', `${path}/${foreign}`),
    ];
    expect(refused.map(({ statusCode }) => statusCode)).toEqual(refused.map(() => 404));
    const ids = [foreign];
    expect((await post('status', { ids, activated: false }, sub)).json()).toEqual({ ids: [] });
    expect((await post('codes', { ids }, sub)).json()).toEqual({ ids: [] });
    expect((await post('restore', { ids }, sub)).json()).toEqual({ ids: [] });
    expect(await codesOf(foreign)).toHaveLength(1);
  });

  it('are not there for another tenant', async () => {
    const id = await made({ name: 'Secret' });
    const other = await makeTenant(server.owner);
    const stranger = await browserOf(server, other, (await makeUser(server.owner, other)).id);
    const replies = [
      await stranger('GET', `${path}/${id}`),
      await stranger('GET', `${path}/around`, { query: { site: siteId } }),
      await create({}, stranger),
      await edit(id, {}, 1, stranger),
      await stranger('DELETE', `${path}/${id}`),
    ];
    expect(replies.map(({ statusCode }) => statusCode)).toEqual([404, 404, 404, 404, 404]);
    expect((await stranger('GET', path)).json().count).toBe(0);
    expect((await post('codes', { ids: [id] }, stranger)).json()).toEqual({ ids: [] });
  });
});

describe('the life of a checkpoint', () => {
  it('[MNG-01] ends and begins again, each step in the audit log', async () => {
    const id = await made({ name: 'Short' });
    await edit(id, { name: 'Shorter' });
    await post('status', { ids: [id], activated: false });
    expect((await admin('DELETE', `${path}/${id}`)).json().general[0].code).toBe('onlyActivatedDeleted');
    await post('status', { ids: [id], activated: true });
    expect((await admin('DELETE', `${path}/${id}`)).json()).toEqual({ ids: [id] });
    expect((await admin('GET', `${path}/${id}`)).statusCode).toBe(404);
    expect((await post('restore', { ids: [id] })).json()).toEqual({ ids: [id] });
    const log = (await admin('GET', '/secure/audit-log', { query: { subjectId: id } })).json().data;
    expect(log.map(({ action }: { action: string }) => action)).toEqual([
      'checkpoint.restored',
      'checkpoint.deleted',
      'checkpoint.activated',
      'checkpoint.deactivated',
      'checkpoint.changed',
      'checkpoint.created',
    ]);
  });

  it('[MNG-01] does not end while scans, walked routes or live routes depend on it', async () => {
    const guard = await makeGuard(server.owner, tenant, { siteIds: [siteId] });
    const scanned = await made({ name: 'Scanned' });
    const scan = { tenant_id: tenant.id, id: randomUUID(), round_id: randomUUID(), checkpoint_id: scanned };
    const by = { guard_id: guard.id, device_id: randomUUID(), method: 'qr', body_hash: Buffer.alloc(1) };
    const times = { device_at_ms: 1, received_at_ms: 1, clock_skew_ms: 0 };
    await server.owner
      .insertInto('scans')
      .values({ ...scan, ...by, ...times })
      .execute();
    // Missed on every round, and taken out of the route since.
    const missed = await made({ name: 'Missed' });
    const kept = await made({ name: 'Kept' });
    const routeId = await walkPast([missed, kept]);
    const [walked] = await versionsOf(routeId);
    const round = { site_id: siteId, guard_id: guard.id, route_version_id: walked?.id ?? '' };
    await makeRound(server.owner, tenant, round);
    await server.owner.deleteFrom('patrol_route_checkpoints').where('checkpoint_id', '=', missed).execute();
    const planned = await made({ name: 'Planned' });
    const live = await walkPast([planned]);
    const codes = [];
    for (const id of [scanned, missed, planned])
      codes.push((await admin('DELETE', `${path}/${id}`)).json().general[0].code);
    expect(codes).toEqual(['hasHistory', 'hasHistory', 'stillUsed']);
    await admin('DELETE', `/secure/patrol-routes/${live}`);
    expect((await admin('DELETE', `${path}/${planned}`)).statusCode).toBe(200);
  });

  it('[MNG-01] needs a site that is there', async () => {
    const gone = await makeSite(server.owner, tenant, { activated: false, deleted_at: new Date() });
    expect((await admin('POST', path, { body: { siteId: gone, ...fields() } })).statusCode).toBe(404);
    expect((await admin('GET', `${path}/around`, { query: { site: gone } })).statusCode).toBe(404);
    const site = await makeSite(server.owner, tenant);
    const { checkpointId } = await makeCheckpoint(server.owner, tenant, site, {
      activated: false,
      deleted_at: new Date(),
    });
    expect((await admin('DELETE', `/secure/sites/${site}`)).statusCode).toBe(200);
    const refused = await post('restore', { ids: [checkpointId] });
    expect([refused.statusCode, refused.json().general[0].code]).toEqual([409, 'siteDeleted']);
    await admin('POST', '/secure/sites/restore', { body: { ids: [site] } });
    expect((await post('restore', { ids: [checkpointId] })).json()).toEqual({ ids: [checkpointId] });
  });

  it('[GRID-06] [GRID-07] is listed, searched, sorted, filtered by site and exported so', async () => {
    const far = await makeSite(server.owner, tenant, { name: 'Far' });
    for (const [name, radiusMetres] of [
      ['Beta', 20],
      ['alpha', 40],
    ])
      await admin('POST', path, { body: { siteId: far, ...fields({ name, radiusMetres }) } });
    const names = async (query: Record<string, string>) =>
      (await admin('GET', path, { query: { site: far, ...query } }))
        .json()
        .data.map(({ name }: { name: string }) => name);
    expect(await names({})).toEqual(['alpha', 'Beta']);
    expect(await names({ sortColumn: 'radiusMetres', sortType: 'asc' })).toEqual(['Beta', 'alpha']);
    expect(await names({ searchText: 'bet' })).toEqual(['Beta']);
    const around = (await admin('GET', `${path}/around`, { query: { site: far } })).json();
    expect([around.site.name, around.checkpoints.map(({ name }: { name: string }) => name)]).toEqual([
      'Far',
      ['alpha', 'Beta'],
    ]);
    const file = await admin('GET', `${path}/export`, { query: { format: 'csv', site: far } });
    const first = (line: string) => line.split(',')[0]?.replaceAll(/^\uFEFF|"/g, '');
    expect(file.body.trim().split(/\r?\n/).map(first)).toEqual(['Name', 'alpha', 'Beta']);
  });
});
