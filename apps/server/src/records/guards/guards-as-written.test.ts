// Guards as people write them down: phones, names, addresses, ids and secrets, and what an import brought that no form takes.
import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, test } from 'vitest';
import { type MadeTenant, makeGuard, makeSite, makeTenant, makeUser } from '../../testing/factories.ts';
import { browserOf } from '../../testing/made-sessions.ts';
import { anyone, type Caller, testApp, type TestApp } from '../../testing/test-app.ts';

let server: TestApp;
let tenant: MadeTenant;
let admin: Caller;

beforeAll(async () => {
  server = await testApp();
  tenant = await makeTenant(server.owner);
  admin = await browserOf(server, tenant, (await makeUser(server.owner, tenant)).id);
});

let number = 0;
const fields = (change: object = {}) => ({
  employeeId: `AW${(number += 1)}`,
  firstName: 'Asha',
  lastName: 'Rao',
  email: '',
  phoneNumber: '',
  countryCode: '+91',
  siteIds: [] as string[],
  photo: '',
  ...change,
});

async function stored(change: object) {
  const reply = await admin('POST', '/secure/guards', { body: fields(change) });
  expect(reply.statusCode).toBe(200);
  return (await admin('GET', `/secure/guards/${reply.json().id}`)).json();
}

describe('the phone of a guard', () => {
  test.each([
    '98220 12345',
    '9822012345.0',
    '919822012345',
    '+91 (0) 98220 12345',
    '09822012345',
    '98220-12345',
    '98220‑12345',
    '\u202A+91 98220 12345\u202C',
    '९८२२०१२३४५',
    '+91-98220-12345',
  ])('[INPUT-01] [INPUT-03] is stored as 9822012345 where %j is written', async (phoneNumber) => {
    expect(await stored({ phoneNumber })).toMatchObject({ phoneNumber: '9822012345', countryCode: '+91' });
  });

  test('[INPUT-01] [INPUT-03] has the country that is written before it', async () => {
    const guard = await stored({ phoneNumber: '+44 (0)7911 123456' });
    expect(guard).toMatchObject({ phoneNumber: '7911123456', countryCode: '+44' });
  });

  test.each(['unknown', '9822012345 / 9822012346', '9.82E+09', '98220 12345 ext. 9'])(
    '[INPUT-01] is refused where %j is written',
    async (phoneNumber) => {
      const reply = await admin('POST', '/secure/guards', { body: fields({ phoneNumber }) });
      expect([reply.statusCode, reply.json().phoneNumber[0].message]).toEqual([400, 'guard_phone_pattern']);
    },
  );
});

describe('the texts of a guard', () => {
  test.each([
    ["D'Souza", "D'Souza"],
    ['O’Brien', 'O’Brien'],
    ['Md. Ali', 'Md. Ali'],
    ['R.', 'R.'],
    ['वर्\u200Dहाडे', 'वर्\u200Dहाडे'],
    ['ශ්\u200Dරී', 'ශ්\u200Dරී'],
    ['Asha\u00A0 Devi\u200B', 'Asha Devi'],
    ['Zoe\u0308', 'Zoë'],
  ])('[INPUT-02] are stored as people have them: the name %j', async (firstName, name) => {
    expect((await stored({ firstName, lastName: firstName })).lastName).toBe(name);
  });

  test.each([
    ['ops+night@client.security', 'ops+night@client.security'],
    [' O’Neil@Client.london ', "o'neil@client.london"],
    [`${'a'.repeat(51)}@bücher.example.com`, `${'a'.repeat(51)}@bücher.example.com`],
  ])('[INPUT-02] are stored as people have them: the address %j', async (email, address) => {
    expect((await stored({ email })).email).toBe(address);
  });

  test('[INPUT-03] lose invisible letters of an id, and keep its digits', async () => {
    expect((await stored({ employeeId: '\u200BEMP००७\uFEFF' })).employeeId).toBe('EMP007');
  });

  test.each(['\u200B', '\u3164', '\u2800', '\u00A0'])(
    '[INPUT-01] are missing where a name is %j',
    async (firstName) => {
      const reply = await admin('POST', '/secure/guards', { body: fields({ firstName }) });
      expect(reply.json().firstName[0].message).toBe('guard_first_name_required');
    },
  );

  test.each(['.ops@client.com', 'ops..x@client.com', 'ops@-client.com'])(
    '[INPUT-02] are refused where no mail server takes the address %j',
    async (email) => {
      const reply = await admin('POST', '/secure/guards', { body: fields({ email }) });
      expect(reply.json().email[0].message).toBe('email_pattern');
    },
  );
});

describe('a guard of an import', () => {
  const odd = {
    employee_id: 'EMP-001',
    first_name: 'Ali 2',
    last_name: 'Khan  (night)',
    email: '.g8@x.example.com',
    phone_number: '919822012345',
    country_code: '+91',
  };
  const shown = ({
    employeeId,
    firstName,
    lastName,
    email,
    phoneNumber,
    countryCode,
  }: Record<string, unknown>) => ({
    employeeId,
    firstName,
    lastName,
    email,
    phoneNumber,
    countryCode,
  });

  async function oddGuard(change: Partial<typeof odd> = {}) {
    const { id } = await makeGuard(server.owner, tenant, { ...odd, ...change });
    return (await admin('GET', `/secure/guards/${id}`)).json();
  }
  const save = (guard: { id: string; version: number }, change: object, by = admin) =>
    by('PUT', `/secure/guards/${guard.id}`, {
      body: { ...shown({ ...guard }), siteIds: [], photo: '', version: guard.version, ...change },
    });

  test('[INPUT-01] is saved as it is stored, whatever forms take', async () => {
    const guard = await oddGuard();
    expect((await save(guard, {})).statusCode).toBe(200);
    const after = (await admin('GET', `/secure/guards/${guard.id}`)).json();
    expect(shown(after)).toEqual(shown(guard));
    expect(after.version).toBe(2);
  });

  test('[INPUT-01] is saved with another phone, and with a name in other case', async () => {
    const guard = await oddGuard({ employee_id: 'EMP-002' });
    const reply = await save(guard, { phoneNumber: '98220 54321', firstName: 'ali  2' });
    expect(reply.statusCode).toBe(200);
    expect((await admin('GET', `/secure/guards/${guard.id}`)).json()).toMatchObject({
      firstName: 'Ali 2',
      phoneNumber: '9822054321',
      employeeId: 'EMP-002',
    });
  });

  test('[INPUT-01] takes no other text that forms refuse, and says which', async () => {
    const guard = await oddGuard({ employee_id: 'EMP-003' });
    const reply = await save(guard, { firstName: 'Ali 3', email: '.g9@x.example.com' });
    expect(reply.statusCode).toBe(400);
    expect(Object.keys(reply.json()).toSorted()).toEqual(['email', 'firstName']);
  });

  test('[INPUT-01] who also works elsewhere can be posted by one site without being changed', async () => {
    const [here, there] = [await makeSite(server.owner, tenant), await makeSite(server.owner, tenant)];
    const sub = await browserOf(server, tenant, (await makeUser(server.owner, tenant, { siteId: here })).id);
    const { id } = await makeGuard(server.owner, tenant, { ...odd, employee_id: 'EMP-004' });
    for (const site_id of [here, there])
      await server.owner
        .insertInto('guard_sites')
        .values({ tenant_id: tenant.id, guard_id: id, site_id })
        .onConflict((conflict) => conflict.doNothing())
        .execute();
    const guard = (await sub('GET', `/secure/guards/${id}`)).json();
    expect(guard.isShared).toBe(true);
    expect((await save(guard, { siteIds: [here] }, sub)).statusCode).toBe(200);
    expect((await save(guard, { firstName: 'Other', version: 2 }, sub)).statusCode).toBe(403);
  });
});

describe('a secret that the product made', () => {
  test('[INPUT-01] signs in however it was pasted or typed', async () => {
    const { id, employeeId } = await stored({});
    await server.owner
      .insertInto('guard_sites')
      .values({ tenant_id: tenant.id, guard_id: id, site_id: await makeSite(server.owner, tenant) })
      .execute();
    const [{ secret }] = (await admin('POST', '/secure/guards/secrets', { body: { ids: [id] } })).json()
      .secrets;
    const written: string[] = [
      secret,
      `${secret} `,
      `${secret}\r\n`,
      `\u200B${secret}`,
      secret.replaceAll('-', ''),
      secret.replaceAll('-', ' '),
      secret.replaceAll('-', '–'),
      secret.toUpperCase(),
    ];
    const tries = written.map((each, at) =>
      anyone(server.app, tenant)('POST', '/field/signin', {
        body: {
          employeeId: at % 2 === 0 ? employeeId : `\u200B${employeeId} `,
          secret: each,
          deviceId: randomUUID(),
        },
      }),
    );
    const replies = await Promise.all(tries);
    expect(replies.map(({ statusCode }) => statusCode)).toEqual(written.map(() => 200));
    const wrong = { employeeId, secret: secret.slice(0, -1), deviceId: randomUUID() };
    expect((await anyone(server.app, tenant)('POST', '/field/signin', { body: wrong })).statusCode).toBe(401);
  });
});
