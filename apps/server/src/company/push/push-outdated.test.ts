// What is not pushed any more: the call was closed, the round started or ended, the session is over, the hour has passed.
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { roundStatus } from '@watchpost/domain/round-status';
import { pushLifetimeMs } from '@watchpost/domain/web-push';
import type { Browser } from '../../platform/adapters/push/push-receiver.testing.ts';
import { enqueueJob } from '../../platform/jobs/enqueue-job.queries.ts';
import { type Notice, notify } from '../../platform/notify/notify.queries.ts';
import { type PushOrder, sendPushJob } from '../../platform/notify/send-push-job.ts';
import { makeGuard, makeRound } from '../../testing/factories.ts';
import { makeSos } from '../../testing/make-sos.ts';
import { makeDueRound } from '../../testing/make-tour.ts';
import { type Company, makeCompany, openPushWorld, type PushWorld, until } from './push-world.testing.ts';

let world: PushWorld;
let company: Company;
beforeAll(async () => {
  world = await openPushWorld();
});
beforeEach(async () => {
  company = await makeCompany(world);
});

/** A browser whose push service is away for a second, and takes what comes after. */
async function waitingBrowser(who = company.caller): Promise<Browser & { readonly id: string }> {
  const browser = await company.subscribed(who);
  browser.answers.push({ status: 503, headers: { 'retry-after': '1' } });
  return browser;
}

const notifyAll = (notice: Omit<Notice, 'tenantId' | 'siteId'>) =>
  world.database
    .forTenant(company.tenant.id)
    .transaction()
    .execute((db) => notify(db, { ...notice, tenantId: company.tenant.id, siteId: company.siteId }));

const due = { dueAtMs: 0, timeZone: 'Asia/Kolkata', hourCycle: 'h12' } as const;
const routed = { route: 'Perimeter', site: 'Gate', minutes: 5, ...due };

/** What each kind tells of, and what makes it a thing of the past. */
const passing = {
  sosRaised: {
    make: () => makeSos(world.owner, company.tenant, company.siteId),
    notice: (once: string) =>
      ({ kind: 'sosRaised', params: { guard: 'Asha', site: 'Gate' }, link: '/live', once }) as const,
    pass: (id: string) =>
      world.owner.updateTable('sos_calls').set({ resolved_at_ms: Date.now() }).where('id', '=', id).execute(),
  },
  roundNotBegun: {
    make: () => makeDueRound(world.owner, company.tenant, company.siteId, { dueAtMs: Date.now() }),
    notice: (once: string) => ({ kind: 'roundNotBegun', params: routed, link: '/due', once }) as const,
    pass: (id: string) =>
      world.owner.updateTable('due_rounds').set({ status: 'inProgress' }).where('id', '=', id).execute(),
  },
  roundLate: {
    make: async () => {
      const guard = await makeGuard(world.owner, company.tenant, { siteIds: [company.siteId] });
      const values = { site_id: company.siteId, guard_id: guard.id, ended_at_ms: null };
      return makeRound(world.owner, company.tenant, { ...values, status_code: roundStatus.inProgress });
    },
    notice: (once: string) => ({ kind: 'roundLate', params: routed, link: '/round', once }) as const,
    pass: (id: string) =>
      world.owner
        .updateTable('rounds')
        .set({ status_code: roundStatus.completed, ended_at_ms: Date.now() })
        .where('id', '=', id)
        .execute(),
  },
} as const;

describe('a notice that waited for its push service', () => {
  it.each(['sosRaised', 'roundNotBegun', 'roundLate'] as const)(
    '[NOTIF-06] of the kind %s comes while it holds, and not once it was dealt with',
    async (kind) => {
      const { make, notice, pass } = passing[kind];
      const browser = await waitingBrowser();
      const [open, over] = [await make(), await make()];
      await notifyAll(notice(open));
      await until(() => expect(browser.received.length).toBe(1));
      browser.answers.push({ status: 503, headers: { 'retry-after': '1' } });
      await notifyAll(notice(over));
      await until(() => expect(browser.requests).toBe(3));
      await pass(over);
      await world.idle();
      expect([browser.requests, browser.received.length]).toEqual([3, 1]);
      expect(world.problems).toEqual([]);
    },
  );

  it('[OUT-01] does not come to a session that ended in the meantime, signed out or ended from elsewhere', async () => {
    const elsewhere = await company.signedInAs(company.userId);
    const other = await company.signedInAs(company.userId);
    const browsers = [await waitingBrowser(), await waitingBrowser(other), await waitingBrowser(elsewhere)];
    const requests = () => browsers.map((browser) => browser.requests);
    await company.raise();
    await until(() => expect(requests()).toEqual([1, 1, 1]));
    expect((await company.caller('DELETE', '/secure/signout')).statusCode).toBe(200);
    expect((await elsewhere('DELETE', '/secure/sessions')).statusCode).toBe(200);
    await world.idle();
    expect(requests()).toEqual([1, 1, 2]);
  });

  it('[NOTIF-05] says when the round was due, in the language of the browser', async () => {
    const browser = await company.subscribed(company.caller, 'mr');
    await notifyAll({
      kind: 'roundMissed',
      params: { ...routed, dueAtMs: Date.UTC(2026, 10, 16, 17) },
      link: '/due',
    });
    await world.idle();
    expect(JSON.parse(browser.received[0]?.text ?? '').body).toBe(
      'Gate येथील Perimeter ची गस्त झाली नाही; ठरलेली वेळ: 10:30 PM, 16 नोव्हें (साइटची वेळ).',
    );
  });

  it('is not sent beyond its lifetime, and a push service may keep it no longer', async () => {
    const browser = await company.subscribed();
    const tenantId = company.tenant.id;
    const life = pushLifetimeMs('roundLate');
    const received: Omit<PushOrder, 'atMs' | 'tag'> = {
      tenantId,
      subscriptionId: browser.id,
      kind: 'roundLate',
      siteId: company.siteId,
      params: routed,
      link: null,
      tries: 0,
    };
    const db = world.database.forTenant(tenantId);
    for (const age of [life + 1, life / 2]) {
      await enqueueJob(db, sendPushJob, { ...received, atMs: Date.now() - age, tag: `aged ${age}` });
    }
    await world.idle();
    expect(browser.requests).toBe(1);
    const ttl = Number(browser.received[0]?.headers['ttl']);
    expect(ttl).toBeLessThanOrEqual(life / 2_000);
    expect(ttl).toBeGreaterThan(life / 2_000 - 120);
  });
});
