// The logo of a site over HTTP: chosen by who may edit the site, seen by who may see it, printed on its papers.
import { beforeAll, describe, expect, it } from 'vitest';
import sharp from 'sharp';
import { makeSite, makeTenant, makeUser, type MadeTenant } from '../../testing/factories.ts';
import { browserOf } from '../../testing/made-sessions.ts';
import { type Caller, testApp, type TestApp } from '../../testing/test-app.ts';
import { formOf, plainPicture } from '../../testing/test-files.ts';

let server: TestApp;
let tenant: MadeTenant;
let siteId: string;
let admin: Caller;
let subAdmin: Caller;
let outsider: Caller;

beforeAll(async () => {
  server = await testApp();
  tenant = await makeTenant(server.owner);
  siteId = await makeSite(server.owner, tenant, { name: 'River Depot' });
  const other = await makeSite(server.owner, tenant);
  admin = await browserOf(server, tenant, (await makeUser(server.owner, tenant)).id);
  await admin('PUT', '/secure/app-settings/access', {
    body: { version: 0, groups: [{ group: 'SITES', actions: ['view', 'edit'] }] },
  });
  const sub = (at: string) => makeUser(server.owner, tenant, { siteId: at });
  subAdmin = await browserOf(server, tenant, (await sub(siteId)).id);
  outsider = await browserOf(server, tenant, (await sub(other)).id);
});

const upload = async (by: Caller, picture?: Buffer) =>
  by('POST', '/secure/files', {
    query: { purpose: 'siteLogo' },
    ...formOf(picture ?? (await plainPicture(900, 300))),
  });
const uploaded = async (by: Caller): Promise<string> => (await upload(by)).json().fileId;
const save = (by: Caller, fileId: string | null, id = siteId) =>
  by('PUT', `/secure/sites/${id}/logo`, { body: { fileId } });
const logoOf = async (by: Caller) => (await by('GET', `/secure/sites/${siteId}`)).json().logo;
const read = (by: Caller, fileId: string, size = 'main') =>
  by('GET', `/secure/site-logos/${fileId}`, { query: { size } });

describe('the logo of a site', () => {
  it('[MNG-02] is drawn again, shown in two sizes to those who see the site, and recorded in the log', async () => {
    const fileId = await uploaded(subAdmin);
    expect((await save(subAdmin, fileId)).json()).toEqual({ fileId });
    expect([await logoOf(admin), await logoOf(subAdmin)]).toEqual([fileId, fileId]);
    const whole = await sharp((await read(admin, fileId)).rawPayload).metadata();
    expect([whole.width, whole.height]).toEqual([384, 128]);
    const small = await sharp((await read(subAdmin, fileId, '96')).rawPayload).metadata();
    expect([small.width, small.height]).toEqual([96, 96]);
    const { data } = (await admin('GET', '/secure/sites', { query: { searchText: 'river' } })).json();
    expect(data).toMatchObject([{ name: 'River Depot', logo: fileId }]);
    const [entry] = await server.owner
      .selectFrom('audit_entries')
      .select(['subject_id', 'before', 'after'])
      .where('tenant_id', '=', tenant.id)
      .where('action', '=', 'site.logoChanged')
      .execute();
    expect(entry).toEqual({ subject_id: siteId, before: { hasLogo: false }, after: { hasLogo: true } });
  });

  it('[MNG-02] is taken away, and no longer shown then', async () => {
    const fileId = await uploaded(admin);
    await save(admin, fileId);
    expect((await save(admin, null)).json()).toEqual({ fileId: null });
    expect(await logoOf(admin)).toBe('');
    expect((await read(admin, fileId)).statusCode).toBe(404);
  });

  it('is of the own site alone, and of one’s own uploads of logos', async () => {
    const mine = await uploaded(admin);
    await save(admin, mine);
    expect((await read(outsider, mine)).statusCode).toBe(404);
    expect((await save(outsider, null)).statusCode).toBe(404);
    const stolen = await save(subAdmin, mine);
    expect([stolen.statusCode, Object.keys(stolen.json())]).toEqual([400, ['fileId']]);
    const photo = await admin('POST', '/secure/files', {
      query: { purpose: 'image' },
      ...formOf(await plainPicture()),
    });
    expect((await save(admin, photo.json().fileId)).statusCode).toBe(400);
    const stranger = await makeTenant(server.owner);
    const elsewhere = await browserOf(server, stranger, (await makeUser(server.owner, stranger)).id);
    expect((await read(elsewhere, mine)).statusCode).toBe(404);
    expect((await save(elsewhere, null)).statusCode).toBe(404);
  });

  it('may be sent by who may edit sites, as a picture', async () => {
    const plain = await makeTenant(server.owner);
    const site = await makeSite(server.owner, plain);
    const { id } = await makeUser(server.owner, plain, { siteId: site });
    expect((await upload(await browserOf(server, plain, id))).statusCode).toBe(403);
    expect((await upload(admin, Buffer.from('<svg/>'))).json().file[0].message).toBe('photo_type');
  });
});
