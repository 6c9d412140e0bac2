// Streams of a server, ended by what happens at another one.
import { afterAll, beforeAll, beforeEach, it } from 'vitest';
import { makeTenant, makeUser, type MadeTenant } from '../../testing/factories.ts';
import { openStream } from '../../testing/event-stream.ts';
import { type LiveServer, startServer } from '../../testing/live-server.ts';
import { sessionHeaders } from '../../testing/made-sessions.ts';
import { type TestDatabase, testDatabase } from '../../testing/test-database.ts';

/** Nothing but a signal ends a stream in the time of a test. */
const hourMs = 3_600_000;

let store: TestDatabase;
let here: LiveServer;
let there: LiveServer;
let tenant: MadeTenant;
let userId: string;
let headers: Record<string, string>;

beforeAll(async () => {
  store = await testDatabase();
  here = await startServer(store, hourMs);
  there = await startServer(store, hourMs);
});
afterAll(async () => {
  await here.close();
  await there.close();
});
beforeEach(async () => {
  tenant = await makeTenant(store.owner);
  userId = (await makeUser(store.owner, tenant)).id;
  headers = await sessionHeaders(store.owner, tenant, { userId });
});

const address = (server: LiveServer) => `${server.url}/api/${tenant.slug}/secure`;

const ends: [string, () => Promise<unknown>][] = [
  ['its session is signed out', () => fetch(`${address(there)}/signout`, { method: 'DELETE', headers })],
  [
    'its account is deactivated',
    () => store.owner.updateTable('users').set({ activated: false }).where('id', '=', userId).execute(),
  ],
  [
    'all sessions of the company end',
    () => store.owner.deleteFrom('sessions').where('tenant_id', '=', tenant.id).execute(),
  ],
];
it.each(ends)('[TRUTH-12] a stream ends at once when %s', async (_, end) => {
  const stream = await openStream(`${address(here)}/events`, headers);
  await stream.until((events) => events.some(({ name }) => name === 'unread'));
  await end();
  await stream.ended;
});
