// Web Push from the notice to the browser: the real server and queue, and a push service run here.
import type { FastifyInstance, LightMyRequestResponse } from 'fastify';
import { CompiledQuery } from 'kysely';
import { expect, vi } from 'vitest';
import { pushHosts } from '../../platform/adapters/push/push-hosts.ts';
import {
  type Browser,
  openPushReceiver,
  type PushReceiver,
} from '../../platform/adapters/push/push-receiver.testing.ts';
import { pushService } from '../../platform/adapters/push/push-service.ts';
import { notify } from '../../platform/notify/notify.queries.ts';
import { makeSite, makeTenant, makeUser, type MadeTenant } from '../../testing/factories.ts';
import { atFileEnd } from '../../testing/file-end.ts';
import { browserOf } from '../../testing/made-sessions.ts';
import { buildTestApp, type Caller, testSecret } from '../../testing/test-app.ts';
import { testDatabase, type TestDatabase } from '../../testing/test-database.ts';
import { testJobs } from '../../testing/test-jobs.ts';
import { pushJobs } from './push.jobs.ts';

export const path = '/secure/notification/push';

export interface PushWorld extends TestDatabase {
  readonly app: FastifyInstance;
  readonly receiver: PushReceiver;
  /** What the operator was told, emptied with each new company. */
  readonly problems: string[];
  /** Resolves when no job waits any more. */
  idle(): Promise<void>;
  waiting(): Promise<number | undefined>;
}

export async function openPushWorld(): Promise<PushWorld> {
  const store = await testDatabase();
  const receiver = await openPushReceiver();
  const hosts = pushHosts([receiver.host]);
  const app = await buildTestApp(store.database, { pushHosts: hosts });
  atFileEnd(async () => {
    await app.close();
    await receiver.close();
  });
  const problems: string[] = [];
  const push = {
    service: pushService(hosts, { ca: receiver.ca }),
    subject: 'mailto:push@watchpost.example',
    retryDelaysMs: [50, 50, 50],
    onProblem: (sentence: string) => problems.push(sentence),
  };
  await testJobs(store, pushJobs({ secret: testSecret, push }));
  const waiting = async () => {
    const count = CompiledQuery.raw('SELECT count(*) AS n FROM graphile_worker.jobs');
    return (await store.owner.executeQuery<{ n: number }>(count)).rows[0]?.n;
  };
  const idle = () => until(async () => expect(await waiting()).toBe(0));
  return { ...store, app, receiver, problems, waiting, idle };
}

export const until = (check: () => void | Promise<void>) =>
  vi.waitFor(check, { timeout: 60_000, interval: 20 });

/** A tenant with a site and a super admin, who is the caller where no one else is named. */
export interface Company {
  readonly tenant: MadeTenant;
  readonly siteId: string;
  readonly userId: string;
  readonly caller: Caller;
  signedInAs(userId: string): Promise<Caller>;
  save(browser: Browser, who?: Caller, language?: string): Promise<LightMyRequestResponse>;
  /** A browser that takes notices. */
  subscribed(who?: Caller, language?: string): Promise<Browser & { readonly id: string }>;
  /** A call for help at the site. */
  raise(guard?: string): Promise<void>;
  stored(): Promise<{ id: string; user_id: string; language: string }[]>;
}

export async function makeCompany(world: PushWorld): Promise<Company> {
  const { owner, database, receiver } = world;
  world.problems.length = 0;
  const tenant = await makeTenant(owner);
  const siteId = await makeSite(owner, tenant);
  const userId = (await makeUser(owner, tenant)).id;
  const signedInAs = (id: string) => browserOf(world, tenant, id);
  const caller = await signedInAs(userId);
  const save: Company['save'] = (browser, who = caller, language = 'en') =>
    who('PUT', path, { body: { ...browser.subscription, language } });
  return {
    tenant,
    siteId,
    userId,
    caller,
    signedInAs,
    save,
    async subscribed(who = caller, language = 'en') {
      const browser = receiver.browser();
      const reply = await save(browser, who, language);
      expect([reply.statusCode, reply.body]).toEqual([200, expect.any(String)]);
      return Object.assign(browser, { id: String(reply.json().id) });
    },
    async raise(guard = 'Asha') {
      const params = { guard, site: 'Gate' };
      const notice = { tenantId: tenant.id, kind: 'sosRaised', siteId, params, link: '/sos?id=7' } as const;
      await database
        .forTenant(tenant.id)
        .transaction()
        .execute((db) => notify(db, notice));
    },
    stored: () =>
      owner.selectFrom('push_subscriptions').selectAll().where('tenant_id', '=', tenant.id).execute(),
  };
}
