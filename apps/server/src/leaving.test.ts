// A server that is asked to stop exits, whatever its jobs wait for.
import { once } from 'node:events';
import net, { type AddressInfo } from 'node:net';
import { sql } from 'kysely';
import { expect, it, vi } from 'vitest';
import { sendMailJob } from './platform/mail/send-mail-job.ts';
import { makeTenant, makeUser } from './testing/factories.ts';
import { atFileEnd } from './testing/file-end.ts';
import { databaseUrlOf } from './testing/run-command.ts';
import { builtServer, sharedFolder } from './testing/server-processes.ts';
import { testDatabase } from './testing/test-database.ts';

const store = await testDatabase();
const start = await builtServer();

/** A mail server that greets and then says nothing for as long as it is asked. */
async function silentMailServer(): Promise<string> {
  const sockets = new Set<net.Socket>();
  const server = net.createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => {});
    socket.write('220 silent.example\r\n');
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  atFileEnd(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  return `smtp://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

async function mailJobs() {
  const { rows } = await sql<{ underWay: boolean }>`SELECT locked_at IS NOT NULL AS "underWay"
    FROM graphile_worker.jobs WHERE task_identifier = ${sendMailJob.name}`.execute(store.owner);
  return rows;
}

it('waits for a job no longer than its service manager waits for it, and the job is kept', async () => {
  const tenant = await makeTenant(store.owner);
  const { email } = await makeUser(store.owner, tenant);
  const server = await start({
    DATABASE_URL: databaseUrlOf(store.connection),
    DATA_DIR: sharedFolder(),
    SMTP_URL: await silentMailServer(),
    MAIL_FROM: 'console@watchpost.example',
  });
  if (!('url' in server)) throw new Error(server.output);
  const asked = await fetch(`${server.url}/api/${tenant.slug}/users/forgot-password`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ username: email }),
  });
  expect(asked.status).toBe(200);
  await vi.waitFor(async () => expect(await mailJobs()).toContainEqual({ underWay: true }), 60_000);
  expect(await server.stop()).toBe(0);
  expect(server.log()).toContain('Jobs under way did not end within 15 s; they are run again.');
  expect(await mailJobs()).toHaveLength(1);
});
