import http from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';
import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { makeTenant, makeUser } from '../../testing/factories.ts';
import { startServer } from '../../testing/live-server.ts';
import { sessionHeaders } from '../../testing/made-sessions.ts';
import { testDatabase } from '../../testing/test-database.ts';
import { FilesAtOnce } from './files-at-once.ts';

/** Pieces of which each takes a moment; `work` counts those under way. */
async function* slowPieces(count: number, work: { underWay: number; most: number }) {
  for (let at = 0; at < count; at += 1) {
    work.underWay += 1;
    work.most = Math.max(work.most, work.underWay);
    await delay(1);
    work.underWay -= 1;
    yield at;
  }
}

async function all<T>(pieces: AsyncIterable<T>): Promise<T[]> {
  const found: T[] = [];
  for await (const piece of pieces) found.push(piece);
  return found;
}

it('[TRUTH-12] however many files are open, one piece is made at a time, and each file has all of its own', async () => {
  const files = new FilesAtOnce();
  const work = { underWay: 0, most: 0 };
  const made = await Promise.all(
    Array.from({ length: 6 }, () => all(files.whenSlotFree(slowPieces(20, work)))),
  );
  expect(work.most).toBe(1);
  for (const pieces of made) expect(pieces).toEqual(Array.from({ length: 20 }, (_, at) => at));
});

it('a file that fails or that no one reads to its end holds up no other', async () => {
  const files = new FilesAtOnce();
  async function* failing() {
    yield 1;
    throw new Error('broken');
  }
  await expect(all(files.whenSlotFree(failing()))).rejects.toThrow('broken');
  const left = files.whenSlotFree(slowPieces(10, { underWay: 0, most: 0 }));
  await left.next();
  await left.return(undefined);
  expect(await all(files.whenSlotFree(slowPieces(2, { underWay: 0, most: 0 })))).toEqual([0, 1]);
});

it('[TRUTH-12] an account has so many exports open, and may ask again once one has ended', async () => {
  const store = await testDatabase();
  const tenant = await makeTenant(store.owner);
  // More than the sockets between server and reader hold, so that each export stays open while no one reads it.
  await sql`INSERT INTO audit_entries
      (tenant_id, id, at_ms, actor_name, action, subject_type, subject_id, subject_label, address, agent, request_id)
    SELECT ${tenant.id}::uuid, gen_random_uuid(), 1700000000000 + n, 'Asha', 'site.created', 'site', n, repeat('Gate ', 800), '', '', ''
    FROM generate_series(1, 3000) AS n`.execute(store.owner);
  const user = await makeUser(store.owner, tenant);
  const headers = await sessionHeaders(store.owner, tenant, { userId: user.id });
  const server = await startServer(store, 60_000);
  const open = () =>
    new Promise<http.IncomingMessage>((resolve, reject) => {
      const url = `${server.url}/api/${tenant.slug}/secure/audit-log/export?format=csv`;
      http.get(url, { headers, agent: false }, resolve).on('error', reject);
    });
  const replies: http.IncomingMessage[] = [];
  for (let at = 0; at < 8; at += 1) replies.push(await open());
  expect(replies.filter(({ statusCode }) => statusCode !== 200)).toEqual([]);
  const ninth = await open();
  expect(ninth.statusCode).toBe(429);
  expect(Number(ninth.headers['retry-after'])).toBeGreaterThan(0);
  ninth.resume();
  for (const reply of replies) reply.destroy();
  const statuses = async () => {
    const reply = await open();
    reply.destroy();
    return reply.statusCode;
  };
  await expect.poll(statuses).toBe(200);
  await server.close();
});
