import { beforeAll, describe, expect, it } from 'vitest';
import { makeSite, makeTenant, makeUser, type MadeTenant } from '../../testing/factories.ts';
import { browserOf } from '../../testing/made-sessions.ts';
import { anyone, type Caller, testApp, type TestApp } from '../../testing/test-app.ts';

const path = '/secure/app-settings/tenant';
let server: TestApp;
let tenant: MadeTenant;
let admin: Caller;

beforeAll(async () => {
  server = await testApp();
  tenant = await makeTenant(server.owner, { name: 'Old name' });
  admin = await browserOf(server, tenant, (await makeUser(server.owner, tenant)).id);
});

const read = async (caller = admin) => (await caller('GET', path)).json();
async function save(change: object, caller = admin) {
  const { settings, version } = await read(caller);
  return caller('PUT', path, { body: { version, settings: { ...settings, ...change } } });
}

describe("a tenant's settings", () => {
  it("[MNG-09] are the product's until they are chosen", async () => {
    expect(await read()).toEqual({
      version: 0,
      languages: ['en', 'hi', 'mr'],
      settings: {
        name: 'Old name',
        accentColour: null,
        dateFormat: 'MMM DD, YYYY hh:mm A',
        timeZone: 'Asia/Kolkata',
        language: null,
        defaultCountryCode: '+91',
        pageSize: null,
        mapCentre: { latitude: 18.5971, longitude: 73.7188 },
        mapZoom: 11,
        passwordMaxLength: 25,
        isTwoStepRequired: false,
        dutyLimitHours: 16,
        controlRoomPhone: '',
        emergencyNumber: '',
      },
    });
  });

  it('[MNG-09] once saved, are what the session, the map and the sign-in page tell from the next request on', async () => {
    const chosen = {
      name: 'New name',
      accentColour: '#7A1FA2',
      dateFormat: 'DD/MM/YYYY HH:mm',
      timeZone: 'Europe/Paris',
      defaultCountryCode: '+33',
      pageSize: 50,
      mapCentre: { latitude: 48.85, longitude: 2.35 },
      mapZoom: 9,
      passwordMaxLength: 64,
      isTwoStepRequired: true,
      dutyLimitHours: 24,
    };
    const reply = await save(chosen);
    expect(reply.statusCode).toBe(200);
    expect(reply.json().settings).toMatchObject({ ...chosen, accentColour: '#7a1fa2' });
    const view = (await admin('GET', '/secure/user-metadata')).json();
    expect(view.tenantConfig).toEqual(
      expect.arrayContaining([
        { configKey: 'dateFormat', configValue: 'DD/MM/YYYY HH:mm' },
        { configKey: 'pageSize', configValue: '50' },
        { configKey: 'accentColour', configValue: '#7a1fa2' },
        { configKey: 'defaultCountryCode', configValue: '+33' },
      ]),
    );
    expect((await admin('GET', '/secure/tenants/servicearea')).json()).toMatchObject({
      centre: { latitude: 48.85, longitude: 2.35 },
      zoom: 9,
    });
    expect((await anyone(server.app, tenant)('GET', '/admin/metadata')).json()).toMatchObject({
      tenantName: 'New name',
      accentColour: '#7a1fa2',
    });
  });

  it.each([
    {
      name: 'x',
      pageSize: 5,
      mapCentre: { latitude: -90, longitude: -180 },
      mapZoom: 1,
      passwordMaxLength: 25,
      dutyLimitHours: 4,
    },
    {
      name: 'x'.repeat(100),
      pageSize: 100,
      mapCentre: { latitude: 90, longitude: 180 },
      mapZoom: 19,
      passwordMaxLength: 128,
      dutyLimitHours: 72,
    },
  ])('[MNG-09] are taken up to their bounds and read back so: %j', async (bounds) => {
    expect((await save(bounds)).statusCode).toBe(200);
    expect((await read()).settings).toMatchObject(bounds);
  });

  it('[GRID-06] [MNG-09] that are not chosen are not stored by saving another', async () => {
    const own = await makeTenant(server.owner);
    const caller = await browserOf(server, own, (await makeUser(server.owner, own)).id);
    const stored = async () => {
      const rows = await server.owner
        .selectFrom('tenant_config')
        .select(['config_key as key', 'config_value as value'])
        .where('tenant_id', '=', own.id)
        .orderBy('config_key')
        .execute();
      return Object.fromEntries(rows.map(({ key, value }) => [key, value]));
    };
    const sentVersion = async (key: string) => {
      const { tenantConfig } = (await caller('GET', '/secure/user-metadata')).json();
      return tenantConfig.find(({ configKey }: { configKey: string }) => configKey === key)?.configValue;
    };
    expect((await save({ name: 'Renamed' }, caller)).statusCode).toBe(200);
    expect([await stored(), await sentVersion('pageSize'), await sentVersion('language')]).toEqual([
      {},
      '',
      '',
    ]);
    await save({ dutyLimitHours: 12 }, caller);
    expect(await stored()).toEqual({ dutyLimitHours: '12' });
    // What is chosen is stored, the default too, until the choice is taken back.
    await save({ pageSize: 30, language: 'en' }, caller);
    expect(await stored()).toEqual({ dutyLimitHours: '12', language: 'en', pageSize: '30' });
    await save({ dutyLimitHours: 16 }, caller);
    await save({ pageSize: null, language: null }, caller);
    expect([await stored(), await sentVersion('pageSize')]).toEqual([{ dutyLimitHours: '16' }, '']);
    const { defaultLanguage } = (await anyone(server.app, own)('GET', '/admin/metadata')).json();
    expect(defaultLanguage).toBeNull();
  });

  it('of one tenant leave the others alone', async () => {
    const other = await makeTenant(server.owner, { name: 'Other' });
    const stranger = await browserOf(server, other, (await makeUser(server.owner, other)).id);
    await save({ name: 'Mine', pageSize: 20 });
    expect((await read(stranger)).settings).toMatchObject({ name: 'Other', pageSize: null });
    await save({ name: 'Theirs' }, stranger);
    expect((await read()).settings.name).toBe('Mine');
  });

  it('saved by two at once refuse the second', async () => {
    const { settings, version } = await read();
    const replies = await Promise.all(
      ['A', 'B'].map((name) => admin('PUT', path, { body: { version, settings: { ...settings, name } } })),
    );
    expect(replies.map((reply) => reply.statusCode).toSorted()).toEqual([200, 409]);
  });

  it('switching access in between is no reason to refuse them', async () => {
    const { settings, version } = await read();
    const access = '/secure/app-settings/access';
    const { version: switched } = (await admin('GET', access)).json();
    await admin('PUT', access, {
      body: { version: switched, groups: [{ group: 'SITES', actions: ['view'] }] },
    });
    expect((await admin('PUT', path, { body: { version, settings } })).statusCode).toBe(200);
  });

  it('are refused to a sub admin', async () => {
    const siteId = await makeSite(server.owner, tenant);
    const sub = await browserOf(server, tenant, (await makeUser(server.owner, tenant, { siteId })).id);
    expect((await sub('GET', path)).statusCode).toBe(403);
    const { settings, version } = await read();
    expect((await sub('PUT', path, { body: { version, settings } })).statusCode).toBe(403);
  });

  it('written by hand and broken count as not set', async () => {
    const own = await makeTenant(server.owner);
    const caller = await browserOf(server, own, (await makeUser(server.owner, own)).id);
    const broken = {
      mapZoom: '-3',
      pageSize: 'many',
      dateFormat: '<b>',
      accentColour: 'red;}',
      mapCentreLatitude: '',
    };
    await server.owner
      .insertInto('tenant_config')
      .values(
        Object.entries(broken).map(([config_key, config_value]) => ({
          tenant_id: own.id,
          config_key,
          config_value,
        })),
      )
      .execute();
    expect((await read(caller)).settings).toMatchObject({
      mapZoom: 11,
      pageSize: null,
      dateFormat: 'MMM DD, YYYY hh:mm A',
      accentColour: null,
      mapCentre: { latitude: 18.5971 },
    });
  });

  it.each([
    [{ name: '  ' }, 'settings.name'],
    [{ name: 'x'.repeat(101) }, 'settings.name'],
    [{ name: 'a\u0000' }, 'settings.name'],
    [{ accentColour: 'red' }, 'settings.accentColour'],
    [{ accentColour: '#12345' }, 'settings.accentColour'],
    [{ dateFormat: 'YYYY' }, 'settings.dateFormat'],
    [{ timeZone: 'Mars/Olympus' }, 'settings.timeZone'],
    [{ language: 'xx' }, 'settings.language'],
    [{ language: '../en' }, 'settings.language'],
    [{ defaultCountryCode: '91' }, 'settings.defaultCountryCode'],
    [{ defaultCountryCode: '+0' }, 'settings.defaultCountryCode'],
    [{ pageSize: 4 }, 'settings.pageSize'],
    [{ pageSize: 101 }, 'settings.pageSize'],
    [{ pageSize: 10.5 }, 'settings.pageSize'],
    [{ mapCentre: { latitude: 91, longitude: 0 } }, 'settings.mapCentre.latitude'],
    [{ mapCentre: { latitude: 0, longitude: -181 } }, 'settings.mapCentre.longitude'],
    [{ mapZoom: 0 }, 'settings.mapZoom'],
    [{ mapZoom: 20 }, 'settings.mapZoom'],
    [{ passwordMaxLength: 24 }, 'settings.passwordMaxLength'],
    [{ passwordMaxLength: 129 }, 'settings.passwordMaxLength'],
    [{ isTwoStepRequired: 'yes' }, 'settings.isTwoStepRequired'],
    [{ dutyLimitHours: 3 }, 'settings.dutyLimitHours'],
    [{ dutyLimitHours: 73 }, 'settings.dutyLimitHours'],
  ])('[MNG-09] %j is refused at %s', async (change, field) => {
    const reply = await save(change);
    expect([reply.statusCode, Object.keys(reply.json())]).toEqual([400, [field]]);
  });
});
