// An export that is under way when the right to it ends.
import http from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { makeSite, makeTenant, makeUser, type MadeTenant } from '../../testing/factories.ts';
import { type LiveServer, startServer } from '../../testing/live-server.ts';
import { sessionHeaders } from '../../testing/made-sessions.ts';
import { testDatabase, type TestDatabase } from '../../testing/test-database.ts';

let store: TestDatabase;
let tenant: MadeTenant;
let server: LiveServer;
let mill: string;

const entries = 3_000;

beforeAll(async () => {
  store = await testDatabase();
  tenant = await makeTenant(store.owner);
  mill = await makeSite(store.owner, tenant, { name: 'Mill' });
  // More than the sockets between server and reader hold, so that the file is still being made.
  await sql`INSERT INTO audit_entries
      (tenant_id, id, at_ms, actor_name, action, subject_type, subject_id, subject_label, address, agent, request_id)
    SELECT ${tenant.id}::uuid, gen_random_uuid(), 1700000000000 + n, 'Asha', 'site.created', 'site', n, repeat('Gate ', 800), '', '', ''
    FROM generate_series(1, ${entries}::int) AS n`.execute(store.owner);
  server = await startServer(store, 60_000);
});
afterAll(() => server.close());

interface Opened {
  readonly userId: string;
  /** Reads on to the end; how many lines came, and whether the file came to its end. */
  readonly rest: () => Promise<{ readonly lines: number; readonly isWhole: boolean }>;
}

/** A file whose reader pauses after its first piece. */
async function open(): Promise<Opened> {
  const { id: userId } = await makeUser(store.owner, tenant);
  const headers = await sessionHeaders(store.owner, tenant, { userId });
  const url = `${server.url}/api/${tenant.slug}/secure/audit-log/export?format=csv`;
  const reply = await new Promise<http.IncomingMessage>((resolve, reject) => {
    http.get(url, { headers, agent: false }, resolve).on('error', reject);
  });
  expect(reply.statusCode).toBe(200);
  const rest = async () => {
    let lines = 0;
    try {
      for await (const piece of reply) lines += String(piece).split('\n').length - 1;
      return { lines, isWhole: true };
    } catch {
      return { lines, isWhole: false };
    }
  };
  return { userId, rest };
}

const users = (id: string) => store.owner.updateTable('users').where('id', '=', id);

const ends: Readonly<Record<string, (userId: string) => Promise<unknown>>> = {
  'is deactivated': (id) => users(id).set({ activated: false }).execute(),
  'signs out': (id) => store.owner.deleteFrom('sessions').where('user_id', '=', id).execute(),
  'becomes the manager of a site': async (id) => {
    await users(id).set({ role: 'subAdmin' }).execute();
    await store.owner
      .insertInto('sub_admins')
      .values({ tenant_id: tenant.id, user_id: id, site_id: mill })
      .execute();
  },
};

describe('an export', () => {
  test.each(Object.entries(ends))('[TRUTH-12] breaks off when who asked for it %s', async (_what, end) => {
    const { userId, rest } = await open();
    await end(userId);
    await delay(1_200);
    const { lines, isWhole } = await rest();
    expect(isWhole).toBe(false);
    expect(lines).toBeLessThan(entries);
  });

  test('is whole for who may read it, however long that takes', async () => {
    const { rest } = await open();
    await delay(1_200);
    const { lines, isWhole } = await rest();
    // With the heading, and the entry of this very export and of those that broke off.
    expect(isWhole).toBe(true);
    expect(lines).toBeGreaterThan(entries);
  });
});
