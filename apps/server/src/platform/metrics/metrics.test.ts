// The figures are of what happened, name no tenant and no person, and the alarms and the board ask for figures that exist.
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { randomUUID } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { CompiledQuery } from 'kysely';
import { pushHosts } from '../adapters/push/push-hosts.ts';
import { pushService } from '../adapters/push/push-service.ts';
import { allJobs } from '../../all-jobs.ts';
import { openDatabase } from '../db/database.ts';
import { outboxTransport } from '../mail/mail-transport.ts';
import { makeTenant, makeUser } from '../../testing/factories.ts';
import { anyone, buildTestApp, signedIn, testSecret } from '../../testing/test-app.ts';
import { testDatabase, type TestDatabase } from '../../testing/test-database.ts';
import { testFiles } from '../../testing/test-files.ts';
import { testSealing } from '../../testing/test-sealing.ts';
import { makeMetrics, type Metrics } from './metrics.ts';
import { serveMetrics } from './metrics-server.ts';

let made: TestDatabase;
let metrics: Metrics;
const alarms = { count: 0 };
let app: FastifyInstance;

beforeAll(async () => {
  made = await testDatabase();
  metrics = makeMetrics({ database: made.database, dataDir: os.tmpdir(), alarms });
  app = await buildTestApp(made.database, { watchRequests: (server) => metrics.watchRequests(server) });
  await app.ready();
});
afterAll(() => app.close());

/** The value of a figure with these labels, whatever others it has; null when it is not told. */
async function valueOf(name: string, labels: Readonly<Record<string, string>> = {}): Promise<number | null> {
  const expected = Object.entries(labels).map(([label, value]) => `${label}="${value}"`);
  for (const line of (await metrics.text()).split('\n')) {
    const [, found, labelText = '', value] = /^([a-z_]+)(?:\{(.*)\})? (\S+)$/.exec(line) ?? [];
    if (found === name && expected.every((label) => labelText.includes(label))) return Number(value);
  }
  return null;
}

describe('requests', () => {
  const signInRoute = { method: 'POST', route: '/api/:tenant/user-signin' };

  it('are counted by route and status; what was asked for under no route is one of them', async () => {
    const tenant = await makeTenant(made.owner);
    const { email } = await makeUser(made.owner, tenant);
    await signedIn(app, tenant, email);
    await anyone(app, tenant)('POST', '/user-signin', {
      body: { username: email, password: 'Wrong-pass-1' },
    });
    const wild = `/${randomUUID()}`;
    await anyone(app, tenant)('GET', wild);
    const count = 'watchpost_http_request_duration_seconds_count';
    expect(await valueOf(count, { ...signInRoute, status: '200' })).toBe(1);
    expect(await valueOf(count, { ...signInRoute, status: '401' })).toBe(1);
    expect(await valueOf('watchpost_http_requests_under_way', signInRoute)).toBe(0);
    const text = await metrics.text();
    for (const personal of [tenant.id, tenant.slug, email, wild]) expect(text).not.toContain(personal);
  });
});

describe('jobs', () => {
  it('are counted by outcome, and when they last ended well', async () => {
    const tasks = metrics.watchTasks({
      good: async () => {},
      bad: () => Promise.reject(new Error('no')),
    });
    const stopping = new AbortController().signal;
    await tasks['good']?.({}, stopping, 1);
    await expect(tasks['bad']?.({}, stopping, 1)).rejects.toThrow('no');
    const count = 'watchpost_job_duration_seconds_count';
    expect(await valueOf(count, { task: 'good', outcome: 'done' })).toBe(1);
    expect(await valueOf(count, { task: 'bad', outcome: 'failed' })).toBe(1);
    const at = await valueOf('watchpost_job_last_done_timestamp_seconds', { task: 'good' });
    expect(Math.abs((at ?? 0) - Date.now() / 1_000)).toBeLessThan(60);
    expect(await valueOf('watchpost_job_last_done_timestamp_seconds', { task: 'bad' })).toBeNull();
  });

  it('counts waiting jobs and jobs that were given up separately', async () => {
    const run = (text: string) => made.owner.executeQuery(CompiledQuery.raw(text));
    await run(`SELECT graphile_worker.add_job('late', '{"tenantId": "t"}', run_at := now() - interval '10 minutes'),
      graphile_worker.add_job('lost', '{"tenantId": "t"}'),
      graphile_worker.add_job('later', '{"tenantId": "t"}', run_at := now() + interval '1 hour')`);
    await run(`UPDATE graphile_worker._private_jobs AS j SET attempts = max_attempts
      FROM graphile_worker._private_tasks AS t WHERE t.id = j.task_id AND t.identifier = 'lost'`);
    expect(await valueOf('watchpost_jobs_waiting')).toBe(1);
    expect(await valueOf('watchpost_jobs_oldest_seconds')).toBeGreaterThan(599);
    expect(await valueOf('watchpost_jobs_given_up')).toBe(1);
  });
});

describe('the database', () => {
  it('is up with its connections, and down when it is away', async () => {
    expect(await valueOf('watchpost_database_up')).toBe(1);
    expect(await valueOf('watchpost_database_connections', { kind: 'watchpost' })).toBeGreaterThan(0);
    const away = openDatabase({ connection: { host: '/nowhere' }, poolSize: 1, onError: () => {} });
    expect(await makeMetrics({ database: away, dataDir: os.tmpdir(), alarms }).text()).toContain(
      'watchpost_database_up 0',
    );
    await away.close();
  });
});

describe('their port', () => {
  it('answers /metrics and nothing else', async () => {
    const server = await serveMetrics(metrics, { host: '127.0.0.1', port: 0 });
    const at = (path: string, init?: RequestInit) => fetch(`http://127.0.0.1:${server.port}${path}`, init);
    const reply = await at('/metrics');
    expect(reply.status).toBe(200);
    expect(await reply.text()).toContain('watchpost_database_up 1');
    expect((await at('/')).status).toBe(404);
    expect((await at('/metrics', { method: 'POST' })).status).toBe(404);
    await server.close();
    await expect(at('/metrics')).rejects.toThrow('fetch failed');
  });
});

function jobNames(): string[] {
  const onProblem = () => {};
  const jobs = allJobs({
    mail: { transport: outboxTransport('/nowhere'), files: testFiles(), fromAddress: 'a@watchpost.example' },
    secret: testSecret,
    sealing: testSealing(),
    push: { service: pushService(pushHosts([])), subject: 'mailto:a@watchpost.example', onProblem },
    onProblem,
    consoleUrl: () => '',
  });
  return jobs.map(({ name }) => name);
}

describe('the alarms and the board in deploy/', () => {
  const read = (file: string) =>
    fs.readFileSync(path.resolve(import.meta.dirname, '../../../../..', file), 'utf8');
  const files = ['deploy/prometheus/alerts.yaml', 'deploy/grafana/watchpost.json'];

  it.each(files)('%s asks for metrics that exist', async (file) => {
    const asked = new Set(read(file).match(/\b(?:watchpost|process|nodejs)_[a-z0-9_]+/g));
    expect(asked.size).toBeGreaterThan(5);
    const labelText =
      (await metrics.text()).match(/^# TYPE (\S+)/gm)?.map((line) => line.slice('# TYPE '.length)) ?? [];
    const parts = new Set(
      labelText.flatMap((name) => [name, `${name}_bucket`, `${name}_count`, `${name}_sum`]),
    );
    expect([...asked].filter((name) => !parts.has(name))).toEqual([]);
  });

  it('have a part of the runbook for each alarm, and none for others', () => {
    const alarms = read('deploy/prometheus/alerts.yaml').match(/(?<=- alert: )\w+/g) ?? [];
    expect(alarms.length).toBeGreaterThan(5);
    expect(read('docs/operations/runbook.md').match(/(?<=^## )Watchpost\w+/gm)).toEqual(alarms);
  });

  it('speak of jobs that exist', () => {
    const asked = files.flatMap((file) =>
      [...read(file).matchAll(/task=~?\\?"([\w|]+)/g)].map(([, name = '']) => name),
    );
    expect(asked.length).toBeGreaterThan(2);
    expect(asked.flatMap((name) => name.split('|')).filter((name) => !jobNames().includes(name))).toEqual([]);
  });
});
