// What the process does, as Prometheus reads it: counts and durations by route and by job, never by tenant or person.
import fs from 'node:fs/promises';
import type { FastifyInstance } from 'fastify';
import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client';
import type { Database } from '../db/database.ts';
import type { Tasks } from '../db/job-worker.ts';
import { findDatabaseFigures } from './database-figures.queries.ts';

/** Seconds; the slowest list of the largest tenant is meant to take 0.015. */
const durationBuckets = [0.005, 0.015, 0.05, 0.15, 0.5, 1.5, 5, 15];

export interface Metrics {
  /** Counts what the application answers; before its routes are registered. */
  watchRequests(app: FastifyInstance): void;
  /** The same tasks, counted. */
  watchTasks(tasks: Tasks): Tasks;
  /** The clock was set, by so many milliseconds. */
  countClockJump(jumpMs: number): void;
  /** In the format of Prometheus. */
  text(): Promise<string>;
  readonly contentType: string;
}

export interface MetricsSources {
  readonly database: Database;
  /** The folder of whose disk the free bytes are reported. */
  readonly dataDir: string;
  /** How many logs are not sealed. */
  readonly alarms: { readonly count: number };
}

export function makeMetrics({ database, dataDir, alarms }: MetricsSources): Metrics {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  watchLogs(registry, alarms);
  const askDatabase = watchDatabase(registry, database);
  const lookAtDisk = watchDisk(registry, dataDir);
  return {
    watchRequests: (app) => watchRequests(registry, app),
    watchTasks: (tasks) => watchTasks(registry, tasks),
    countClockJump: clockCounter(registry),
    text: async () => {
      await Promise.all([askDatabase(), lookAtDisk()]);
      return registry.metrics();
    },
    contentType: registry.contentType,
  };
}

function watchRequests(registry: Registry, app: FastifyInstance): void {
  const labelNames = ['method', 'route'] as const;
  const registers = [registry];
  const underWay = new Gauge({
    name: 'watchpost_http_requests_under_way',
    help: 'Requests that have not been answered to their end; event streams stay among them.',
    labelNames,
    registers,
  });
  const duration = new Histogram({
    name: 'watchpost_http_request_duration_seconds',
    help: 'From the first byte of a request to the last of its answer, by route and status; without event streams.',
    labelNames: [...labelNames, 'status'],
    buckets: durationBuckets,
    registers,
  });
  // A path that is no route may be anything.
  const routeOf = (url: string | undefined) => url ?? 'none';
  app.addHook('onRequest', ({ method, routeOptions: { url } }, reply, done) => {
    const labels = { method, route: routeOf(url) };
    underWay.inc(labels);
    // Also where the caller leaves in the middle.
    reply.raw.once('close', () => underWay.dec(labels));
    done();
  });
  app.addHook('onResponse', ({ method, routeOptions: { url } }, reply, done) => {
    if (!String(reply.getHeader('content-type')).startsWith('text/event-stream')) {
      const status = String(reply.statusCode);
      duration.observe({ method, route: routeOf(url), status }, reply.elapsedTime / 1_000);
    }
    done();
  });
}

function watchTasks(registry: Registry, tasks: Tasks): Tasks {
  const labelNames = ['task'] as const;
  const registers = [registry];
  const duration = new Histogram({
    name: 'watchpost_job_duration_seconds',
    help: 'How long runs of jobs took, by outcome (done or failed); a failed one runs again later.',
    labelNames: [...labelNames, 'outcome'],
    buckets: durationBuckets,
    registers,
  });
  const lastDone = new Gauge({
    name: 'watchpost_job_last_done_timestamp_seconds',
    help: 'When a run of the job last ended well at this process.',
    labelNames,
    registers,
  });
  const watched =
    (task: string, run: Tasks[string]): Tasks[string] =>
    async (...asked) => {
      const end = duration.startTimer({ task });
      try {
        await run(...asked);
      } catch (error) {
        end({ outcome: 'failed' });
        throw error;
      }
      end({ outcome: 'done' });
      lastDone.setToCurrentTime({ task });
    };
  return Object.fromEntries(Object.entries(tasks).map(([task, run]) => [task, watched(task, run)]));
}

function clockCounter(registry: Registry): (jumpMs: number) => void {
  const jumps = new Counter({
    name: 'watchpost_clock_jumps_total',
    help: 'How often the clock of this server was set while it ran, or dates were found that a wrong clock had stored.',
    labelNames: ['way'],
    registers: [registry],
  });
  for (const way of ['ahead', 'back']) jumps.inc({ way }, 0);
  return (jumpMs) => jumps.inc({ way: jumpMs < 0 ? 'back' : 'ahead' });
}

/** Returns what asks the database for its figures; one that is away is a figure, too. */
function watchDatabase(registry: Registry, database: Database): () => Promise<void> {
  const gauge = (name: string, help: string, labelNames: string[] = []) =>
    new Gauge({ name: `watchpost_${name}`, help, labelNames, registers: [registry] });
  const waiting = gauge('jobs_waiting', 'Jobs that could run now and that no worker has taken.');
  const oldest = gauge('jobs_oldest_seconds', 'For how long the first of them has waited.');
  const givenUp = gauge('jobs_given_up', 'Jobs that failed so often that they are not tried again.');
  const connections = gauge('database_connections', 'Connections of this product, by what they do.', [
    'kind',
    'state',
  ]);
  const replication = gauge(
    'database_replication_seconds',
    'How far behind the replica that is furthest behind is; 0 where there is none.',
  );
  const up = gauge('database_up', 'Whether the database answers: 1 or 0.');
  return async () => {
    try {
      const figures = await findDatabaseFigures(database.shared);
      waiting.set(figures.waiting);
      oldest.set(figures.oldestSeconds);
      givenUp.set(figures.givenUp);
      replication.set(figures.replicationSeconds);
      connections.reset();
      for (const { kind, state, count } of figures.connections) connections.set({ kind, state }, count);
      up.set(1);
    } catch {
      up.set(0);
    }
  };
}

function watchLogs(registry: Registry, alarms: MetricsSources['alarms']): void {
  new Gauge({
    name: 'watchpost_logs_broken',
    help: 'Logs of evidence that this process does not seal, as they did not grow out of the head stored outside the database.',
    registers: [registry],
    collect() {
      this.set(alarms.count);
    },
  });
}

/** Returns what looks at the disk; a folder that is not there yet has none. */
function watchDisk(registry: Registry, folder: string): () => Promise<void> {
  const registers = [registry];
  const free = new Gauge({
    name: 'watchpost_disk_free_bytes',
    help: 'Bytes that can still be written on the disk of the database that comes with the product, or of the files.',
    registers,
  });
  const size = new Gauge({
    name: 'watchpost_disk_size_bytes',
    help: 'Bytes of that disk in all.',
    registers,
  });
  return async () => {
    const disk = await fs.statfs(folder).catch(() => null);
    if (disk === null) return;
    free.set(disk.bavail * disk.bsize);
    size.set(disk.blocks * disk.bsize);
  };
}
