import { expect, it } from 'vitest';
import {
  makeCheckpoint,
  makeGuard,
  makeRoute,
  makeShift,
  makeSite,
  makeTenant,
  makeUser,
} from '../../testing/factories.ts';
import { browserOf } from '../../testing/made-sessions.ts';
import { makeTour } from '../../testing/make-tour.ts';
import { testApp } from '../../testing/test-app.ts';

const server = await testApp();
const { owner } = server;
const tenant = await makeTenant(owner);
const admin = await browserOf(server, tenant, (await makeUser(owner, tenant)).id);
const gone = { activated: false, deleted_at: new Date() };

const restore = (noun: string, id: string) =>
  admin('POST', `/secure/${noun}/restore`, { body: { ids: [id] } });

const kinds: [noun: string, makeDeleted: (siteId: string) => Promise<string>][] = [
  ['shifts', (siteId) => makeShift(owner, tenant, siteId, gone)],
  ['patrol-routes', async (siteId) => (await makeRoute(owner, tenant, siteId, [], gone)).routeId],
  ['checkpoints', async (siteId) => (await makeCheckpoint(owner, tenant, siteId, gone)).checkpointId],
  ['guards', async (siteId) => (await makeGuard(owner, tenant, { siteIds: [siteId], ...gone })).id],
];

it.each(kinds)('[MNG-01] %s come back only once their deleted site is back', async (noun, makeDeleted) => {
  const site = await makeSite(owner, tenant);
  const id = await makeDeleted(site);
  expect((await admin('DELETE', `/secure/sites/${site}`)).statusCode).toBe(200);
  const refused = await restore(noun, id);
  expect(refused.statusCode).toBe(409);
  expect(refused.json().general[0]).toMatchObject({
    code: 'siteDeleted',
    message: 'The site of this record is deleted. Bring the site back first.',
  });
  expect((await admin('GET', `/secure/${noun}/${id}`)).statusCode).toBe(404);
  await restore('sites', site);
  expect((await restore(noun, id)).json()).toEqual({ ids: [id] });
  expect((await admin('GET', `/secure/${noun}/${id}`)).statusCode).toBe(200);
});

it('[MNG-01] a guard of two sites comes back while one of them is there', async () => {
  const siteIds = [await makeSite(owner, tenant), await makeSite(owner, tenant)];
  const { id } = await makeGuard(owner, tenant, { siteIds, ...gone });
  await admin('DELETE', `/secure/sites/${siteIds[0]}`);
  expect((await restore('guards', id)).json()).toEqual({ ids: [id] });
});

it('[MNG-01] a patrol route comes back only once its deleted checkpoints are back, which are named', async () => {
  const site = await makeSite(owner, tenant);
  const points = [];
  for (const name of ['Gate', 'Yard', 'Attic']) {
    points.push(await makeCheckpoint(owner, tenant, site, { name }));
  }
  const { routeId } = await makeRoute(owner, tenant, site, points, gone);
  const rows = points.map(({ checkpointId }, index) => ({
    tenant_id: tenant.id,
    route_id: routeId,
    position: index + 1,
    checkpoint_id: checkpointId,
  }));
  await owner.insertInto('patrol_route_checkpoints').values(rows).execute();
  const [gate, , attic] = points.map(({ checkpointId }) => checkpointId);
  for (const id of [gate, attic]) {
    expect((await admin('DELETE', `/secure/checkpoints/${id}`)).statusCode).toBe(200);
  }
  const refused = await restore('patrol-routes', routeId);
  expect(refused.statusCode).toBe(409);
  expect(refused.json().general[0]).toMatchObject({
    code: 'checkpointsDeleted',
    message: 'These checkpoints of the route are deleted. Bring them back first: Attic, Gate',
  });
  for (const id of [gate, attic]) expect((await restore('checkpoints', id ?? '')).statusCode).toBe(200);
  expect((await restore('patrol-routes', routeId)).json()).toEqual({ ids: [routeId] });
});

it('[MNG-01] of one who brings a route back and one who deletes its checkpoint at once, one is refused', async () => {
  const site = await makeSite(owner, tenant);
  for (let turn = 0; turn < 8; turn += 1) {
    const point = await makeCheckpoint(owner, tenant, site);
    const { routeId } = await makeRoute(owner, tenant, site, [point], gone);
    const { checkpointId } = point;
    const stop = { tenant_id: tenant.id, route_id: routeId, position: 1, checkpoint_id: checkpointId };
    await owner.insertInto('patrol_route_checkpoints').values(stop).execute();
    const both = await Promise.all([
      restore('patrol-routes', routeId),
      admin('DELETE', `/secure/checkpoints/${checkpointId}`),
    ]);
    expect(both.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 409]);
  }
});

it('[MNG-01] a deleted patrol tour keeps nothing from being deleted, and comes back only after its site, route and shift', async () => {
  const site = await makeSite(owner, tenant);
  const { routeId } = await makeRoute(owner, tenant, site, [], { name: 'Fence' });
  const shiftId = await makeShift(owner, tenant, site, { name: 'Night' });
  const ids: string[] = [];
  for (const values of [{ routeId, shiftId }, { routeId }]) {
    ids.push(await makeTour(owner, tenant, site, { ...values, ...gone }));
  }
  const deleted = [`shifts/${shiftId}`, `patrol-routes/${routeId}`, `sites/${site}`];
  for (const each of deleted) expect((await admin('DELETE', `/secure/${each}`)).statusCode).toBe(200);
  const restoreBoth = () => admin('POST', '/secure/patrol-tours/restore', { body: { ids } });
  const needed = [
    ['siteDeleted', 'The site of this record is deleted. Bring the site back first.', 'sites', site],
    [
      'routeDeleted',
      'The route of this tour is deleted. Bring it back first: Fence',
      'patrol-routes',
      routeId,
    ],
    ['shiftDeleted', 'The shift of this tour is deleted. Bring it back first: Night', 'shifts', shiftId],
  ] as const;
  for (const [code, message, noun, id] of needed) {
    const refused = await restoreBoth();
    expect([refused.statusCode, refused.json().general[0]]).toEqual([409, { code, message }]);
    expect((await admin('GET', '/secure/patrol-tours', { query: { site } })).json().count).toBe(0);
    expect((await restore(noun, id)).json()).toEqual({ ids: [id] });
  }
  expect((await restoreBoth()).json().ids.toSorted()).toEqual(ids.toSorted());
});

it.each(['shifts', 'patrol-routes'])(
  '[MNG-01] of one who brings a tour back and one who deletes what it goes by at once, one is refused (%s)',
  async (noun) => {
    const site = await makeSite(owner, tenant);
    for (let turn = 0; turn < 8; turn += 1) {
      const { routeId } = await makeRoute(owner, tenant, site, []);
      const shiftId = await makeShift(owner, tenant, site);
      const tour = await makeTour(owner, tenant, site, { routeId, shiftId, ...gone });
      const both = await Promise.all([
        restore('patrol-tours', tour),
        admin('DELETE', `/secure/${noun}/${noun === 'shifts' ? shiftId : routeId}`),
      ]);
      expect(both.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 409]);
    }
  },
);
