import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { noticeKinds } from '@watchpost/domain/notice-kinds';
import { type Notice, notify, notifyAll } from '../../platform/notify/notify.queries.ts';
import {
  makeNotification,
  makeSite,
  makeTenant,
  makeUser,
  type MadeTenant,
} from '../../testing/factories.ts';
import { browserOf } from '../../testing/made-sessions.ts';
import { type Caller, testApp, type TestApp } from '../../testing/test-app.ts';

let server: TestApp;
let tenant: MadeTenant;
let siteId: string;
let admin: { id: string; caller: Caller };
let ofSite: { id: string; caller: Caller };
let ofOtherSite: { id: string; caller: Caller };

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
  ofOtherSite = await person({ siteId: await makeSite(server.owner, tenant) });
});

/** In a transaction of the serving role, as the product tells. */
async function notifyOnce(more: Partial<Notice<'sosRaised'>> = {}): Promise<void> {
  const params = { guard: 'Ravi Patil', site: 'North gate' };
  const notice = { tenantId: tenant.id, kind: 'sosRaised', siteId, params, link: null, ...more } as const;
  const db = server.database.forTenant(tenant.id);
  await db.transaction().execute((transaction) => notify(transaction, notice));
}

const list = async (caller: Caller, query: Record<string, string> = {}, language = 'en') => {
  const reply = await caller('GET', '/secure/notification/list', {
    query,
    headers: { 'accept-language': language },
  });
  expect(reply.statusCode).toBe(200);
  return reply.json();
};
const unread = async (caller: Caller): Promise<number> =>
  (await caller('GET', '/secure/notification/unreadcount')).json().unReadcount;
const read = (caller: Caller, ids: string[] | null = null) =>
  caller('PUT', '/secure/notification/read', { body: { ids } });
const seen = (caller: Caller) => caller('PUT', '/secure/notification/seen');

describe('who is notified', () => {
  it('[NOTIF-05] what concerns a site reaches super admins and the sub admins of that site alone', async () => {
    await notifyOnce();
    expect([
      await unread(admin.caller),
      await unread(ofSite.caller),
      await unread(ofOtherSite.caller),
    ]).toEqual([1, 1, 0]);
    expect((await list(ofOtherSite.caller)).data).toEqual([]);
  });

  it('[NOTIF-05] nothing is stored for anyone who does not see the site, is deactivated or is no administrator', async () => {
    await makeUser(server.owner, tenant, { siteId, activated: false });
    await makeUser(server.owner, tenant, { activated: false });
    await makeUser(server.owner, tenant, { role: 'guard' });
    await notifyOnce();
    const rows = await server.owner
      .selectFrom('notifications')
      .select('user_id')
      .where('tenant_id', '=', tenant.id)
      .execute();
    expect(rows.map((row) => row.user_id).toSorted()).toEqual([admin.id, ofSite.id].toSorted());
  });

  it('what concerns one account reaches that account alone', async () => {
    await notifyOnce({ siteId: null, userId: ofSite.id });
    expect([await unread(admin.caller), await unread(ofSite.caller)]).toEqual([0, 1]);
  });

  it('excludes a user named for a site that it does not see', async () => {
    await notifyOnce({ userId: ofOtherSite.id });
    expect(await unread(ofOtherSite.caller)).toBe(0);
  });

  it('what concerns no site reaches super admins alone', async () => {
    await notifyOnce({ siteId: null });
    expect([await unread(admin.caller), await unread(ofSite.caller)]).toEqual([1, 0]);
  });

  it('excludes everyone when the cause is rolled back, and other tenants always', async () => {
    const other = await makeTenant(server.owner);
    const stranger = await browserOf(server, other, (await makeUser(server.owner, other)).id);
    const db = server.database.forTenant(tenant.id);
    const params = { guard: '', site: '' };
    const failing = db.transaction().execute(async (transaction) => {
      await notify(transaction, { tenantId: tenant.id, kind: 'sosRaised', siteId, params, link: null });
      throw new Error('rolled back');
    });
    await expect(failing).rejects.toThrow('rolled back');
    expect(await unread(admin.caller)).toBe(0);
    await notifyOnce();
    expect([await unread(admin.caller), await unread(stranger)]).toEqual([1, 0]);
    expect((await list(stranger)).data).toEqual([]);
  });

  it('[REP-07] a sub admin that moves to another site no longer sees what concerned the old one', async () => {
    await notifyOnce();
    await makeNotification(server.owner, tenant, ofSite.id);
    await server.owner
      .updateTable('sub_admins')
      .set({ site_id: await makeSite(server.owner, tenant) })
      .where('user_id', '=', ofSite.id)
      .execute();
    const { data } = await list(ofSite.caller);
    expect(data.map((one: { kind: string }) => one.kind)).toEqual(['newSignIn']);
    expect(await unread(ofSite.caller)).toBe(1);
  });

  it('many notices at once are all told, each numbered once', async () => {
    await Promise.all(Array.from({ length: 30 }, () => notifyOnce()));
    expect([await unread(admin.caller), await unread(ofSite.caller)]).toEqual([30, 30]);
  });
});

describe('the list', () => {
  it('[NOTIF-04] [API-02] pages by offset and limit, newest first, and answers the limit', async () => {
    for (let at = 0; at < 23; at += 1) await notifyOnce({ params: { guard: `Guard ${at}`, site: 'Gate' } });
    const first = await list(admin.caller, { offset: '0', limit: '10' });
    expect([first.limit, first.data.length]).toEqual([10, 10]);
    expect(first.data[0]).toMatchObject({
      kind: 'sosRaised',
      message: 'Guard 22 called for help at Gate.',
      link: null,
      readAt: null,
    });
    expect(Math.abs(first.data[0].createdAt - Date.now())).toBeLessThan(60_000);
    // Ten, from the first on, is what no one has to ask for.
    expect(await list(admin.caller, {})).toEqual(first);
    const last = await list(admin.caller, { offset: '20', limit: '10' });
    expect(last.data.map((one: { message: string }) => one.message.split(' called')[0])).toEqual([
      'Guard 2',
      'Guard 1',
      'Guard 0',
    ]);
    // The limit is what was asked for, however few there are: the offset goes on by it.
    expect(last.limit).toBe(10);
    expect(await list(admin.caller, { offset: '30', limit: '10' })).toMatchObject({ data: [], limit: 10 });
  });

  it('pages below upTo neither repeat nor skip whatever comes in between', async () => {
    for (let at = 0; at < 8; at += 1) await notifyOnce({ params: { guard: `Guard ${at}`, site: 'Gate' } });
    const first = await list(admin.caller, { limit: '4' });
    await notifyOnce();
    const second = await list(admin.caller, { limit: '4', offset: '4', upTo: String(first.upTo) });
    const ids = [...first.data, ...second.data].map((one: { id: string }) => one.id);
    expect(new Set(ids).size).toBe(8);
  });

  it.each([
    ['en', 'Ravi Patil called for help at North gate.'],
    ['hi-IN,hi;q=0.9', 'Ravi Patil ने North gate पर मदद माँगी है।'],
    ['mr', 'Ravi Patil यांनी North gate येथे मदत मागितली आहे.'],
    ['xx', 'Ravi Patil called for help at North gate.'],
  ])('speaks the language of who reads: %s', async (language, message) => {
    await notifyOnce();
    expect((await list(admin.caller, {}, language)).data[0].message).toBe(message);
  });

  it('holds the newest 1000 of a recipient', async () => {
    await server.owner
      .insertInto('notification_inboxes')
      .values({ tenant_id: tenant.id, user_id: admin.id, last_no: 1_000 })
      .execute();
    const { rows } = await server.owner.executeQuery<{ count: number }>(
      server.owner
        .insertInto('notifications')
        .columns(['tenant_id', 'user_id', 'no', 'id', 'kind', 'params'])
        .expression((eb) =>
          eb
            .selectFrom(eb.fn<{ no: number }>('generate_series', [eb.lit(1), eb.lit(1_000)]).as<'no'>('no'))
            .select((each) => [
              each.val(tenant.id).as('tenant_id'),
              each.val(admin.id).as('user_id'),
              each.ref('no').as('no'),
              each.fn<string>('gen_random_uuid').as('id'),
              each.val('sosRaised').as('kind'),
              each.val('{}').as('params'),
            ]),
        )
        .compile(),
    );
    expect(rows).toEqual([]);
    await notifyOnce();
    const nos = await server.owner
      .selectFrom('notifications')
      .select((eb) => [eb.fn.countAll<number>().as('count'), eb.fn.min('no').as('first')])
      .where('user_id', '=', admin.id)
      .executeTakeFirstOrThrow();
    expect([Number(nos.count), Number(nos.first)]).toEqual([1_000, 2]);
  });
});

it('[NOTIF-05] notices told together stand in their order, each once', async () => {
  const at = (guard: string) => ({ params: { guard, site: 'Gate' }, link: null });
  const one = { tenantId: tenant.id, kind: 'sosRaised', siteId } as const;
  const db = server.database.forTenant(tenant.id);
  await db.transaction().execute((transaction) =>
    notifyAll(
      transaction,
      ['A', 'B', 'C'].map((guard) => ({ ...one, ...at(guard) })),
    ),
  );
  const { data } = await list(ofSite.caller);
  expect(data.map((notice: { message: string }) => notice.message[0])).toEqual(['C', 'B', 'A']);
});

describe('seen and read', () => {
  it('[NOTIF-04] marking as seen sets the unread count to 0, for this user alone', async () => {
    await notifyOnce();
    await notifyOnce();
    expect((await seen(admin.caller)).json()).toEqual({ unReadcount: 0 });
    expect([await unread(admin.caller), await unread(ofSite.caller)]).toEqual([0, 2]);
    await notifyOnce();
    expect(await unread(admin.caller)).toBe(1);
    expect((await list(admin.caller)).data.every((one: { readAt: null }) => one.readAt === null)).toBe(true);
  });

  it('marks one as read, and then all', async () => {
    for (let at = 0; at < 3; at += 1) await notifyOnce();
    const [first] = (await list(admin.caller)).data;
    const reply = await read(admin.caller, [first.id]);
    expect(reply.json()).toEqual({ unReadcount: 2 });
    const again = await read(admin.caller, [first.id]);
    expect([again.statusCode, again.json()]).toEqual([200, { unReadcount: 2 }]);
    expect((await list(admin.caller)).data.map((one: { readAt: null }) => one.readAt === null)).toEqual([
      false,
      true,
      true,
    ]);
    expect((await read(admin.caller)).json()).toEqual({ unReadcount: 0 });
    expect(await unread(ofSite.caller)).toBe(3);
  });

  it("cannot mark another's notification, nor tell it from one that does not exist", async () => {
    await notifyOnce({ siteId: null, userId: admin.id });
    const [{ id }] = (await list(admin.caller)).data;
    for (const who of [ofSite, ofOtherSite]) {
      const reply = await read(who.caller, [id, crypto.randomUUID()]);
      expect([reply.statusCode, reply.json()]).toEqual([200, { unReadcount: 0 }]);
    }
    expect((await list(admin.caller)).data[0].readAt).toBeNull();
  });
});

it('every kind can be told', async () => {
  for (const kind of noticeKinds) {
    await notify(server.owner, {
      tenantId: tenant.id,
      kind,
      siteId,
      params: { guard: 'a', site: 'b' },
      link: null,
    });
  }
  const { data } = await list(admin.caller, { limit: String(noticeKinds.length) });
  expect(data.map((one: { kind: string }) => one.kind)).toEqual(noticeKinds.toReversed());
});
