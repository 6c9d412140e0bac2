import { expect, it } from 'vitest';
import { makeGuard, makeSite, makeTenant } from '../../testing/factories.ts';
import { browserOfNew } from '../../testing/made-sessions.ts';
import { type Caller, testApp } from '../../testing/test-app.ts';
import { formOf, plainPicture } from '../../testing/test-files.ts';

it("[API-08] [REP-07] a picture is seen by its owner and super admins, and a guard's photo by sub admins of the guard's sites", async () => {
  const server = await testApp();
  const tenant = await makeTenant(server.owner);
  const siteId = await makeSite(server.owner, tenant);
  const admin = await browserOfNew(server, tenant);
  const subAdmin = await browserOfNew(server, tenant, siteId);
  const form = formOf(await plainPicture());
  const stored = async (purpose: 'profileImage' | 'image', by: Caller): Promise<string> =>
    (await by('POST', '/secure/files', { query: { purpose }, ...form })).json().fileId;
  const read = (fileId: string, by: Caller) => by('GET', `/secure/files/${fileId}`);

  const photo = await stored('profileImage', admin);
  expect((await read(photo, subAdmin)).statusCode).toBe(404);
  await makeGuard(server.owner, tenant, { photo, siteIds: [await makeSite(server.owner, tenant)] });
  expect((await read(photo, subAdmin)).statusCode).toBe(404);
  await makeGuard(server.owner, tenant, { photo, siteIds: [siteId] });
  expect((await read(photo, subAdmin)).statusCode).toBe(200);
  expect((await read(await stored('image', admin), subAdmin)).statusCode).toBe(404);
  const own = await stored('image', subAdmin);
  expect((await read(own, subAdmin)).statusCode).toBe(200);
  expect((await read(own, admin)).statusCode).toBe(200);
});
