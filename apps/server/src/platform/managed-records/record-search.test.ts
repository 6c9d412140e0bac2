import { sql } from 'kysely';
import { beforeAll, describe, expect, it } from 'vitest';
import { makeSite, makeTenant, makeUser, type MadeTenant } from '../../testing/factories.ts';
import { browserOf } from '../../testing/made-sessions.ts';
import { type Caller, testApp, type TestApp } from '../../testing/test-app.ts';

let server: TestApp;
let tenant: MadeTenant;
let admin: Caller;

const names = ['Ramesh Towers', 'Kumar Plaza', 'Café Nôtre', 'गश्त भवन', 'Warehouse 12', 'Warehouse 21'];
const foreign = [
  'Łódź Magazyn',
  'Ærø Havn',
  'Königstraße',
  'Þórshöfn',
  'Diyarbakır Depo',
  "O'Connor’s Yard",
  'Bay-East 7',
  'गेट ४५',
];

beforeAll(async () => {
  server = await testApp();
  tenant = await makeTenant(server.owner);
  for (const name of [...names, ...foreign]) await makeSite(server.owner, tenant, { name });
  admin = await browserOf(server, tenant, (await makeUser(server.owner, tenant)).id);
  const other = await makeTenant(server.owner);
  await makeSite(server.owner, other, { name: 'Ramesh Elsewhere' });
});

async function found(searchText: string, caller = admin): Promise<string[]> {
  const reply = await caller('GET', '/secure/sites', { query: { searchText, limit: '50' } });
  const { count, data } = reply.json();
  expect(count).toBe(data.length);
  return data.map((site: { name: string }) => site.name);
}

describe('the search of a list', () => {
  it.each([
    ['a whole word', 'ramesh', ['Ramesh Towers']],
    ['the beginning of a word', 'ku', ['Kumar Plaza']],
    ['one letter', 'w', ['Warehouse 12', 'Warehouse 21']],
    ['the middle of a word', 'ehou', ['Warehouse 12', 'Warehouse 21']],
    ['several words in any order', '21 ware', ['Warehouse 21']],
    ['letters without their accents', 'cafe notre', ['Café Nôtre']],
    ['letters with other accents', 'CAFÉ', ['Café Nôtre']],
    ['another script', 'गश्त', ['गश्त भवन']],
    ['a letter left out', 'ramsh', ['Ramesh Towers']],
    ['a letter too many', 'rameesh', ['Ramesh Towers']],
    ['another letter', 'remesh', ['Ramesh Towers']],
    ['two letters exchanged', 'kumra', ['Kumar Plaza']],
    ['two of the first letters exchanged', 'armesh', ['Ramesh Towers']],
    ['two of the first letters exchanged, before another word', 'lpaza kumar', ['Kumar Plaza']],
    ['a slip in one of two words', 'warehuose 12', ['Warehouse 12']],
    ['nothing like it', 'zzzz', []],
    ['only punctuation', '%_-', []],
  ])('[GRID-05] finds by %s', async (_what, text, expected) => {
    expect((await found(text)).toSorted()).toEqual(expected);
  });

  it.each([
    ['a stroke left out', 'lodz', ['Łódź Magazyn']],
    ['a stroke and a case of its own', 'ŁÓDŹ magazyn', ['Łódź Magazyn']],
    ['a ligature spelt out', 'aero', ['Ærø Havn']],
    ['a sharp s spelt out', 'strasse', ['Königstraße']],
    ['a thorn spelt out', 'thorshofn', ['Þórshöfn']],
    ['a dotless i', 'diyarbakir', ['Diyarbakır Depo']],
    ['an apostrophe of another kind', "O'Connor's", ["O'Connor’s Yard"]],
    ['an acute accent for an apostrophe', 'o´connor', ["O'Connor’s Yard"]],
    ['no apostrophe', 'oconnors yard', ["O'Connor’s Yard"]],
    ['an apostrophe where there is none', 'c’afe', ['Café Nôtre']],
    ['a letter that is not seen', '\u200Bcafe', ['Café Nôtre']],
    ['a soft hyphen and a mark of direction', 'ra\u00ADmesh\u200F', ['Ramesh Towers']],
    ['another dash', 'Bay – East', ['Bay-East 7']],
    ['digits of another script', 'warehouse १२', ['Warehouse 12']],
    ['digits of a name in another script', 'गेट 45', ['गेट ४५']],
    ['a no-break space', 'ramesh\u00A0towers', ['Ramesh Towers']],
    ['full-width letters', 'ｋｕｍａｒ', ['Kumar Plaza']],
  ])('[INPUT-01] [INPUT-03] finds by %s', async (_what, text, expected) => {
    expect(await found(text)).toEqual(expected);
  });

  it('[GRID-05] puts what begins with the text first', async () => {
    await makeSite(server.owner, tenant, { name: 'Annexe of Quarry' });
    await makeSite(server.owner, tenant, { name: 'Quarry' });
    expect(await found('quarry')).toEqual(['Quarry', 'Annexe of Quarry']);
  });

  it('of a sub admin never tells of another site, not even by finding less', async () => {
    const own = await makeSite(server.owner, tenant, { name: 'Granite Gate' });
    await makeSite(server.owner, tenant, { name: 'Granit' });
    await server.owner
      .insertInto('tenant_settings')
      .values({ tenant_id: tenant.id, sub_admin_access: JSON.stringify({ SITES: ['view'] }) })
      .execute();
    const user = await makeUser(server.owner, tenant, { siteId: own });
    const sub = await browserOf(server, tenant, user.id);
    expect(await found('granit', sub)).toEqual(['Granite Gate']);
    expect(await found('ramesh', sub)).toEqual([]);
    // A slip is forgiven as if the other site did not exist.
    await makeSite(server.owner, tenant, { name: 'Granote' });
    expect(await found('granote', sub)).toEqual(['Granite Gate']);
  });

  it('leaves out what was deleted', async () => {
    await makeSite(server.owner, tenant, { name: 'Vanished', activated: false, deleted_at: new Date() });
    expect(await found('vanished')).toEqual([]);
  });

  it('finds nothing for anyone who has not said which tenant, even past the tenant rule', async () => {
    const { rows } = await sql`SELECT * FROM search_sites('ramesh', NULL)`.execute(server.owner);
    expect(rows).toEqual([]);
  });
});
