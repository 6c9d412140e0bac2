import { infoPageIds } from '@watchpost/domain/info-pages';
import { beforeAll, describe, expect, it } from 'vitest';
import { makeInfoPage, makeSite, makeTenant, makeUser, type MadeTenant } from '../../testing/factories.ts';
import { browserOf } from '../../testing/made-sessions.ts';
import { anyone, type Caller, testApp, type TestApp } from '../../testing/test-app.ts';

let server: TestApp;
let tenant: MadeTenant;
let asha: Caller;
let visitor: Caller;

beforeAll(async () => {
  server = await testApp();
  tenant = await makeTenant(server.owner);
  const { id } = await makeUser(server.owner, tenant, { first_name: 'Asha', last_name: 'Kale' });
  asha = await browserOf(server, tenant, id);
  visitor = anyone(server.app, tenant);
});

const path = (id: string, more = '') => `/secure/app-settings/pages/${id}${more}`;
const save = (id: string, html: string, version: number, caller = asha) =>
  caller('PUT', path(id), { body: { html, version } });
const read = async (id: string, caller = visitor) => (await caller('GET', `/app-info/${id}`)).json();

describe('reading', () => {
  it('[INFO-01] [INFO-02] everyone reads each of the five pages; one that no one wrote is empty', async () => {
    for (const id of infoPageIds) {
      const reply = await visitor('GET', `/app-info/${id}`);
      expect([reply.statusCode, reply.json()]).toEqual([200, { id, html: '' }]);
    }
  });

  it.each(['faq', 'FAQS', 'toString', '__proto__', '1'])('[INFO-01] %s is no page', async (id) => {
    const reply = await visitor('GET', `/app-info/${id}`);
    expect(reply.statusCode).toBe(400);
    expect(reply.json()).toEqual({ id: [expect.objectContaining({ code: 'invalid' })] });
  });

  it('[INFO-02] what came into the database by other ways is cut before it is sent', async () => {
    const own = await makeTenant(server.owner);
    await makeInfoPage(server.owner, own, 'faqs', '<p onclick="alert(1)">Asked</p><script>alert(1)</script>');
    expect((await read('faqs', anyone(server.app, own))).html).toBe('<p>Asked</p>');
  });

  it('each tenant has pages of its own', async () => {
    const other = await makeTenant(server.owner);
    await makeInfoPage(server.owner, other, 'aboutCompany', '<p>Other company</p>');
    expect((await read('aboutCompany')).html).toBe('');
    expect((await read('aboutCompany', anyone(server.app, other))).html).toBe('<p>Other company</p>');
  });
});

describe('writing', () => {
  it('[MNG-09] [INFO-02] a saved text is cut, shown to everyone at once and known by who and when', async () => {
    const startedMs = Date.now();
    const reply = await save('privacyPolicy', '<h2>Privacy</h2><img src=x onerror=alert(1)>', 0);
    expect(reply.json()).toEqual({
      id: 'privacyPolicy',
      html: '<h2>Privacy</h2>',
      version: 1,
      savedAtMs: expect.any(Number),
      savedBy: 'Asha Kale',
    });
    expect(reply.json().savedAtMs).toBeGreaterThanOrEqual(startedMs - 1_000);
    expect((await read('privacyPolicy')).html).toBe('<h2>Privacy</h2>');
    // Nothing else was stored.
    const stored = await server.owner
      .selectFrom('app_settings')
      .select('html')
      .where('tenant_id', '=', tenant.id)
      .where('id', '=', 'privacyPolicy')
      .executeTakeFirst();
    expect(stored).toEqual({ html: '<h2>Privacy</h2>' });
  });

  it('[MNG-09] the second of two editors is refused, and nothing of the first is lost', async () => {
    await save('faqs', '<p>one</p>', 0);
    const replies = await Promise.all([save('faqs', '<p>mine</p>', 1), save('faqs', '<p>yours</p>', 1)]);
    expect(replies.map((reply) => reply.statusCode).toSorted()).toEqual([200, 409]);
    const winner = replies[0]?.statusCode === 200 ? '<p>mine</p>' : '<p>yours</p>';
    expect((await read('faqs')).html).toBe(winner);
    expect((await asha('GET', path('faqs'))).json().version).toBe(2);
    const late = await save('faqs', '<p>late</p>', 0);
    expect(late.json().general[0].code).toBe('editedMeanwhile');
  });

  it('[MNG-09] two who write a page for the first time at once do not overwrite each other', async () => {
    const replies = await Promise.all([
      save('termConditions', '<p>a</p>', 0),
      save('termConditions', '<p>b</p>', 0),
    ]);
    expect(replies.map((reply) => reply.statusCode).toSorted()).toEqual([200, 409]);
  });

  it('a sub admin is refused to read and to write, another tenant has its own page', async () => {
    const siteId = await makeSite(server.owner, tenant);
    const sub = await browserOf(server, tenant, (await makeUser(server.owner, tenant, { siteId })).id);
    expect((await save('faqs', '<p>sub</p>', 2, sub)).statusCode).toBe(403);
    expect((await sub('GET', path('faqs'))).statusCode).toBe(403);
    expect((await sub('GET', path('faqs', '/revisions'))).statusCode).toBe(403);
    expect(
      (await sub('POST', path('faqs', '/revisions/1/restore'), { body: { version: 2 } })).statusCode,
    ).toBe(403);
    const other = await makeTenant(server.owner);
    const stranger = await browserOf(server, other, (await makeUser(server.owner, other)).id);
    expect((await stranger('GET', path('faqs'))).json()).toMatchObject({ html: '', version: 0 });
    expect((await stranger('GET', path('faqs', '/revisions'))).json()).toEqual({ data: [] });
    expect((await stranger('GET', path('faqs', '/revisions/1'))).statusCode).toBe(404);
  });

  it.each([
    [{ html: 'x'.repeat(200_001), version: 0 }, 'html'],
    [{ html: 'a\u0000b', version: 0 }, 'html'],
    [{ html: 7, version: 0 }, 'html'],
    [{ html: '', version: -1 }, 'version'],
    [{ html: '', version: 1.5 }, 'version'],
    [{ html: '' }, 'version'],
    [{ html: '', version: 0, savedBy: 'me' }, 'savedBy'],
  ])('%# is refused by its field', async (body, field) => {
    const reply = await asha('PUT', path('contactSupport'), { body });
    expect([reply.statusCode, Object.keys(reply.json())]).toEqual([400, [field]]);
  });

  it('a text nested without end is cut, not crashed upon', async () => {
    const reply = await save('contactSupport', '<blockquote>'.repeat(15_000), 0);
    expect(reply.statusCode).toBe(200);
    expect(reply.json().html.length).toBeLessThan(2_000);
  });
});

describe('the history of a page', () => {
  it('[MNG-09] tells who saved what and when, opens each text and restores one as the next version', async () => {
    const own = await makeTenant(server.owner);
    const { id } = await makeUser(server.owner, own, { first_name: 'Meera', last_name: '' });
    const meera = await browserOf(server, own, id);
    // As the demo and an importer leave it: a text without a revision.
    await server.owner
      .insertInto('app_settings')
      .values({ tenant_id: own.id, id: 'faqs', html: '<p>first</p>' })
      .execute();
    await save('faqs', '<p>second</p>', 1, meera);
    await save('faqs', '<p>third</p>', 2, meera);
    const restored = await meera('POST', path('faqs', '/revisions/1/restore'), { body: { version: 3 } });
    expect(restored.json()).toMatchObject({ html: '<p>first</p>', version: 4, savedBy: 'Meera' });
    const { data } = (await meera('GET', path('faqs', '/revisions'))).json();
    expect(
      data.map((revision: { version: number; savedBy: string | null; restoredFrom: number | null }) => [
        revision.version,
        revision.savedBy,
        revision.restoredFrom,
      ]),
    ).toEqual([
      [4, 'Meera', 1],
      [3, 'Meera', null],
      [2, 'Meera', null],
      [1, null, null],
    ]);
    expect((await meera('GET', path('faqs', '/revisions/2'))).json().html).toBe('<p>second</p>');
    const late = await meera('POST', path('faqs', '/revisions/2/restore'), { body: { version: 3 } });
    expect(late.statusCode).toBe(409);
    expect((await read('faqs', anyone(server.app, own))).html).toBe('<p>first</p>');
  });

  it('cannot be changed by the role that serves requests', async () => {
    const db = server.database.forTenant(tenant.id);
    const update = db.updateTable('app_setting_revisions').set({ html: '' }).execute();
    await expect(update).rejects.toThrow('permission denied');
    await expect(db.deleteFrom('app_setting_revisions').execute()).rejects.toThrow('permission denied');
  });
});
