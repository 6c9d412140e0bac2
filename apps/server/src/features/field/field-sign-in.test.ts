import { randomUUID } from 'node:crypto';
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
        checkpoints: site.planned.map((checkpoint) => ({ ...checkpoint, instructions: '' })),
      }),
    ]);
  });

  it('is told the same for a wrong secret, an unknown id and a guard without secret, and slowed down', async () => {
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
