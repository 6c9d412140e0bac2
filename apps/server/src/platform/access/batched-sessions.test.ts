// Sessions that are looked up together: each is its own, and as it is at that moment.
import { beforeAll, expect, it } from 'vitest';
import { browserOf } from '../../testing/made-sessions.ts';
import { makeSite, makeTenant, makeUser, type MadeTenant } from '../../testing/factories.ts';
import { anyone, type Caller, testApp, type TestApp } from '../../testing/test-app.ts';

let server: TestApp;
let tenants: readonly MadeTenant[];
beforeAll(async () => {
  server = await testApp();
  tenants = [await makeTenant(server.owner), await makeTenant(server.owner)];
});

interface Person {
  readonly id: string;
  readonly browser: Caller;
}

async function makePeople(tenant: MadeTenant): Promise<Person[]> {
  const siteId = await makeSite(server.owner, tenant);
  const people: Person[] = [];
  for (const values of [{}, {}, { role: 'subAdmin', siteId }] as const) {
    const { id } = await makeUser(server.owner, tenant, values);
    people.push({ id, browser: await browserOf(server, tenant, id) });
  }
  return people;
}

const whoIs = async ({ browser }: Person): Promise<string> => {
  const reply = await browser('GET', '/secure/user-metadata');
  return reply.statusCode === 200 ? reply.json().user.id : String(reply.statusCode);
};

it('[API-01] of many at once each is who it is, of its tenant, and no one without a session is anybody', async () => {
  const people = (await Promise.all(tenants.map(makePeople))).flat();
  const strangers = tenants.map((tenant) => ({ id: '401', browser: anyone(server.app, tenant) }));
  const asked = Array.from({ length: 12 }, () => [...people, ...strangers]).flat();
  expect(await Promise.all(asked.map(whoIs))).toEqual(asked.map(({ id }) => id));
});

it('[API-01] one that ends is over for anyone who asks next, however many others are asking', async () => {
  const [tenant] = tenants;
  if (tenant === undefined) throw new Error('no tenant was made');
  const [ending, staying] = await makePeople(tenant);
  if (ending === undefined || staying === undefined) throw new Error('both accounts must exist');
  let isOver = false;
  const others = Array.from({ length: 8 }, async () => {
    while (!isOver) expect(await whoIs(staying)).toBe(staying.id);
  });
  expect(await whoIs(ending)).toBe(ending.id);
  await server.owner.deleteFrom('sessions').where('user_id', '=', ending.id).execute();
  expect(await whoIs(ending)).toBe('401');
  isOver = true;
  await Promise.all(others);
});
