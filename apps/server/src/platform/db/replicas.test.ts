// Reads from two replicas behind one address, which a proxy spreads connections over.
import { once } from 'node:events';
import net from 'node:net';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { makeSite, makeTenant, type MadeTenant } from '../../testing/factories.ts';
import { type Database, openDatabase, openOwner, serveAs } from './database.ts';
import { cleanUp, query } from './embedded/embedded-postgres.testing.ts';
import type { EmbeddedPostgres } from './embedded/embedded-postgres.ts';
import { migrate } from './migrate.ts';
import { startWithReplicas } from './standby.testing.ts';

let replicas: readonly EmbeddedPostgres[];
let tenant: MadeTenant;
let database: Database;
const closing: (() => unknown)[] = [];

/** Connections go to one after the other; none to those that do not run. */
async function startSpreader(targets: readonly EmbeddedPostgres[]): Promise<number> {
  let turn = 0;
  const server = net.createServer((caller) => {
    turn += 1;
    const { host = '', port = 0 } = targets[turn % targets.length]?.connection ?? {};
    const target = net.connect({ path: `${host}/.s.PGSQL.${port}` });
    for (const [from, to] of [
      [caller, target],
      [target, caller],
    ] as const) {
      from.on('error', () => to.destroy());
      from.on('close', () => to.destroy());
      from.pipe(to);
    }
  });
  closing.push(() => server.close());
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new TypeError('an address with a port');
  return address.port;
}

beforeAll(async () => {
  const started = await startWithReplicas(2);
  replicas = started.replicas;
  const { db, close } = openOwner(started.primary.connection);
  closing.push(close);
  await migrate(db);
  tenant = await makeTenant(db);
  const connection = await serveAs(db, started.primary.connection);
  const place = { ...connection, host: '127.0.0.1', port: await startSpreader(replicas) };
  database = openDatabase({ connection, replica: place, poolSize: 6, onError: () => {} });
  closing.push(database.close);
});

afterAll(async () => {
  for (const close of closing.reverse()) await close();
  await cleanUp();
});

interface Seen {
  readonly sites: number;
  /** Null of the primary. */
  readonly server: string | null;
}

async function seen(): Promise<Seen | undefined> {
  const reader = await database.readerOf(tenant.id);
  const { rows } = await sql<Seen>`SELECT count(*) AS sites, CASE WHEN pg_is_in_recovery()
    THEN current_setting('port') || pg_postmaster_start_time() END AS server, pg_sleep(0.01)
    FROM sites WHERE tenant_id = ${tenant.id}`.execute(reader);
  return rows[0];
}

const write = () => makeSite(database.forTenant(tenant.id), tenant);
/** Which servers answered requests that came at once; each must know what was written. */
async function servers(sites: number): Promise<Set<string | null | undefined>> {
  const answers = await Promise.all(Array.from({ length: 6 }, seen));
  expect(answers.map((answer) => answer?.sites)).toEqual(answers.map(() => sites));
  return new Set(answers.map((answer) => answer?.server));
}

describe('two replicas behind one address', () => {
  it('answer both, and one alone while the other replays nothing, without the primary', async () => {
    let sites = (await seen())?.sites ?? 0;
    const next = async () => {
      await write();
      return servers((sites += 1));
    };
    await vi.waitFor(async () => {
      const answered = await next();
      expect(answered.size).toBe(2);
      expect(answered).not.toContain(null);
    }, 60_000);
    const [paused] = replicas;
    if (paused === undefined) throw new Error('two were started');
    await query(paused, 'SELECT pg_wal_replay_pause()');
    // Which of them is behind has to be found out.
    await vi.waitFor(async () => expect([...(await next())]).toEqual([expect.any(String)]), 60_000);
    for (let times = 0; times < 10; times += 1) {
      await write();
      sites += 1;
      const answer = await seen();
      expect(answer).toEqual({ sites, server: expect.any(String), pg_sleep: '' });
    }
    await query(paused, 'SELECT pg_wal_replay_resume()');
    await vi.waitFor(async () => expect((await next()).size).toBe(2), 60_000);
  });

  it('answer on when one of them goes away', async () => {
    const [, gone] = replicas;
    await gone?.stop();
    let sites = (await seen())?.sites ?? 0;
    for (let times = 0; times < 10; times += 1) {
      await write();
      sites += 1;
      await servers(sites);
    }
    await vi.waitFor(async () => expect((await seen())?.server).toEqual(expect.any(String)), 60_000);
  });
});
