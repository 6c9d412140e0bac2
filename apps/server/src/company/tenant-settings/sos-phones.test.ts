// The phone numbers on the guards' SOS screen: set by super admins, kept by each phone with its plan.
import { beforeEach, expect, it } from 'vitest';
import { makeGuard, makeSite, makeTenant, makeUser, type MadeTenant } from '../../testing/factories.ts';
import { browserOf, deviceOf } from '../../testing/made-sessions.ts';
import { type Caller, testApp } from '../../testing/test-app.ts';

const path = '/secure/app-settings/tenant';
const server = await testApp();
let tenant: MadeTenant;
let admin: Caller;

beforeEach(async () => {
  tenant = await makeTenant(server.owner);
  admin = await browserOf(server, tenant, (await makeUser(server.owner, tenant)).id);
});

const read = async () => (await admin('GET', path)).json();
async function save(change: object) {
  const { settings, version } = await read();
  return admin('PUT', path, { body: { version, settings: { ...settings, ...change } } });
}

/** What a phone of a guard of these sites keeps. */
async function phonesFor(siteIds: readonly string[] = []) {
  const guard = await makeGuard(server.owner, tenant, { siteIds: [...siteIds] });
  return (await (await deviceOf(server, tenant, guard.id))('GET', '/field/plan')).json().phones;
}

it('[TONIGHT-03] the phone of a guard gets the numbers of its company, and those of no one else', async () => {
  const chosen = { controlRoomPhone: '+912067001122', emergencyNumber: '100' };
  expect((await save(chosen)).json().settings).toMatchObject(chosen);
  expect(await phonesFor()).toEqual({ controlRoom: '+912067001122', emergency: '100', sites: [] });
  tenant = await makeTenant(server.owner);
  expect(await phonesFor()).toEqual({ controlRoom: '', emergency: '112', sites: [] });
});

it('[TONIGHT-03] where none is set, the emergency number is the usual one of the country', async () => {
  await save({ defaultCountryCode: '+1' });
  expect((await phonesFor()).emergency).toBe('911');
  await save({ defaultCountryCode: '+44' });
  expect((await phonesFor()).emergency).toBe('112');
});

it("[TONIGHT-03] without a control room the phone gets the contacts of its guard's own sites", async () => {
  const contact_phone = '+919800000077';
  const siteId = await makeSite(server.owner, tenant, { name: 'Dock', contact_phone });
  await makeSite(server.owner, tenant, { name: 'Elsewhere', contact_phone });
  const withoutPhone = await makeSite(server.owner, tenant, { name: 'Yard' });
  const { sites } = await phonesFor([siteId, withoutPhone]);
  expect(sites).toEqual([{ siteId, siteName: 'Dock', phone: contact_phone }]);
  await save({ controlRoomPhone: '02067001122' });
  expect((await phonesFor([siteId])).sites).toEqual([]);
});

it.each([
  [{ controlRoomPhone: 'call me' }, 'settings.controlRoomPhone', 'contact_phone_pattern'],
  [{ controlRoomPhone: '12345' }, 'settings.controlRoomPhone', 'contact_phone_pattern'],
  [{ emergencyNumber: '1' }, 'settings.emergencyNumber', 'setting_emergency_number'],
  [{ emergencyNumber: '112;ext=1' }, 'settings.emergencyNumber', 'setting_emergency_number'],
  [{ emergencyNumber: '1'.repeat(14) }, 'settings.emergencyNumber', 'setting_emergency_number'],
])('[TONIGHT-03] %j is refused at its field', async (change, field, message) => {
  const reply = await save(change);
  expect(reply.statusCode).toBe(400);
  expect(reply.json()[field]).toMatchObject([{ message }]);
});

it('[TONIGHT-03] who changed a number, and from what to what, stands in the audit log', async () => {
  await save({ controlRoomPhone: '+912067001122', emergencyNumber: '100' });
  const entry = await server.owner
    .selectFrom('audit_entries')
    .select(['action', 'before', 'after'])
    .where('tenant_id', '=', tenant.id)
    .executeTakeFirstOrThrow();
  expect(entry).toEqual({
    action: 'settings.changed',
    before: { controlRoomPhone: '', emergencyNumber: '' },
    after: { controlRoomPhone: '+912067001122', emergencyNumber: '100' },
  });
});

it('[TONIGHT-03] a console that knows nothing of the numbers saves the rest and leaves them as they are', async () => {
  const chosen = { controlRoomPhone: '+912067001122', emergencyNumber: '100' };
  await save(chosen);
  const { settings, version } = await read();
  const { controlRoomPhone: _phone, emergencyNumber: _number, ...before } = settings;
  const body = { version, settings: { ...before, pageSize: 40 } };
  expect((await admin('PUT', path, { body })).statusCode).toBe(200);
  expect((await read()).settings).toMatchObject({ ...chosen, pageSize: 40 });
});
