// Reads from a streaming replica, whose replay is held up, which goes away and which is promoted.
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { makeCheckpoint, makeRoute, makeSite, makeTenant, type MadeTenant } from '../../testing/factories.ts';
import { browserOfNew } from '../../testing/made-sessions.ts';
import { sendRound } from '../../testing/send-round.ts';
import { buildTestApp } from '../../testing/test-app.ts';
import { type Database, type Db, openDatabase, openOwner, serveAs } from './database.ts';
import { cleanUp, query } from './embedded/embedded-postgres.testing.ts';
import type { EmbeddedPostgres } from './embedded/embedded-postgres.ts';
import { migrate } from './migrate.ts';
import { startWithReplicas } from './standby.testing.ts';

let primary: EmbeddedPostgres;
let replica: EmbeddedPostgres;
let owner: Db;
let tenant: MadeTenant;
/** As of two server processes. */
let one: Database;
let other: Database;
const closing: (() => Promise<void>)[] = [];

beforeAll(async () => {
  ({
    primary,
    replicas: [replica],
  } = await startWithReplicas(1));
  const opened = openOwner(primary.connection);
  closing.push(opened.close);
  owner = opened.db;
  await migrate(owner);
  tenant = await makeTenant(owner);
  const connection = await serveAs(owner, primary.connection);
  const place = { ...connection, host: replica.connection.host, port: replica.connection.port };
  const open = () => openDatabase({ connection, replica: place, poolSize: 3, onError: () => {} });
  [one, other] = [open(), open()];
  closing.push(one.close, other.close);
});

afterAll(async () => {
  for (const close of closing.reverse()) await close();
  await cleanUp();
});

interface Seen {
  readonly sites: number;
  readonly isReplica: boolean;
}

/** What one request through the process reads, and from which server. */
async function seenBy(database: Database): Promise<Seen | undefined> {
  const reader = await database.readerOf(tenant.id);
  const { rows } = await sql<Seen>`SELECT count(*) AS sites, pg_is_in_recovery() AS "isReplica"
    FROM sites WHERE tenant_id = ${tenant.id}`.execute(reader);
  return rows[0];
}

const write = () => makeSite(one.forTenant(tenant.id), tenant);
const isAnsweredByReplica = (database: Database) =>
  vi.waitFor(async () => expect((await seenBy(database))?.isReplica).toBe(true), 60_000);

describe('a request that reads', () => {
  it('is answered by a replica that has replayed what was acknowledged', async () => {
    await isAnsweredByReplica(one);
    await isAnsweredByReplica(other);
  });

  it('sees each write that was acknowledged before it, through any process and from any server', async () => {
    for (let sites = Number((await seenBy(one))?.sites) + 1; sites <= 40; sites += 1) {
      await write();
      const seen = await Promise.all([seenBy(one), seenBy(other)]);
      expect(seen.map((each) => each?.sites)).toEqual([sites, sites]);
    }
  });

  it('is answered by the primary while the replica replays nothing, and by the replica again afterwards', async () => {
    await isAnsweredByReplica(one);
    await isAnsweredByReplica(other);
    await query(replica, 'SELECT pg_wal_replay_pause()');
    const before = (await seenBy(one))?.sites ?? 0;
    await write();
    for (const process of [one, other, one]) {
      expect(await seenBy(process)).toEqual({ sites: before + 1, isReplica: false });
    }
    await query(replica, 'SELECT pg_wal_replay_resume()');
    await isAnsweredByReplica(one);
    await isAnsweredByReplica(other);
    expect((await seenBy(other))?.sites).toBe(before + 1);
  });

  it('may write after all, at once and in a transaction, and reads what it wrote there', async () => {
    await isAnsweredByReplica(one);
    const reader = await one.readerOf(tenant.id);
    const id = await makeSite(reader, tenant);
    const within = await reader.transaction().execute(async (transaction) => {
      const { rows } = await sql<{ isReplica: boolean }>`SELECT pg_is_in_recovery() AS "isReplica"`.execute(
        transaction,
      );
      const found = await transaction
        .selectFrom('sites')
        .select('id')
        .where('tenant_id', '=', tenant.id)
        .where('id', '=', id)
        .execute();
      return { isReplica: rows[0]?.isReplica, found: found.length };
    });
    expect(within).toEqual({ isReplica: false, found: 1 });
    await query(replica, 'SELECT pg_wal_replay_pause()');
    const later = await makeSite(reader, tenant);
    const ids = await reader.selectFrom('sites').select('id').where('tenant_id', '=', tenant.id).execute();
    await query(replica, 'SELECT pg_wal_replay_resume()');
    expect(ids.map((site) => site.id)).toEqual(expect.arrayContaining([id, later]));
  });

  it('sees nothing of another tenant', async () => {
    const stranger = await makeTenant(owner);
    const reader = await one.readerOf(stranger.id);
    expect(await reader.selectFrom('sites').select('id').execute()).toEqual([]);
  });
});

describe('the report', () => {
  it('that one process answers from a replica holds the round that another one has just acknowledged', async () => {
    const apps = await Promise.all([one, other].map((database) => buildTestApp(database)));
    for (const app of apps) closing.push(() => app.close());
    const [sending, telling] = apps.map((app) => ({ app, owner }));
    if (sending === undefined || telling === undefined) throw new Error('two were built');
    const siteId = await makeSite(owner, tenant);
    const point = await makeCheckpoint(owner, tenant, siteId);
    const { versionId } = await makeRoute(owner, tenant, siteId, [point]);
    const admin = await browserOfNew(telling, tenant);
    const total = async () => (await admin('GET', '/secure/scanned-checkpoints')).json().count;
    const asked = `SELECT FROM pg_stat_activity WHERE application_name = 'watchpost reads' AND query LIKE '%round%'`;
    for (let rounds = 1; rounds <= 12; rounds += 1) {
      if (rounds === 5) await query(replica, 'SELECT pg_wal_replay_pause()');
      if (rounds === 9) await query(replica, 'SELECT pg_wal_replay_resume()');
      await sendRound(sending, tenant, { siteId, versionId, startedAtMs: Date.now(), scans: [] });
      expect(await total()).toBe(rounds);
    }
    await vi.waitFor(async () => {
      await total();
      expect(await query(replica, asked)).not.toEqual([]);
    }, 60_000);
  });
});

describe('a replica that was promoted', () => {
  it('is not asked any more, nor is one that is away', async () => {
    await isAnsweredByReplica(one);
    await query(replica, 'SELECT pg_promote()');
    expect((await seenBy(one))?.isReplica).toBe(false);
    const before = (await seenBy(one))?.sites ?? 0;
    await write();
    expect(await seenBy(other)).toEqual({ sites: before + 1, isReplica: false });
    await replica.stop();
    await write();
    expect(await seenBy(other)).toEqual({ sites: before + 2, isReplica: false });
  });
});

describe('a commit that waits for a standby', () => {
  it('is not acknowledged when a limit ends the wait', async () => {
    await query(primary, `ALTER SYSTEM SET synchronous_standby_names = 'nobody'`);
    await query(primary, 'SELECT pg_reload_conf()');
    const waiting = `SELECT pid FROM pg_stat_activity WHERE wait_event = 'SyncRep'`;
    let refused: Promise<unknown> = Promise.resolve();
    // Until the primary has taken the setting up, it acknowledges.
    await vi.waitFor(async () => {
      refused = write().catch((error: unknown) => error);
      await vi.waitFor(async () => expect(await query(primary, waiting)).toHaveLength(1), 1_000);
    }, 60_000);
    await query(primary, `SELECT pg_cancel_backend(pid) FROM (${waiting}) AS waiting`);
    expect(await refused).toMatchObject({ code: '08007' });
    await query(primary, 'ALTER SYSTEM RESET synchronous_standby_names');
    await query(primary, 'SELECT pg_reload_conf()');
    await vi.waitFor(async () => expect(await write()).toEqual(expect.any(String)), 60_000);
  });
});
