import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, it } from 'vitest';
import { type MadeTenant, makeGuard, makeSite, makeTenant, makeUser } from '../../testing/factories.ts';
import { browserOf } from '../../testing/made-sessions.ts';
import { makeException } from '../../testing/make-exception.ts';
import { type Caller, testApp, type TestApp } from '../../testing/test-app.ts';
import { makeExceptionWorld } from './exceptions.testing.ts';

let server: TestApp;
let tenant: MadeTenant;
let siteId: string;
let otherSiteId: string;
let adminId: string;
let subAdminId: string;
let admin: Caller;
let subAdmin: Caller;

beforeAll(async () => {
  server = await testApp();
  const world = await makeExceptionWorld(server);
  ({ tenant, siteId, otherSiteId, adminId, subAdminId, admin, subAdmin } = world);
});

const make = (values: object = {}, site = siteId) => makeException(server.owner, tenant, site, values);
const read = async (id: string, by = admin) => (await by('GET', `/secure/exceptions/${id}`)).json();
const list = async (query: Record<string, string>, by = admin) =>
  (await by('GET', '/secure/exceptions', { query })).json();
const idsOf = async (query: Record<string, string>, by = admin) =>
  (await list(query, by)).data.map(({ id }: { id: string }) => id);
const at = (id: string, version = 1) => ({ id, version });
const take = (items: object[], by = admin) => by('POST', '/secure/exceptions/take', { body: { items } });
const assign = (items: object[], userId: string | null, by = admin) =>
  by('POST', '/secure/exceptions/assign', { body: { items, userId } });
const close = (items: object[], by = admin, change: object = {}) =>
  by('POST', '/secure/exceptions/close', {
    body: { items, outcome: 'guardSpokenTo', reason: 'He overslept.', ...change },
  });
const codeOf = (reply: { json: () => { general: { code: string }[] } }) => reply.json().general[0]?.code;
const kindsOf = async (id: string) => (await read(id)).history.map(({ kind }: { kind: string }) => kind);

describe('an exception', () => {
  it('goes from open to in hand to closed with its outcome and reason, and can be opened again', async () => {
    const id = await make();
    expect((await take([at(id)])).json()).toEqual({ changed: [{ id, version: 2 }], conflicts: [], left: [] });
    expect((await close([at(id, 2)])).json().changed).toEqual([{ id, version: 3 }]);
    const { exception } = await read(id);
    expect(exception).toMatchObject({
      status: 'closed',
      outcome: 'guardSpokenTo',
      closingReason: 'He overslept.',
      owner: { id: adminId, name: 'Asha Kale', isActive: true },
      age: null,
    });
    expect(exception.takenAtMs).toBeLessThanOrEqual(exception.closedAtMs);
    const again = { body: { version: 3, reason: 'It was somebody else.' } };
    expect((await admin('POST', `/secure/exceptions/${id}/reopen`, again)).json()).toEqual({
      id,
      version: 4,
    });
    const { exception: open, history } = await read(id);
    expect(open).toMatchObject({ status: 'inHand', outcome: null, closingReason: '', closedAtMs: null });
    expect(history).toMatchObject([
      { kind: 'taken', actorName: 'Asha Kale' },
      { kind: 'closed', text: 'He overslept.', outcome: 'guardSpokenTo' },
      { kind: 'reopened', text: 'It was somebody else.' },
    ]);
  });

  it('does not close without a reason or an outcome, and a closed one changes no more', async () => {
    const id = await make();
    expect((await close([at(id)], admin, { reason: '  ' })).json()).toEqual({
      reason: [{ code: 'invalid', message: 'exception_reason_required' }],
    });
    expect((await close([at(id)], admin, { outcome: '' })).json()).toEqual({
      outcome: [{ code: 'invalid', message: 'exception_outcome_required' }],
    });
    await close([at(id)]);
    expect(codeOf(await take([at(id, 2)]))).toBe('exceptionClosed');
    expect(codeOf(await assign([at(id, 2)], adminId))).toBe('exceptionClosed');
    expect(codeOf(await close([at(id, 2)]))).toBe('exceptionClosed');
    const fresh = await make();
    const body = { version: 1, reason: 'Why not' };
    expect(codeOf(await admin('POST', `/secure/exceptions/${fresh}/reopen`, { body }))).toBe(
      'exceptionNotClosed',
    );
  });

  it('closed straight away counts as taken by the person who closed it', async () => {
    const id = await make();
    await close([at(id)], subAdmin);
    const { exception } = await read(id);
    expect(exception.owner.id).toBe(subAdminId);
    expect(exception.takenAtMs).toBe(exception.closedAtMs);
  });

  it('changed by two at once gives one a conflict and loses nothing', async () => {
    const id = await make();
    const replies = await Promise.all([close([at(id)]), close([at(id)], subAdmin, { reason: 'Mine' })]);
    expect(replies.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 409]);
    expect(replies.filter(({ statusCode }) => statusCode === 409).map(codeOf)).toEqual(['editedMeanwhile']);
    expect(await kindsOf(id)).toEqual(['closed']);
  });

  it("takes comments in any state, which are in no one's way", async () => {
    const id = await make();
    await close([at(id)]);
    const body = { text: 'The guard called back.' };
    const reply = await subAdmin('POST', `/secure/exceptions/${id}/comments`, { body });
    expect(reply.json()).toEqual({ id, version: 2 });
    const { exception, history } = await read(id);
    expect(exception.comments).toBe(1);
    expect(history.at(-1)).toMatchObject({ kind: 'comment', actorName: 'Rohan Kale', text: body.text });
    const empty = await admin('POST', `/secure/exceptions/${id}/comments`, { body: { text: ' ' } });
    expect(empty.json()).toEqual({ text: [{ code: 'invalid', message: 'exception_comment_required' }] });
  });

  it('leaves an entry in the audit log for each thing that is done to it', async () => {
    const id = await make();
    await take([at(id)]);
    await assign([at(id, 2)], subAdminId);
    await close([at(id, 3)]);
    const entries = await server.owner
      .selectFrom('audit_entries')
      .select(['action', 'subject_label as label'])
      .where('subject_id', '=', id)
      .orderBy('id')
      .execute();
    expect(entries.map(({ action }) => action)).toEqual([
      'exception.taken',
      'exception.assigned',
      'exception.closed',
    ]);
    expect(entries[0]?.label).toBe('Missed, Night walk, River Depot');
  });
});

describe('several exceptions at once', () => {
  it('are closed with one reason; those that somebody else changed in the meantime are named and left alone', async () => {
    const [one, two, three] = [await make(), await make(), await make({}, otherSiteId)];
    await take([at(two)], subAdmin);
    const reply = await close([at(one), at(two), at(three)]);
    expect(
      reply
        .json()
        .changed.map(({ id }: { id: string }) => id)
        .toSorted(),
    ).toEqual([one, three].toSorted());
    expect(reply.json().conflicts).toEqual([two]);
    expect((await read(two)).exception).toMatchObject({ status: 'inHand', owner: { id: subAdminId } });
  });

  it('are assigned with one notification, and with none to oneself', async () => {
    const items = [at(await make()), at(await make())];
    await assign(items, subAdminId);
    const notified = () =>
      server.owner
        .selectFrom('notifications')
        .select(['user_id as user', 'params', 'link'])
        .where('tenant_id', '=', tenant.id)
        .where('kind', '=', 'exceptionAssigned')
        .where('user_id', '=', subAdminId)
        .orderBy('no', 'desc')
        .execute();
    const before = (await notified()).length;
    const [notice] = await notified();
    expect(notice).toMatchObject({
      params: { by: 'Asha Kale', count: 2, route: 'Night walk', site: 'River Depot' },
      link: '/patrolling-reports/exceptions?owner=me',
    });
    const own = await make();
    await assign([at(own)], subAdminId, subAdmin);
    await assign([at(own, 2)], subAdminId);
    expect(await notified()).toHaveLength(before);
    expect(await kindsOf(own)).toEqual(['assigned']);
  });

  it('send no notification to a person who switched it off', async () => {
    const unnotified = await makeUser(server.owner, tenant);
    await server.owner
      .insertInto('notification_preferences')
      .values({
        tenant_id: tenant.id,
        user_id: unnotified.id,
        kind: 'exceptionAssigned',
        channel: 'console',
        is_on: false,
      })
      .execute();
    await assign([at(await make())], unnotified.id);
    const notified = await server.owner
      .selectFrom('notifications')
      .select('id')
      .where('user_id', '=', unnotified.id)
      .execute();
    expect(notified).toEqual([]);
  });

  it('go back to the queue', async () => {
    const id = await make();
    await take([at(id)]);
    await assign([at(id, 2)], null);
    expect((await read(id)).exception).toMatchObject({ status: 'open', owner: null });
  });

  it('cannot be given to a sub admin of another site, a guard, or a user of another tenant', async () => {
    const { owner } = server;
    const elsewhere = await makeUser(owner, tenant, { siteId: otherSiteId });
    const guard = await makeGuard(owner, tenant, { siteIds: [siteId] });
    const foreign = await makeUser(owner, await makeTenant(owner));
    const gone = await makeUser(owner, tenant, { activated: false });
    const id = await make();
    for (const user of [elsewhere, guard, foreign, gone]) {
      expect((await assign([at(id)], user.id)).statusCode).toBe(404);
    }
    const { owners } = (await admin('GET', '/secure/exceptions/owners', { query: { site: siteId } })).json();
    const ids = owners.map((user: { id: string }) => user.id);
    expect(ids).toContain(subAdminId);
    expect(ids).not.toContain(elsewhere.id);
    expect(ids).not.toContain(gone.id);
  });

  it('show an owner who was deactivated as such', async () => {
    const left = await makeUser(server.owner, tenant);
    const id = await make();
    await assign([at(id)], left.id);
    await server.owner.updateTable('users').set({ activated: false }).where('id', '=', left.id).execute();
    expect((await read(id)).exception.owner).toMatchObject({ id: left.id, isActive: false });
  });
});

describe('exceptions of others', () => {
  it('are not there for a sub admin of another site, whatever is asked', async () => {
    const id = await make({}, otherSiteId);
    const own = await make();
    const replies = [
      await subAdmin('GET', `/secure/exceptions/${id}`),
      await take([at(own), at(id)], subAdmin),
      await assign([at(id)], subAdminId, subAdmin),
      await close([at(id)], subAdmin),
      await subAdmin('POST', `/secure/exceptions/${id}/reopen`, { body: { version: 1, reason: 'x' } }),
      await subAdmin('POST', `/secure/exceptions/${id}/comments`, { body: { text: 'x' } }),
      await subAdmin('GET', '/secure/exceptions/owners', { query: { site: otherSiteId } }),
      await subAdmin('GET', `/secure/exceptions/${randomUUID()}`),
    ];
    expect(replies.map(({ statusCode }) => statusCode)).toEqual(replies.map(() => 404));
    expect((await read(own)).exception.status).toBe('open');
    expect(await idsOf({ site: otherSiteId }, subAdmin)).toEqual([]);
    expect(await idsOf({ limit: '100' }, subAdmin)).not.toContain(id);
    const summary = await subAdmin('GET', '/secure/exceptions/summary', { query: { site: otherSiteId } });
    expect(summary.json()).toMatchObject({ open: 0, inHand: 0, overdue: 0, closed: { count: 0 } });
  });

  it('are for no one without the permission, and only viewed by anyone who may only view', async () => {
    const { owner } = server;
    const other = await makeTenant(owner);
    const site = await makeSite(owner, other);
    const user = await makeUser(owner, other, { siteId: site });
    const id = await makeException(owner, other, site);
    const caller = await browserOf(server, other, user.id);
    expect((await caller('GET', '/secure/exceptions')).statusCode).toBe(403);
    const sub_admin_access = JSON.stringify({ EXCEPTIONS: ['view'] });
    await owner.insertInto('tenant_settings').values({ tenant_id: other.id, sub_admin_access }).execute();
    expect(await idsOf({}, caller)).toEqual([id]);
    expect((await close([at(id)], caller)).statusCode).toBe(403);
    const query = { format: 'csv' };
    expect((await caller('GET', '/secure/exceptions/export', { query })).statusCode).toBe(403);
  });
});
