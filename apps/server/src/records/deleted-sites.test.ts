import { expect, it } from 'vitest';
import {
  makeCheckpoint,
  makeGuard,
  makeRoute,
  makeShift,
  makeSite,
  makeTenant,
  makeUser,
} from '../testing/factories.ts';
import { browserOf } from '../testing/made-sessions.ts';
import { testApp } from '../testing/test-app.ts';

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
