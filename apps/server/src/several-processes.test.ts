// Three processes of the real server on one database and one folder, behind a proxy that sends each request to the next.
import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import type { Email } from 'postal-mime';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { reportLinkRequestsPerMinute } from '@watchpost/domain/scheduled-reports';
import { signInLimits } from './platform/access/sign-in-limit.queries.ts';
import { type MailBox, openMailBox } from './platform/mail/mail-box.testing.ts';
import { openStream, type Stream } from './testing/event-stream.ts';
import {
  makeGuard,
  makeSite,
  makeTenant,
  makeUser,
  type MadeTenant,
  testPassword,
} from './testing/factories.ts';
import { databaseUrlOf } from './testing/run-command.ts';
import {
  builtServer,
  type Proxy,
  roundRobinProxy,
  type ServerProcess,
  sharedFolder,
  type StartProcess,
} from './testing/server-processes.ts';
import { type TestDatabase, testDatabase } from './testing/test-database.ts';
import { formOf, plainPicture } from './testing/test-files.ts';

const processes = [0, 1, 2];

let store: TestDatabase;
let start: StartProcess;
let proxy: Proxy;
/** One that was given a folder of its own. */
let stranger: ReturnType<StartProcess>;
/** One that was to listen where the first of them does. */
let lodger: ReturnType<StartProcess>;
let box: MailBox;
let tenant: MadeTenant;
let siteId: string;

beforeAll(async () => {
  store = await testDatabase();
  // Before the servers start, so that all of them would like to make its keys.
  tenant = await makeTenant(store.owner);
  siteId = await makeSite(store.owner, tenant);
  box = await openMailBox();
  start = await builtServer();
  const settings = {
    DATABASE_URL: databaseUrlOf(store.connection),
    DATABASE_POOL: '4',
    DATA_DIR: sharedFolder(),
    TRUST_PROXY: 'on',
    SMTP_URL: box.url,
    MAIL_FROM: 'console@watchpost.example',
  };
  const started = await Promise.all(processes.map(() => start(settings)));
  proxy = await roundRobinProxy(started.map(serving));
  stranger = start({ ...settings, DATA_DIR: sharedFolder() });
  lodger = start({ ...settings, PORT: new URL(started.map(serving)[0] ?? '').port });
});

function serving(process: ServerProcess | { readonly output: string }): string {
  if ('url' in process) return process.url;
  throw new Error(`a server ended: ${process.output}`);
}

interface Asked {
  readonly method?: string;
  readonly headers?: Record<string, string>;
  readonly body?: object;
  readonly form?: Buffer;
}

/** One request, answered by whichever process has its turn. */
function ask(path: string, { method = 'GET', headers = {}, body, form }: Asked = {}): Promise<Response> {
  return fetch(`${proxy.url}/api/${tenant.slug}${path}`, {
    method,
    headers: body === undefined ? headers : { 'content-type': 'application/json', ...headers },
    ...(form === undefined ? {} : { body: new Uint8Array(form) }),
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
}

/** The same request once at each process. */
async function askEach(path: string, asked: Asked = {}): Promise<Response[]> {
  const replies: Response[] = [];
  for (const _ of processes) replies.push(await ask(path, asked));
  expect(replies.map(({ headers }) => proxy.servedBy(headers)).toSorted()).toEqual(processes);
  return replies;
}

const otpOf = (mail: Email | undefined): string => /^ {4}(\d+)$/m.exec(mail?.text ?? '')?.[1] ?? '';
const statusesOf = (replies: readonly Response[]) => replies.map(({ status }) => status);

const signIn = (username: string, password: string, address = '10.1.0.1') =>
  ask('/user-signin', {
    method: 'POST',
    body: { username, password },
    headers: { 'x-test-address': address },
  });

/** Headers of a browser in which a new super admin has signed in. */
async function newAdmin(): Promise<Record<string, string>> {
  const { email } = await makeUser(store.owner, tenant);
  const reply = await signIn(email, testPassword);
  const cookies = reply.headers.getSetCookie().map((text) => text.split(';')[0] ?? '');
  const token = cookies.find((cookie) => cookie.startsWith('XSRF-TOKEN='))?.split('=')[1];
  return { cookie: cookies.join('; '), 'x-xsrf-token': token ?? '' };
}

/** Headers of a phone on which a new guard of the site has signed in. */
async function newPhone(): Promise<Record<string, string>> {
  const { employeeId } = await makeGuard(store.owner, tenant, { siteIds: [siteId] });
  const body = { employeeId, secret: testPassword, deviceId: randomUUID() };
  const { accessToken } = await (await ask('/field/signin', { method: 'POST', body })).json();
  return { authorization: `Bearer ${accessToken}` };
}

describe('three server processes behind a proxy', () => {
  it('[SIGN-01] honour a session that one of them opened, and none after its sign-out at one', async () => {
    const headers = await newAdmin();
    expect(statusesOf(await askEach('/secure/user-metadata', { headers }))).toEqual([200, 200, 200]);
    expect((await ask('/secure/signout', { method: 'DELETE', headers })).status).toBe(200);
    expect(statusesOf(await askEach('/secure/user-metadata', { headers }))).toEqual([401, 401, 401]);
  });

  it('[SIGN-12] count guesses of a password together', async () => {
    const { email } = await makeUser(store.owner, tenant);
    const guesses = Array.from({ length: signInLimits.perAccount + 2 }, (_, at) => at);
    const replies = await Promise.all(guesses.map((at) => signIn(email, `Wrong-pass-${at}`, `10.2.0.${at}`)));
    const counted = statusesOf(replies).filter((status) => status === 401);
    expect(counted).toHaveLength(signInLimits.perAccount);
    const right = { username: email, password: testPassword };
    const late = await askEach('/user-signin', { method: 'POST', body: right });
    expect(statusesOf(late)).toEqual([429, 429, 429]);
  });

  it('count questions for mailed links together', async () => {
    const path = `/shared-reports/${'x'.repeat(43)}`;
    const headers = { 'x-test-address': '10.3.0.1' };
    const replies = await Promise.all(
      Array.from({ length: reportLinkRequestsPerMinute }, () => ask(path, { headers })),
    );
    expect(statusesOf(replies)).not.toContain(429);
    expect(statusesOf(await askEach(path, { headers }))).toEqual([429, 429, 429]);
  });

  it('tell every open stream at once of what came in through one of them', async () => {
    const headers = await newAdmin();
    const phone = await newPhone();
    const address = `${proxy.url}/api/${tenant.slug}/secure/events`;
    const streams: Stream[] = [];
    for (const _ of processes) streams.push(await openStream(address, headers));
    expect(streams.map((stream) => proxy.servedBy(stream.headers)).toSorted()).toEqual(processes);
    const heard = (name: string) =>
      streams.map((stream) => stream.until((events) => events.some((event) => event.name === name)));
    await Promise.all(heard('unread'));
    const sos = { id: randomUUID(), siteId, deviceAtMs: Date.now(), position: null };
    const sentAtMs = performance.now();
    const sent = await ask('/field/sos', {
      method: 'POST',
      headers: phone,
      body: { sentAtMs: Date.now(), sos },
    });
    expect(sent.status).toBe(200);
    await Promise.all(heard('notification'));
    // Without the signal they would have looked at their next heartbeat, up to fifteen seconds later.
    expect(performance.now() - sentAtMs).toBeLessThan(10_000);
    for (const stream of streams) stream.breakOff();
  });

  it('run each job once, and know the codes of each other', async () => {
    const users = await Promise.all(Array.from({ length: 8 }, () => makeUser(store.owner, tenant)));
    const asked = await Promise.all(
      users.map(({ email }) => ask('/users/forgot-password', { method: 'POST', body: { username: email } })),
    );
    expect(new Set(statusesOf(asked))).toEqual(new Set([200]));
    const mailsTo = ({ email }: { email: string }) =>
      box.arrived.filter((mail) => mail.to?.[0]?.address === email);
    await vi.waitFor(() => expect(users.map(mailsTo).flat()).toHaveLength(users.length), 60_000);
    await vi.waitFor(async () => expect(await jobsLeft()).toBe(0), 60_000);
    expect(users.map((user) => mailsTo(user).length)).toEqual(users.map(() => 1));
    const [guessed, honest] = users;
    if (guessed === undefined || honest === undefined) throw new Error('users were made');
    const verify = (email: string, otp: string) =>
      ask('/users/verify-otp', { method: 'POST', body: { email, otp } });
    const otp = otpOf(mailsTo(guessed)[0]);
    const wrong = String((Number(otp) + 1) % 10 ** otp.length).padStart(otp.length, '0');
    for (let guess = 0; guess < 5; guess += 1) expect((await verify(guessed.email, wrong)).ok).toBe(false);
    expect((await verify(guessed.email, otp)).ok).toBe(false);
    expect((await verify(honest.email, otpOf(mailsTo(honest)[0]))).status).toBe(200);
  });

  it('read what was uploaded to one of them', async () => {
    const headers = await newAdmin();
    const form = formOf(await plainPicture());
    const sent = await ask('/secure/files?purpose=image', {
      method: 'POST',
      headers: { ...headers, ...form.headers },
      form: form.payload,
    });
    const { fileId } = await sent.json();
    const read = await askEach(`/secure/files/${fileId}`, { headers });
    expect(statusesOf(read)).toEqual([200, 200, 200]);
    const contents = await Promise.all(read.map(async (reply) => Buffer.from(await reply.arrayBuffer())));
    expect(contents[0]?.length).toBeGreaterThan(0);
    expect(new Set(contents.map((content) => content.toString('hex'))).size).toBe(1);
  });

  it('store once what a phone sends through all of them at the same time, and again later', async () => {
    const headers = await newPhone();
    const deviceAtMs = Date.now();
    const event = { kind: 'dutyStarted', id: randomUUID(), siteId, deviceAtMs };
    const asked = { method: 'POST', headers, body: { sentAtMs: deviceAtMs, event } };
    const replies = [
      ...(await Promise.all(processes.map(() => ask('/field/event', asked)))),
      ...(await askEach('/field/event', asked)),
    ];
    expect(new Set(statusesOf(replies))).toEqual(new Set([200]));
    const receipts = await Promise.all(replies.map((reply) => reply.text()));
    expect(new Set(receipts).size).toBe(1);
    const stored = await store.owner
      .selectFrom('field_events')
      .select('id')
      .where('tenant_id', '=', tenant.id)
      .where('id', '=', event.id)
      .execute();
    expect(stored).toHaveLength(1);
  });

  it('do not let in a server that signs with another secret', async () => {
    expect(await stranger).toMatchObject({
      code: 1,
      output: expect.stringContaining('the same SERVER_SECRET'),
    });
  });

  it('end one that finds its port taken, with a sentence and no stack, and say that a tenant is lacking', async () => {
    const { code, output } = { output: '', code: null, ...(await lodger) };
    expect([code, ...output.split('\n')]).toEqual([
      1,
      expect.stringMatching(/^There is no tenant demo yet: make one with .* DEFAULT_TENANT name it/),
      expect.stringMatching(/^PORT=\d+: another program listens there already\. /),
      '',
    ]);
  });
});

async function jobsLeft(): Promise<number> {
  const { rows } = await sql<{ n: number }>`SELECT count(*) AS n FROM graphile_worker._private_jobs`.execute(
    store.owner,
  );
  return rows[0]?.n ?? 0;
}
