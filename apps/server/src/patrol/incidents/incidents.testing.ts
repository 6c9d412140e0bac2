// A tenant with two sites and everybody who has to do with their incidents.
import { type MadeTenant, makeGuard, makeSite, makeTenant, makeUser } from '../../testing/factories.ts';
import { browserOf, deviceOf } from '../../testing/made-sessions.ts';
import type { Caller, TestApp } from '../../testing/test-app.ts';
import { formOf, plainPicture } from '../../testing/test-files.ts';

export interface IncidentWorld {
  readonly tenant: MadeTenant;
  readonly siteId: string;
  readonly otherSiteId: string;
  readonly guardId: string;
  readonly adminId: string;
  readonly subAdminId: string;
  readonly admin: Caller;
  /** Of the first site, where sub admins may do everything with incidents. */
  readonly subAdmin: Caller;
  /** Of the guard, who is posted at the first site. */
  readonly device: Caller;
}

export async function makeIncidentWorld(server: TestApp): Promise<IncidentWorld> {
  const { owner } = server;
  const tenant = await makeTenant(owner);
  const siteId = await makeSite(owner, tenant, { name: 'River Depot' });
  const otherSiteId = await makeSite(owner, tenant, { name: 'Hill Store' });
  const guard = await makeGuard(owner, tenant, { siteIds: [siteId] });
  const admin = await makeUser(owner, tenant);
  const subAdmin = await makeUser(owner, tenant, { siteId, first_name: 'Rohan', last_name: 'Kale' });
  await owner
    .insertInto('tenant_settings')
    .values({
      tenant_id: tenant.id,
      sub_admin_access: JSON.stringify({ INCIDENTS: ['view', 'add', 'edit', 'status'] }),
    })
    .execute();
  return {
    tenant,
    siteId,
    otherSiteId,
    guardId: guard.id,
    adminId: admin.id,
    subAdminId: subAdmin.id,
    admin: await browserOf(server, tenant, admin.id),
    subAdmin: await browserOf(server, tenant, subAdmin.id),
    device: await deviceOf(server, tenant, guard.id),
  };
}

/** What a form sends; of the first site unless changed. */
export const fieldsOf = ({ siteId }: Pick<IncidentWorld, 'siteId'>, change: object = {}) => ({
  siteId,
  type: 'fire',
  severity: 'high',
  description: 'Smoke from the generator room',
  position: { latitude: 18.5, longitude: 73.8 },
  guardId: null,
  ...change,
});

/** Opens an incident; its id. */
export async function open(world: IncidentWorld, change: object = {}, by = world.admin): Promise<string> {
  const body = { ...fieldsOf(world, change), photoIds: [] };
  const reply = await by('POST', '/secure/incidents', { body });
  if (reply.statusCode !== 200) throw new Error(`opening answered ${reply.statusCode}: ${reply.body}`);
  return reply.json().id;
}

/** Uploads a picture as the caller; its file's id. */
export async function uploadImage(by: Caller): Promise<string> {
  const form = formOf(await plainPicture(400, 300));
  const reply = await by('POST', '/secure/files', { query: { purpose: 'image' }, ...form });
  return reply.json().fileId;
}
