// What a collector is sent of requests, statements, jobs and mails, and what it never is.
import { randomUUID } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import { CompiledQuery } from 'kysely';
import { afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import * as z from 'zod/mini';
import { allEndpoints } from '@watchpost/contract/all-endpoints';
import { allJobs } from '../../all-jobs.ts';
import { pushHosts } from '../adapters/push/push-hosts.ts';
import { pushService } from '../adapters/push/push-service.ts';
import { type Database, openDatabase, serveAs } from '../db/database.ts';
import { enqueueJob } from '../jobs/enqueue-job.queries.ts';
import { defineJob, handleJob, worksOf } from '../jobs/job.ts';
import { openMailBox } from '../mail/mail-box.testing.ts';
import { smtpTransport } from '../mail/mail-transport.ts';
import { queueMail } from '../mail/mail.queries.ts';
import { makeWorld, sampleOf, type SampleWorld, send } from '../../testing/endpoint-samples.ts';
import { atFileEnd } from '../../testing/file-end.ts';
import { browserOf, deviceOf } from '../../testing/made-sessions.ts';
import { databaseUrlOf } from '../../testing/run-command.ts';
import { builtServer, sharedFolder } from '../../testing/server-processes.ts';
import { anyone, buildTestApp, type Caller, testSecret } from '../../testing/test-app.ts';
import { type TestDatabase, testDatabase } from '../../testing/test-database.ts';
import { testFiles } from '../../testing/test-files.ts';
import { testJobs } from '../../testing/test-jobs.ts';
import { testSealing } from '../../testing/test-sealing.ts';
import { type Collector, openCollector, type ReceivedSpan } from './collector.testing.ts';
import { startTracing, type Tracing } from './start-tracing.ts';
import { traceRequests } from './trace-requests.ts';
import { traceTasks } from './trace-tasks.ts';
import { tracingSettings } from './tracing-settings.ts';

let store: TestDatabase;
/** Traced, as all below. */
let database: Database;
let app: FastifyInstance;
let world: SampleWorld;
let admin: Caller;
let device: Caller;

const failingJob = defineJob('failsOnce', z.object({ tenantId: z.string(), mark: z.string() }));
const failed = new Set<string>();

beforeAll(async () => {
  store = await testDatabase();
  const connection = await serveAs(store.owner, store.connection);
  database = openDatabase({ connection, poolSize: 6, onError: () => {}, isTraced: true });
  app = await buildTestApp(database, {
    watchRequests: (server) => traceRequests(server, { takesParents: false }),
  });
  atFileEnd(async () => {
    await app.close();
    await database.close();
  });
  await app.ready();
  world = await makeWorld(store.owner);
  admin = await browserOf({ app, owner: store.owner }, world.tenant, world.superAdminId);
  device = await deviceOf({ app, owner: store.owner }, world.tenant, world.guardId);
  await startJobs();
});

async function startJobs(): Promise<void> {
  const box = await openMailBox();
  const onProblem = () => {};
  const handlers = [
    ...allJobs({
      mail: {
        transport: smtpTransport(box.url),
        files: testFiles(),
        fromAddress: 'console@watchpost.example',
      },
      secret: testSecret,
      sealing: testSealing(),
      push: { service: pushService(pushHosts([])), subject: 'mailto:push@watchpost.example', onProblem },
      onProblem,
      consoleUrl: (slug) => `https://console.example/${slug}/`,
    }),
    handleJob(failingJob, async ({ mark }) => {
      if (failed.has(mark)) return;
      failed.add(mark);
      throw Object.assign(new Error(`Asha may not see ${mark}`), { code: 'EMARK' });
    }),
  ];
  await testJobs({ ...store, database }, handlers, {
    tasks: traceTasks(worksOf(handlers, database).tasks),
  });
}

let tracing: Tracing | null = null;
const problems: string[] = [];

/** Sends spans to the collector, quickly, until the test ends. */
function traceTo(
  { endpoint }: Pick<Collector, 'endpoint'>,
  more: Readonly<Record<string, string>> = {},
): void {
  const named: Readonly<Record<string, string>> = { OTEL_EXPORTER_OTLP_ENDPOINT: endpoint, ...more };
  const settings = tracingSettings((name) => named[name] ?? '');
  if (settings === null || typeof settings === 'string') throw new Error(`no settings: ${settings}`);
  const sending = { everyMs: 30, queuedMax: 4_096, timeoutMs: 500 };
  tracing = startTracing(settings, (sentence) => problems.push(sentence), sending);
}

afterEach(async () => {
  await tracing?.close();
  tracing = null;
  problems.length = 0;
});

const listRoute = 'GET /api/:tenant/secure/scanned-checkpoints';
const listRounds = (query: Record<string, string> = {}) =>
  admin('GET', '/secure/scanned-checkpoints', { query: { limit: '5', ...query } });
const isChildOf = (parent: ReceivedSpan) => (span: ReceivedSpan) => span.parentSpanId === parent.spanId;

describe('a request', () => {
  test('is a span with its route, method, status and id, and its statements are within it', async () => {
    const collector = await openCollector();
    traceTo(collector, { OTEL_SERVICE_NAME: 'patrol', OTEL_EXPORTER_OTLP_HEADERS: 'api-key=abc%20d' });
    const reply = await listRounds({ searchText: 'Ravi' });
    expect(reply.statusCode).toBe(200);
    const span = await collector.spanOf(listRoute);
    expect(span).toMatchObject({ kind: 2, parentSpanId: '', hasFailed: false });
    expect(span.attributes).toEqual({
      'http.request.method': 'GET',
      'http.route': '/api/:tenant/secure/scanned-checkpoints',
      'http.response.status_code': 200,
      'watchpost.request_id': reply.headers['x-request-id'],
    });
    expect(span.resource).toMatchObject({ 'service.name': 'patrol' });
    expect(collector.headers[0]?.['api-key']).toBe('abc d');
    const statements = collector.spans.filter(isChildOf(span));
    expect(statements.map(({ name }) => name)).toEqual(
      expect.arrayContaining([
        expect.stringMatching(/^SELECT guards/),
        expect.stringMatching(/^SELECT .*rounds/),
      ]),
    );
    for (const { kind, traceId, attributes, name } of statements) {
      expect({ kind, traceId }).toEqual({ kind: 3, traceId: span.traceId });
      expect(attributes).toMatchObject({ 'db.system.name': 'postgresql', 'db.query.summary': name });
    }
  });

  test('with a body keeps its statements, and so does a transaction', async () => {
    const collector = await openCollector();
    traceTo(collector);
    await admin('PUT', '/secure/list-preferences/sites', { body: { hiddenColumns: ['address'], views: [] } });
    const span = await collector.spanOf('PUT /api/:tenant/secure/list-preferences/:area');
    const changes = collector.spans.filter(isChildOf(span)).filter(({ name }) => name.startsWith('INSERT'));
    expect(changes.length).toBeGreaterThan(0);
  });

  test('that is refused says so by status and code, and not by what was sent', async () => {
    const collector = await openCollector();
    traceTo(collector);
    await anyone(app, world.tenant)('POST', '/user-signin', {
      body: { username: 'stranger@example.com', password: 'Wrong-pass-1' },
    });
    const span = await collector.spanOf('POST /api/:tenant/user-signin');
    expect(span.attributes).toMatchObject({ 'http.response.status_code': 401 });
    expect(span.attributes['error.type']).toEqual(expect.any(String));
    const wild = `/api/${world.tenant.slug}/wild-${randomUUID()}`;
    await app.inject(wild);
    const other = await collector.spanOf('GET none');
    expect(other.attributes).toMatchObject({ 'http.route': 'none', 'http.response.status_code': 404 });
    expect(collector.bodies.join('')).not.toContain(wild);
  });

  test('belongs to the trace that it names only behind a proxy that is believed', async () => {
    const collector = await openCollector();
    traceTo(collector);
    const traceId = '0af7651916cd43dd8448eb211c80319c';
    const headers = { traceparent: `00-${traceId}-b7ad6b7169203331-01` };
    await app.inject({ url: '/healthz', headers });
    expect((await collector.spanOf('GET /healthz')).traceId).not.toBe(traceId);
    const behind = await buildTestApp(database, {
      watchRequests: (server) => traceRequests(server, { takesParents: true }),
    });
    atFileEnd(() => behind.close());
    await behind.inject({ url: '/readyz', headers });
    const span = await collector.spanOf('GET /readyz');
    expect(span).toMatchObject({ traceId, parentSpanId: 'b7ad6b7169203331' });
    await behind.inject({ url: '/readyz', headers: { traceparent: 'anything' } });
    const own = await collector.spanOf('GET /readyz', (found) => found.traceId !== traceId);
    expect(own.parentSpanId).toBe('');
  });

  test('is left out by chance, with all that belongs to it, where the operator asks for a part', async () => {
    const collector = await openCollector();
    traceTo(collector, {
      OTEL_TRACES_SAMPLER: 'parentbased_traceidratio',
      OTEL_TRACES_SAMPLER_ARG: '0.000000001',
    });
    await listRounds();
    await tracing?.close();
    expect(collector.spans).toEqual([]);
  });
});

describe('a job', () => {
  test('is within the request that queued it, and so are the mail and what it queues itself', async () => {
    const collector = await openCollector();
    traceTo(collector);
    await anyone(app, world.tenant)('POST', '/users/forgot-password', { body: { username: world.email } });
    const request = await collector.spanOf('POST /api/:tenant/users/forgot-password');
    const isOfTrace = ({ traceId }: ReceivedSpan) => traceId === request.traceId;
    const mail = await collector.spanOf('mail', isOfTrace);
    expect(mail).toMatchObject({ kind: 3, hasFailed: false });
    expect(mail.attributes).toEqual({
      'watchpost.mail.kind': 'passwordReset',
      'watchpost.mail.attempt': 1,
      'watchpost.mail.result': 'sent',
    });
    const job = await collector.spanOf('job sendMail', isOfTrace);
    expect(mail.parentSpanId).toBe(job.spanId);
    const first = await collector.spanOf('job passwordResetRequested', isOfTrace);
    expect(first).toMatchObject({ kind: 5, parentSpanId: request.spanId });
    expect(first.attributes).toEqual({
      'watchpost.job.name': 'passwordResetRequested',
      'watchpost.job.attempt': 1,
    });
    expect(collector.spans.filter(isChildOf(first)).map(({ name }) => name)).toContain(
      'INSERT mail_messages',
    );
  });

  test('that fails is a span for each run, with the code of the error and without its message', async () => {
    const collector = await openCollector();
    traceTo(collector);
    const tenantId = world.tenant.id;
    await enqueueJob(database.forTenant(tenantId), failingJob, { tenantId, mark: randomUUID() });
    const run = (attempt: number) =>
      collector.spanOf('job failsOnce', ({ attributes }) => attributes['watchpost.job.attempt'] === attempt);
    expect(await run(1)).toMatchObject({ hasFailed: true, attributes: { 'error.type': 'EMARK' } });
    expect(await run(2)).toMatchObject({ hasFailed: false });
    expect(collector.bodies.join('')).not.toContain('Asha');
  });
});

describe('a mail', () => {
  test('that the server refuses is one that was given up', async () => {
    const collector = await openCollector();
    traceTo(collector);
    const db = database.forTenant(world.tenant.id);
    const values = { title: 'Round not started', text: 'The round of Asha is late.' };
    const mail = { tenantId: world.tenant.id, to: 'asha@refused.example', values };
    await queueMail(db, { ...mail, template: 'notice', language: 'en' });
    const span = await collector.spanOf('mail');
    expect(span).toMatchObject({ hasFailed: true });
    expect(span.attributes).toEqual({
      'watchpost.mail.kind': 'notice',
      'watchpost.mail.attempt': 1,
      'watchpost.mail.result': 'givenUp',
      'error.type': 'MailRefused',
    });
  });
});

describe('without a collector', () => {
  test('nothing is traced, and a job carries what it did', async () => {
    expect((await listRounds()).headers).not.toHaveProperty('traceparent');
    const db = database.forTenant(world.tenant.id);
    const job = defineJob(`test ${randomUUID()}`, failingJob.payload);
    const payload = { tenantId: world.tenant.id, mark: 'plain' };
    await enqueueJob(db, job, payload, { runAt: new Date(Date.now() + 3_600_000) });
    const query = CompiledQuery.raw(
      `SELECT j.payload FROM graphile_worker._private_jobs j JOIN graphile_worker._private_tasks t ON t.id = j.task_id
        WHERE t.identifier = $1`,
      [job.name],
    );
    expect((await store.owner.executeQuery(query)).rows).toEqual([{ payload }]);
  });
});

describe('a collector that is of no use', () => {
  const problem = (code: string) =>
    `traces: the collector of OTEL_EXPORTER_OTLP_ENDPOINT takes no spans (${code}). They are dropped until it does.`;
  const quickly = async () => {
    const startedMs = performance.now();
    const replies = await Promise.all(Array.from({ length: 20 }, () => listRounds()));
    expect(replies.map(({ statusCode }) => statusCode)).toEqual(Array.from({ length: 20 }, () => 200));
    return performance.now() - startedMs;
  };

  test('since it is down costs requests nothing; the log says so once, and once that it is there again', async () => {
    const gone = await openCollector();
    await gone.close();
    traceTo(gone);
    expect(await quickly()).toBeLessThan(5_000);
    await vi.waitFor(() => expect(problems).toHaveLength(1), { timeout: 20_000 });
    expect(problems[0]).toMatch(
      /^traces: the collector .* takes no spans \(\w+\)\. They are dropped until it does\.$/,
    );
    await listRounds();
    const again = await openCollector(Number(new URL(gone.endpoint).port));
    await vi.waitFor(
      async () => {
        await listRounds();
        expect(again.spans.length).toBeGreaterThan(0);
      },
      { timeout: 20_000 },
    );
    await vi.waitFor(() => expect(problems).toHaveLength(2));
    expect(problems[1]).toBe('traces: the collector takes spans again.');
  });

  test('since it refuses spans is reported once', async () => {
    const collector = await openCollector();
    collector.behave('refuse');
    traceTo(collector);
    for (const _ of [1, 2, 3]) {
      await quickly();
      await vi.waitFor(() => expect(problems).toHaveLength(1), { timeout: 20_000 });
    }
    expect(problems).toEqual([problem('OTLPExporterError')]);
  });

  test('since it never answers keeps neither requests waiting nor the server from leaving', async () => {
    const collector = await openCollector();
    collector.behave('hang');
    traceTo(collector);
    expect(await quickly()).toBeLessThan(5_000);
    const startedMs = performance.now();
    await tracing?.close();
    expect(performance.now() - startedMs).toBeLessThan(4_000);
  });
});

test('nothing that a collector is sent names a person, a company or what was looked for', async () => {
  const collector = await openCollector();
  traceTo(collector);
  const db = database.forTenant(world.tenant.id);
  const values = { title: 'Round of Ravi', text: 'Patil is late.' };
  const mail = { tenantId: world.tenant.id, to: 'asha@example.com', values };
  await queueMail(db, { ...mail, template: 'notice', language: 'en' });
  const searched = { searchText: 'Ravi', from: '2020-01-01', to: '2099-12-31' };
  for (const path of ['/secure/scanned-checkpoints', '/secure/guards', '/secure/sites', '/secure/sent-mail'])
    await admin('GET', path, { query: searched });
  const isAsked = ({ method, name, summary }: (typeof allEndpoints)[number]) =>
    (method === 'GET' && !summary.includes('text/event-stream')) ||
    /^(signIn|forgotPassword|create\w+)$/.test(name);
  const asked = allEndpoints.filter(isAsked);
  expect(asked.length).toBeGreaterThan(80);
  for (const endpoint of asked)
    for (const caller of [admin, device]) await send(caller, endpoint, sampleOf(endpoint, world));
  await vi.waitFor(() => expect(collector.spans.some(({ name }) => name === 'mail')).toBe(true), {
    timeout: 30_000,
  });
  await tracing?.close();
  expect(collector.spans.length).toBeGreaterThan(500);
  const sent = collector.spans.flatMap(({ attributes }) => Object.entries(attributes));
  const { rows: people } = await store.owner.executeQuery<{ word: string }>(
    CompiledQuery.raw(`SELECT DISTINCT word FROM (
      SELECT unnest(ARRAY[employee_id, first_name, last_name, email, phone_number]) AS word FROM guards
      UNION ALL SELECT unnest(ARRAY[first_name, last_name, email]) FROM users
      UNION ALL SELECT unnest(ARRAY[name, slug]) FROM tenants
      UNION ALL SELECT name FROM sites UNION ALL SELECT name FROM checkpoints
      UNION ALL SELECT recipient FROM mail_messages) AS found WHERE length(word) > 3`),
  );
  expect(people.length).toBeGreaterThan(10);
  const written = new Set([
    ...sent.map(([, value]) => String(value)),
    ...collector.spans.map(({ name }) => name),
  ]);
  const isPersonal = (text: string) => /@|2099/.test(text) || people.some(({ word }) => text.includes(word));
  expect([...written].filter(isPersonal)).toEqual([]);
  const ids = sent.filter(([name]) => name !== 'watchpost.request_id').map(([, value]) => String(value));
  expect(ids.filter((value) => /[0-9a-f]{8}-[0-9a-f]{4}/.test(value))).toEqual([]);
  expect([...new Set(sent.map(([name]) => name))].toSorted()).toEqual([
    'db.operation.name',
    'db.query.summary',
    'db.response.returned_rows',
    'db.system.name',
    'error.type',
    'http.request.method',
    'http.response.status_code',
    'http.route',
    'watchpost.job.attempt',
    'watchpost.job.name',
    'watchpost.mail.attempt',
    'watchpost.mail.kind',
    'watchpost.mail.result',
    'watchpost.request_id',
  ]);
});

test('a server that leaves sends the spans that it has not sent', async () => {
  const collector = await openCollector();
  const start = await builtServer();
  const server = await start({
    DATABASE_URL: databaseUrlOf(store.connection),
    DATA_DIR: sharedFolder(),
    OTEL_EXPORTER_OTLP_ENDPOINT: collector.endpoint,
  });
  if (!('url' in server)) throw new Error(server.output);
  expect((await fetch(`${server.url}/readyz`)).status).toBe(200);
  expect(await server.stop()).toBe(0);
  const request = collector.spans.find(({ name }) => name === 'GET /readyz');
  expect(request?.resource).toMatchObject({ 'service.name': 'watchpost' });
  expect(collector.spans.filter(({ parentSpanId }) => parentSpanId === request?.spanId)).toHaveLength(1);
});
