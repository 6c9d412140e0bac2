import { beforeAll, describe, expect, it } from 'vitest';
import { type MadeTenant, makeTenant, makeUser } from '../../testing/factories.ts';
import { browserOf } from '../../testing/made-sessions.ts';
import { type Caller, testApp, type TestApp } from '../../testing/test-app.ts';

const path = '/secure/list-preferences/sites';
const view = (name: string) => ({ name, search: 'status=active&searchText=gate' });
let server: TestApp;
let tenant: MadeTenant;
let admin: Caller;

beforeAll(async () => {
  server = await testApp();
  tenant = await makeTenant(server.owner);
  admin = await browserOf(server, tenant, (await makeUser(server.owner, tenant)).id);
});

describe('how somebody likes to see a list', () => {
  it('begins with every column and no saved view', async () => {
    const shifts = await admin('GET', '/secure/list-preferences/shifts');
    expect(shifts.json()).toEqual({ hiddenColumns: [], views: [] });
  });

  it('leaves to the column menu what would not stand whole on a usual screen, until somebody arranges the list', async () => {
    const tours = '/secure/list-preferences/patrolTours';
    const hiddenColumns = ['shift', 'limits', 'validity', 'updatedAt'];
    expect((await admin('GET', tours)).json()).toEqual({ hiddenColumns, views: [] });
    const arranged = { hiddenColumns: [], views: [] };
    await admin('PUT', tours, { body: arranged });
    expect((await admin('GET', tours)).json()).toEqual(arranged);
  });

  it('[GRID-06] leaves the columns as they are at first out of what a saved view stores', async () => {
    const colleague = await makeUser(server.owner, tenant);
    const caller = await browserOf(server, tenant, colleague.id);
    const tours = '/secure/list-preferences/patrolTours';
    const { hiddenColumns } = (await caller('GET', tours)).json();
    const body = { hiddenColumns, views: [view('Nights')] };
    expect((await caller('PUT', tours, { body })).json()).toEqual(body);
    expect((await caller('GET', tours)).json()).toEqual(body);
    const row = await server.owner
      .selectFrom('list_preferences')
      .select('preferences')
      .where('user_id', '=', colleague.id)
      .executeTakeFirstOrThrow();
    expect(row.preferences).toEqual({ views: [view('Nights')] });
  });

  it('is kept for that person and that list alone', async () => {
    const body = { hiddenColumns: ['address'], views: [view('Gates')] };
    expect((await admin('PUT', path, { body })).json()).toEqual(body);
    expect((await admin('GET', path)).json()).toEqual(body);
    expect((await admin('GET', '/secure/list-preferences/guards')).json().views).toEqual([]);
    const colleague = await browserOf(server, tenant, (await makeUser(server.owner, tenant)).id);
    expect((await colleague('GET', path)).json().views).toEqual([]);
  });

  it.each([
    ['a view without a name', { hiddenColumns: [], views: [view(' ')] }],
    ['two views of one name', { hiddenColumns: [], views: [view('A'), view('A')] }],
    [
      'more views than anybody finds again',
      { hiddenColumns: [], views: Array.from({ length: 21 }, (_, n) => view(`${n}`)) },
    ],
    ['a search without end', { hiddenColumns: [], views: [{ name: 'A', search: 'x'.repeat(1_001) }] }],
  ])('is refused with %s', async (_what, body) => {
    expect((await admin('PUT', path, { body })).statusCode).toBe(400);
  });

  it('is unknown for a list that there is not', async () => {
    expect((await admin('GET', '/secure/list-preferences/planets')).statusCode).toBe(400);
  });
});
