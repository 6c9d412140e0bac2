// What becomes of the sample export's records, as the product then shows them.
import path from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { makeTenant, makeUser, type MadeTenant } from '../../testing/factories.ts';
import { browserOf } from '../../testing/made-sessions.ts';
import { databaseUrlOf, runCommand } from '../../testing/run-command.ts';
import { anyone, type Caller, testApp, type TestApp } from '../../testing/test-app.ts';

const sample = path.join(import.meta.dirname, 'sample-export');
let server: TestApp;
let tenant: MadeTenant;
let admin: Caller;

beforeAll(async () => {
  server = await testApp();
  tenant = await makeTenant(server.owner);
  const env = { DATABASE_URL: databaseUrlOf(server.connection) };
  await runCommand('import-source.ts', ['--tenant', tenant.slug, '--from', sample], env);
  admin = await browserOf(server, tenant, (await makeUser(server.owner, tenant)).id);
});

const listed = async (noun: string) => (await admin('GET', `/secure/${noun}`)).json().data;

describe('an imported record', () => {
  it('[DATA-01] [DATA-02] of a site has its place, its zone, whom to call and its account', async () => {
    const [harbour, mall, ...others] = await listed('sites');
    expect(others).toEqual([]);
    expect(harbour).toMatchObject({ name: 'Harbour Yard', activated: false, timeZone: 'Asia/Kolkata' });
    expect(mall).toMatchObject({
      name: 'Northgate Mall',
      address: '12 Ring Road',
      latitude: 18.5204,
      longitude: 73.8567,
      contactName: 'Ravi',
      contactPhone: '9876500009',
      activated: true,
    });
    expect(await listed(`sites/${mall.id}/sub-admins`)).toMatchObject([
      { email: 'mall@northgate.example', firstName: 'Ravi' },
    ]);
  });

  it('[DATA-01] [DATA-02] of a guard or an administrator has its names, number and sites', async () => {
    const guards = await listed('guards');
    const shown = guards.map((guard: Record<string, unknown> & { sites: { name: string }[] }) => [
      guard['employeeId'],
      guard['firstName'],
      guard['lastName'],
      guard['email'],
      `${String(guard['countryCode'])} ${String(guard['phoneNumber'])}`,
      guard['activated'],
      guard.sites.map(({ name }) => name),
    ]);
    expect(shown).toEqual([
      ['E101', 'Asha', 'Kale', 'asha@northgate.example', '+91 9876500001', true, ['Northgate Mall']],
      ['E102', 'Balu', '', '', '+91 ', false, ['Harbour Yard', 'Northgate Mall']],
      ['E103', 'Chetan', '', '', '+91 ', true, ['Northgate Mall']],
      ['E777', 'Gone', '', '', '+91 ', false, ['Harbour Yard']],
    ]);
    const meera = await server.owner
      .selectFrom('users')
      .select(['role', 'first_name', 'last_name', 'phone_number', 'country_code', 'activated'])
      .where('tenant_id', '=', tenant.id)
      .where('email', '=', 'meera@northgate.example')
      .execute();
    expect(meera).toEqual([
      {
        role: 'superAdmin',
        first_name: 'Meera',
        last_name: 'Deshmukh',
        phone_number: '9876543210',
        country_code: '+91',
        activated: true,
      },
    ]);
  });

  it('[DATA-01] [DATA-02] of a checkpoint has its place, its radius and the code on its wall', async () => {
    const [park, gate, ...others] = await listed('checkpoints');
    expect(others).toEqual([]);
    expect(park).toMatchObject({ name: 'Car park', siteName: 'Northgate Mall', radiusMetres: 30 });
    expect(gate).toMatchObject({
      name: 'Main gate',
      latitude: 18.5205,
      longitude: 73.8568,
      radiusMetres: 25,
      instructions: 'Try the lock',
      activated: true,
    });
    const { codes } = (await admin('GET', `/secure/checkpoints/${gate.id}/details`)).json();
    expect(codes).toMatchObject([{ text: 'NG-GATE-1', isSigned: false }]);
  });

  it('[DATA-01] [DATA-02] of a shift, a route or a tour is planned as it was', async () => {
    const [asha] = await listed('guards');
    const [shift] = await listed('shifts');
    expect(shift).toMatchObject({
      name: 'Night',
      siteName: 'Northgate Mall',
      fromMinute: 1320,
      toMinute: 360,
      weekdays: [1, 7],
      guardIds: [asha.id],
    });
    const routes = await listed('patrol-routes');
    const walked = routes.filter(({ activated }: { activated: boolean }) => activated);
    expect(walked).toMatchObject([
      { name: 'Round the mall', siteName: 'Northgate Mall', isFixedOrder: true },
    ]);
    const { stops } = (await admin('GET', `/secure/patrol-routes/${walked[0].id}`)).json();
    expect(stops.map(({ name }: { name: string }) => name)).toEqual(['Main gate', 'Car park']);
    expect(await listed('patrol-tours')).toMatchObject([
      { name: 'Hourly', routeName: 'Round the mall', shiftName: 'Night' },
    ]);
  });

  it('[DATA-01] [DATA-02] of an incident or a text tells what was told', async () => {
    expect(await listed('incidents')).toMatchObject([
      {
        type: 'fire',
        severity: 'medium',
        status: 'Closed',
        description: 'Smoke',
        siteName: 'Northgate Mall',
        reporterName: 'Asha Kale',
        latitude: 18.5206,
        longitude: 73.8569,
        reportedAt: 1700000500000,
      },
    ]);
    const page = async (id: string) =>
      (await anyone(server.app, tenant)('GET', `/app-info/${id}`)).json().html;
    expect([await page('aboutCompany'), await page('faqs')]).toEqual(['<p>About us</p>', '<p>Questions</p>']);
  });

  it('[DATA-02] rounds read as they were walked, and accounts have no password', async () => {
    const data = await listed('scanned-checkpoints');
    const shown = data.map((round: Record<string, unknown>) => [
      round['employeeId'],
      round['siteName'],
      round['scannedCheckPoints'],
      round['totalCheckPoints'],
      round['status'],
      round['scannedStartTime'],
      round['scannedEndTime'],
    ]);
    expect(shown).toEqual([
      ['E101', 'Northgate Mall', 1, 1, 'Completed', 1700010800000, 1700010800000],
      ['E777', 'Harbour Yard', 0, 1, '', 1700007200000, null],
      ['E102', 'Northgate Mall', 1, 2, 'Incompleted', 1700003600000, 1700004200000],
      ['E101', 'Northgate Mall', 2, 2, 'Completed', 1700000000000, 1700000600000],
    ]);
    const scans = await listed(`scanned-checkpoints/${data[3].id}/checkpoints`);
    expect(scans.map((scan: Record<string, unknown>) => scan['checkPointName']).toSorted()).toEqual([
      'Car park (old name)',
      'Main gate',
    ]);
    const body = { username: 'meera@northgate.example', password: 'in-the-clear-1' };
    const entry = await anyone(server.app, tenant)('POST', '/user-signin', { body });
    expect(entry.statusCode).not.toBe(200);
  });
});
