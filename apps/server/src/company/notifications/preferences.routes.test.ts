import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { noticeChannels, noticeKinds } from '@watchpost/domain/notice-kinds';
import { notify } from '../../platform/notify/notify.queries.ts';
import { makeSite, makeTenant, makeUser, type MadeTenant } from '../../testing/factories.ts';
import { browserOf } from '../../testing/made-sessions.ts';
import { type Caller, testApp, type TestApp } from '../../testing/test-app.ts';

let server: TestApp;
let tenant: MadeTenant;
let siteId: string;
let admin: { id: string; caller: Caller };
let ofSite: { id: string; caller: Caller };

const path = '/secure/notification/preferences';

async function person(values: { siteId?: string } = {}) {
  const { id } = await makeUser(server.owner, tenant, values);
  return { id, caller: await browserOf(server, tenant, id) };
}

beforeAll(async () => {
  server = await testApp();
});
beforeEach(async () => {
  tenant = await makeTenant(server.owner);
  siteId = await makeSite(server.owner, tenant);
  admin = await person();
  ofSite = await person({ siteId });
});

const wish = (kind: string, channel: string, isOn: boolean) => ({ kind, channel, isOn });
const save = (caller: Caller, ...preferences: object[]) => caller('PUT', path, { body: { preferences } });

async function tell(): Promise<void> {
  const params = {
    route: 'Outer ring',
    site: 'Mill',
    minutes: 40,
    dueAtMs: 0,
    timeZone: 'Asia/Kolkata',
    hourCycle: 'h12',
  } as const;
  const db = server.database.forTenant(tenant.id);
  await db
    .transaction()
    .execute((trx) => notify(trx, { tenantId: tenant.id, kind: 'roundLate', siteId, params, link: null }));
}
const unread = async (caller: Caller): Promise<number> =>
  (await caller('GET', '/secure/notification/unreadcount')).json().unReadcount;

describe('wishes for notifications', () => {
  it('list every kind and every channel, all on until somebody switches one off', async () => {
    const { preferences } = (await admin.caller('GET', path)).json();
    expect(preferences).toEqual(
      noticeKinds.flatMap((kind) => noticeChannels.map((channel) => wish(kind, channel, true))),
    );
  });

  it('[NOTIF-05] are obeyed, for anyone who has them alone', async () => {
    const saved = await save(admin.caller, wish('roundLate', 'console', false));
    expect(saved.json().preferences).toContainEqual(wish('roundLate', 'console', false));
    await tell();
    expect([await unread(admin.caller), await unread(ofSite.caller)]).toEqual([0, 1]);
    await save(admin.caller, wish('roundLate', 'console', true));
    await tell();
    expect([await unread(admin.caller), await unread(ofSite.caller)]).toEqual([1, 2]);
  });

  it('change those named and leave the others, and the log says which', async () => {
    await save(admin.caller, wish('newSignIn', 'push', false));
    const reply = await save(
      admin.caller,
      wish('roundLate', 'push', true),
      wish('roundLate', 'push', false),
      wish('roundIncompleted', 'console', true),
    );
    const off = reply.json().preferences.filter((one: { isOn: boolean }) => !one.isOn);
    expect(off).toEqual([wish('roundLate', 'push', false), wish('newSignIn', 'push', false)]);
    const entry = await server.owner
      .selectFrom('audit_entries')
      .select(['actor_id', 'action', 'before', 'after'])
      .where('request_id', '=', String(reply.headers['x-request-id']))
      .executeTakeFirstOrThrow();
    expect(entry).toEqual({
      actor_id: admin.id,
      action: 'notifications.changed',
      before: { roundLatePush: true },
      after: { roundLatePush: false },
    });
  });

  it.each([
    [[]],
    [[wish('roundLate', 'pigeon', true)]],
    [[wish('weather', 'console', true)]],
    [[{ kind: 'roundLate', channel: 'console' }]],
    [[{ ...wish('roundLate', 'console', true), userId: crypto.randomUUID() }]],
    [Array.from({ length: 100 }, () => wish('roundLate', 'console', true))],
  ])('refuse what is none: %j', async (preferences) => {
    expect((await admin.caller('PUT', path, { body: { preferences } })).statusCode).toBe(400);
  });

  it('saved many at once end as one of them, and all are logged', async () => {
    const replies = await Promise.all(
      Array.from({ length: 12 }, (_, at) => save(admin.caller, wish('roundLate', 'console', at % 2 === 0))),
    );
    expect(replies.map(({ statusCode }) => statusCode)).toEqual(replies.map(() => 200));
    const { count } = await server.owner
      .selectFrom('audit_entries')
      .select((eb) => eb.fn.countAll<number>().as('count'))
      .where('tenant_id', '=', tenant.id)
      .executeTakeFirstOrThrow();
    expect(Number(count)).toBe(12);
  });
});
