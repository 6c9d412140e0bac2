import { randomUUID } from 'node:crypto';
import type { FieldPlan } from '@watchpost/contract/field';
import { defaultCheckpointMethods } from '@watchpost/domain/checkpoint-methods';
import { describe, expect, it } from 'vitest';
import { makeGuard, makeRoute, makeSite, testPassword } from '../../testing/factories.ts';
import { anyone, fieldDevice, testApp } from '../../testing/test-app.ts';
import { makeFieldSite, roundStarted, send } from './field-site.testing.ts';

const test = await testApp();
const { app, owner } = test;

describe('a device signing in', () => {
  it('[FIELD-01] gets a credential and its plan by employee id, whatever its case, and secret', async () => {
    const site = await makeFieldSite(test);
    const idle = await makeSite(owner, site.tenant, { name: 'AAA' });
    await makeRoute(owner, site.tenant, idle, []);
    await makeRoute(owner, site.tenant, site.siteId, [], { activated: false });
    const device = await fieldDevice(app, site.tenant, site.guard.employeeId.toLowerCase());
    const reply = await device('GET', '/field/plan');
    expect(reply.statusCode).toBe(200);
    expect(reply.json().routes).toEqual([
      expect.objectContaining({
        routeVersionId: site.versionId,
        siteId: site.siteId,
        siteTimeZone: 'Asia/Kolkata',
        isFixedOrder: true,
        checkpoints: site.planned.map((checkpoint) => ({
          ...checkpoint,
          instructions: '',
          scanMethods: [...defaultCheckpointMethods],
        })),
      }),
    ]);
  });

  it('[FIELD-01] [MNG-06] gets each route with its fixed or free order, and none at a site out of use', async () => {
    const site = await makeFieldSite(test);
    const free = { name: 'Aisle by aisle', is_fixed_order: false };
    await makeRoute(owner, site.tenant, site.siteId, site.planned, free);
    await makeRoute(owner, site.tenant, site.otherSiteId, [site.elsewhere], { name: 'Bridge' });
    /** Route -> whether its order is fixed. */
    const notified = async () => {
      const { routes } = (await site.device('GET', '/field/plan')).json<FieldPlan>();
      return Object.fromEntries(
        routes.map(({ routeVersionId, routeName, isFixedOrder }) => [
          routeVersionId === site.versionId ? 'Own' : routeName,
          isFixedOrder,
        ]),
      );
    };
    const ofSite = { Own: true, 'Aisle by aisle': false };
    expect(await notified()).toEqual({ ...ofSite, Bridge: true });
    await owner.updateTable('sites').set({ activated: false }).where('id', '=', site.otherSiteId).execute();
    expect(await notified()).toEqual(ofSite);
  });

  it('gets the same answer for a wrong secret, an unknown id and a guard without secret, and is slowed down', async () => {
    const site = await makeFieldSite(test);
    const bare = await makeGuard(owner, site.tenant, { secret_hash: null });
    const tryAs = (employeeId: string, secret: string) =>
      anyone(app, site.tenant)('POST', '/field/signin', {
        body: { employeeId, secret, deviceId: randomUUID() },
      });
    const replies = [
      await tryAs(site.guard.employeeId, 'Wrong-pass-1'),
      await tryAs('NOBODY9', testPassword),
      await tryAs(bare.employeeId, testPassword),
    ];
    for (const reply of replies) {
      expect(reply.statusCode).toBe(401);
      expect(reply.json().general).toEqual([
        { code: 'fieldSignInFailed', message: 'Invalid employee id or secret' },
      ]);
    }
    const later = [];
    for (let each = 0; each < 10; each += 1)
      later.push((await tryAs(site.guard.employeeId, 'Wrong-pass-1')).statusCode);
    expect(later.at(-1)).toBe(429);
  });

  it('stands in the audit log, taken or refused and why, and an employee id of no one as it was typed', async () => {
    const site = await makeFieldSite(test);
    const { id, employeeId } = site.guard;
    const deviceId = randomUUID();
    const tryAs = (typed: string, secret: string) =>
      anyone(app, site.tenant, { 'user-agent': 'tried phone' })('POST', '/field/signin', {
        body: { employeeId: typed, secret, deviceId },
      });
    await tryAs(employeeId, 'Wrong-pass-1');
    await tryAs('Nobody9', testPassword);
    await tryAs(employeeId, testPassword);
    await owner.updateTable('devices').set({ status: 'revoked' }).where('id', '=', deviceId).execute();
    await tryAs(employeeId, testPassword);
    await owner.updateTable('guards').set({ activated: false }).where('id', '=', id).execute();
    await tryAs(employeeId, testPassword);
    const entries = await owner
      .selectFrom('audit_entries')
      .select(['action', 'subject_id', 'after', 'actor_id', 'address'])
      .where('tenant_id', '=', site.tenant.id)
      .where('agent', '=', 'tried phone')
      .orderBy('id')
      .execute();
    const common = { actor_id: null, address: '127.0.0.1' };
    const refused = (subject_id: string, reason: string) => ({
      ...common,
      action: 'guard.signInRefused',
      subject_id,
      after: { reason },
    });
    expect(entries).toEqual([
      refused(id, 'fieldSignInFailed'),
      refused('nobody9', 'fieldSignInFailed'),
      { ...common, action: 'guard.signedIn', subject_id: id, after: null },
      refused(id, 'deviceRevoked'),
      refused(id, 'accountDeactivated'),
    ]);
  });

  it('is refused as deactivated after the right secret, and on its next request when that happens later', async () => {
    const site = await makeFieldSite(test);
    expect((await site.device('GET', '/field/plan')).statusCode).toBe(200);
    await owner.updateTable('guards').set({ activated: false }).where('id', '=', site.guard.id).execute();
    expect((await send(site.device, roundStarted(site))).statusCode).toBe(401);
    const body = { employeeId: site.guard.employeeId, secret: testPassword, deviceId: randomUUID() };
    const reply = await anyone(app, site.tenant)('POST', '/field/signin', { body });
    expect([reply.statusCode, reply.json().general[0].code]).toEqual([403, 'accountDeactivated']);
    const wrong = { ...body, secret: 'Wrong-pass-1' };
    expect((await anyone(app, site.tenant)('POST', '/field/signin', { body: wrong })).statusCode).toBe(401);
  });

  it('is out after signing out', async () => {
    const site = await makeFieldSite(test);
    expect((await site.device('DELETE', '/field/signout')).statusCode).toBe(200);
    expect((await site.device('GET', '/field/plan')).statusCode).toBe(401);
    expect((await site.secondDevice('GET', '/field/plan')).statusCode).toBe(200);
  });
});
