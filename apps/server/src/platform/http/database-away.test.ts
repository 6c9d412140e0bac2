// The database goes away and comes back beneath a running server.
import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import { afterEach, describe, expect, it } from 'vitest';
import { allEndpoints } from '@watchpost/contract/all-endpoints';
import { listDueRounds } from '@watchpost/contract/due-rounds';
import { buildApp } from '../../app.ts';
import { cleanUp, newFolder, start } from '../db/embedded/embedded-postgres.testing.ts';
import type { EmbeddedPostgres } from '../db/embedded/embedded-postgres.ts';
import { type Database, type Db, openDatabase, openOwner, serveAs } from '../db/database.ts';
import { migrate } from '../db/migrate.ts';
import { consoleFolder } from '../../env.ts';
import { makeWorld, sampleOf, type SampleWorld, send } from '../../testing/endpoint-samples.ts';
import { browserOf, deviceOf } from '../../testing/made-sessions.ts';
import { faultOf } from '../../testing/reply-shapes.ts';
import { anyone, type Caller, testSecret } from '../../testing/test-app.ts';
import { testFiles } from '../../testing/test-files.ts';
import { testSealing } from '../../testing/test-sealing.ts';

interface Running {
  readonly dataDir: string;
  readonly postgres: EmbeddedPostgres;
  readonly app: FastifyInstance;
  readonly owner: Db;
  readonly world: SampleWorld;
  readonly callers: Readonly<Record<'admin' | 'device' | 'anonymous', Caller>>;
}

const opened: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const close of opened.splice(0).reverse()) await close();
  await cleanUp();
});

async function run(supervise: boolean): Promise<Running> {
  const dataDir = newFolder();
  const postgres = await start({ dataDir, supervise });
  const owner = openOwner(postgres.connection);
  opened.push(owner.close);
  await migrate(owner.db);
  const connection = await serveAs(owner.db, postgres.connection);
  const database: Database = openDatabase({ connection, poolSize: 4, onError: () => {} });
  opened.push(database.close);
  const app = await buildApp({
    database,
    logger: false,
    trustProxy: 0,
    consoleFolder: consoleFolder(),
    defaultTenant: 'demo',
    isDemo: false,
    mailWay: 'outbox',
    files: testFiles(),
    sealing: testSealing(),
    secret: testSecret,
  });
  opened.push(() => app.close());
  const world = await makeWorld(owner.db);
  const at = { app, owner: owner.db };
  const admin = await browserOf(at, world.tenant, world.superAdminId);
  const device = await deviceOf(at, world.tenant, world.guardId);
  // Signing in would end the session of the person who asks for it.
  const anonymous = anyone(app, world.tenant);
  return { dataDir, postgres, app, owner: owner.db, world, callers: { admin, device, anonymous } };
}

const health = async ({ app }: Running) =>
  Promise.all(['/healthz', '/readyz'].map(async (url) => (await app.inject({ url })).statusCode));

async function untilReady(running: Running): Promise<void> {
  while ((await health(running))[1] !== 200) await sleep(50);
}

/** Steps of signing in that want the cookie of a half sign-in or a true challenge before they ask the database. */
const needsNone = (path: string) =>
  path.startsWith('/user-signin/') ||
  // A file of the build.
  path === '/evidence/verification-page';
/** All but those that take something away, such as the one session that the test has. */
const asked = allEndpoints.filter(({ method, path }) => method !== 'DELETE' && !needsNone(path));

async function askAll({ world, callers }: Running, endpoints = asked) {
  return Promise.all(
    endpoints.map(async (endpoint) => {
      const { admin, device, anonymous } = callers;
      const caller = endpoint.access === 'field' ? device : endpoint.access === 'public' ? anonymous : admin;
      const sample = sampleOf(endpoint, world);
      const reply = await send(caller, endpoint, sample);
      // Anyone who asks for codes this often is slowed in the end; a page saved before has another version now, and an
      // account switched off before gets no mail.
      const isServed = [sample.answers ?? 200, 403, 409, 429].includes(reply.statusCode);
      const status = isServed ? 200 : reply.statusCode;
      return { name: endpoint.name, fault: faultOf(endpoint, reply), reply, status };
    }),
  );
}

describe('while the database is down', () => {
  it('[API-05] every endpoint answers 503 and when to ask again, and serves again without a restart', async () => {
    const running = await run(false);
    await askAll(running);
    expect(await health(running)).toEqual([200, 200]);
    await running.postgres.stop();

    for (let round = 0; round < 3; round += 1) {
      expect(await health(running)).toEqual([200, 503]);
      for (const { name, fault, reply } of await askAll(running)) {
        expect([name, fault, reply.statusCode]).toEqual([name, null, 503]);
        expect(reply.json().general[0].code).toBe('unavailable');
        expect(Number(reply.headers['retry-after'])).toBeGreaterThan(0);
      }
    }

    await start({ dataDir: running.dataDir, supervise: false });
    await untilReady(running);
    for (const { name, status } of await askAll(running)) expect([name, status]).toEqual([name, 200]);
  });
});

describe("while the database lets the server's user in no more", () => {
  it('[API-05] the answer is 503 and when to ask again, and what was asked for once it does', async () => {
    const running = await run(false);
    const { owner, world, callers } = running;
    const ask = () => send(callers.admin, listDueRounds, sampleOf(listDueRounds, world));
    expect((await ask()).statusCode).toBe(200);
    await sql`ALTER ROLE watchpost_app NOLOGIN`.execute(owner);
    await sql`SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE usename = 'watchpost_app'`.execute(
      owner,
    );
    for (let round = 0; round < 3; round += 1) {
      const refused = await ask();
      expect(refused.statusCode).toBe(503);
      expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
      expect(await health(running)).toEqual([200, 503]);
    }
    await sql`ALTER ROLE watchpost_app LOGIN`.execute(owner);
    await untilReady(running);
    expect((await ask()).statusCode).toBe(200);
  });
});

describe('when the database is killed under load', () => {
  it('replies are 200 or 503 and nothing else, until it is back by itself', async () => {
    const running = await run(true);
    const seen = new Set<number>();
    const others = new Set<string>();
    let isOver = false;
    // Of two who change one password at once, one is refused.
    const unchanging = asked.filter(({ name }) => name !== 'changePassword');
    const load = [asked, ...Array<typeof asked>(5).fill(unchanging)].map(async (endpoints) => {
      while (!isOver) {
        for (const { name, fault, status } of await askAll(running, endpoints)) {
          expect(fault).toBeNull();
          seen.add(status);
          if (status !== 200 && status !== 503) others.add(`${name} ${status}`);
        }
        await sleep(5);
      }
    });
    await sleep(100);
    process.kill(running.postgres.pid, 'SIGKILL');
    while (!seen.has(503)) await sleep(5);
    await untilReady(running);
    isOver = true;
    await Promise.all(load);
    expect([...others]).toEqual([]);
    expect(seen).toEqual(new Set([200, 503]));
    for (const { name, status } of await askAll(running)) expect([name, status]).toEqual([name, 200]);
  });
});
