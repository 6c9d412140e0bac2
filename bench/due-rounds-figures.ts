// 100,000 due rounds a day by simulated time: the product's own work makes, starts, notifies and judges them against a real
// PostgreSQL, minute after minute as fast as it goes. The work of a minute is how late anything can be.
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { CompiledQuery } from 'kysely';
import { startOfDayMs } from '@watchpost/domain/time-zone';
import {
  type Database,
  type Db,
  openDatabase,
  openOwner,
  serveAs,
} from '../apps/server/src/platform/db/database.ts';
import { startEmbeddedPostgres } from '../apps/server/src/platform/db/embedded/embedded-postgres.ts';
import { startJobWorker } from '../apps/server/src/platform/db/job-worker.ts';
import { migrate } from '../apps/server/src/platform/db/migrate.ts';
import { FieldQueues } from '../apps/server/src/patrol/field/field-queues.ts';
import { maintainDueRounds, tourJobs } from '../apps/server/src/patrol/tours/tours.jobs.ts';
import { worksOf } from '../apps/server/src/platform/jobs/job.ts';
import { companyTimeZone, findWalkedRoutes, makeDueCompany, roundsADay } from './due-rounds-company.ts';
import { proveDueRounds } from './due-rounds-proof.ts';
import { type Due, type Walk, walkOf } from './due-rounds-walks.ts';
import { brief, type Figure } from './report.ts';
import { median, percentile } from './statistics.ts';

const minuteMs = 60_000;
const dayMinutes = 1_440;
/** Before the first day and after the last one: for those who set out early, and for phones that found a network late. */
const aroundMinutes = 90;
/** Longer ago than any notice of the simulated days is news by the real clock. */
const firstDay = '2026-03-02';
const databaseName = 'watchpost';
const lagMaxSeconds = 60;

type Log = (line: string) => void;

interface Workspace {
  readonly owner: Db;
  readonly database: Database;
  readonly tenantId: string;
  readonly databaseMb: () => Promise<number>;
}

/** Simulates so many days and proves what became of each round; throws Error when anything is lost or doubled. */
export async function measureDueRounds(days: number, log: Log): Promise<Figure[]> {
  const dataDir = fs.mkdtempSync(path.join(os.tmpdir(), 'watchpost-due-'));
  const postgres = await startEmbeddedPostgres({ dataDir });
  try {
    return await inDatabase(postgres.connection, days, log);
  } finally {
    await postgres.stop();
    fs.rmSync(dataDir, { recursive: true, force: true });
  }
}

type Connection = Parameters<typeof openOwner>[0];

async function inDatabase(server: Connection, days: number, log: Log): Promise<Figure[]> {
  const admin = openOwner(server);
  await admin.db.executeQuery(CompiledQuery.raw(`CREATE DATABASE ${databaseName}`));
  await admin.close();
  const owned = openOwner({ ...server, database: databaseName });
  const owner = owned.db;
  await migrate(owner);
  const connection = await serveAs(owner, { ...server, database: databaseName });
  const database = openDatabase({ connection, poolSize: 10, onError: (error) => log(error.message) });
  const byClock = new Set(['keepDueRounds']);
  const handlers = tourJobs().filter(({ name }) => !byClock.has(name));
  const worker = await startJobWorker({ connection, ...worksOf(handlers, database), onProblem: log });
  try {
    const tenantId = await makeDueCompany(owner);
    return await simulate({ owner, database, tenantId, databaseMb: () => sizeOf(owner) }, days, log);
  } finally {
    await worker.stop();
    await database.close();
    await owned.close();
  }
}

async function simulate(workspace: Workspace, days: number, log: Log): Promise<Figure[]> {
  const fromMs = startOfDayMs(firstDay, companyTimeZone);
  const madeMs = await timed(() => maintainDueRounds(workspace.database, fromMs - aroundMinutes * minuteMs));
  log(`  first rounds made in ${brief(madeMs)} ms`);
  const before = await workspace.databaseMb();
  const guards = new Guards(workspace, await findWalkedRoutes(workspace.owner));
  const minutes: Minute[] = [];
  const beganAt = performance.now();
  for (let minute = 1 - aroundMinutes; minute <= days * dayMinutes + aroundMinutes; minute += 1) {
    const nowMs = fromMs + minute * minuteMs;
    minutes.push(await liveMinute(workspace, guards, nowMs));
    if (minute % 60 === 0)
      log(`  hour ${minute / 60}: a minute's work at most ${brief(worst(minutes.slice(-60)))} ms`);
  }
  const wallMs = performance.now() - beganAt;
  const growthMb = ((await workspace.databaseMb()) - before) / days;
  const proven = await proveDueRounds(workspace.owner, workspace.tenantId, {
    fromMs,
    days,
    walks: guards.walks,
  });
  return figuresOf({ minutes, madeMs, wallMs, growthMb, proven, days });
}

interface Minute {
  /** Until everything of the minute was done. */
  readonly workMs: number;
  /** Making, telling and judging alone. */
  readonly clockMs: number;
  readonly uploads: number;
}

const worst = (minutes: readonly Minute[]) => Math.max(...minutes.map(({ workMs }) => workMs));

async function liveMinute({ owner, database }: Workspace, guards: Guards, nowMs: number): Promise<Minute> {
  const uploads = await guards.uploadsUntil(nowMs);
  const began = performance.now();
  const sent = guards.send(uploads);
  const clockMs = await timed(() => maintainDueRounds(database, nowMs));
  await sent;
  await jobsDone(owner);
  return { workMs: performance.now() - began, clockMs, uploads: uploads.length };
}

async function timed(work: () => Promise<void>): Promise<number> {
  const began = performance.now();
  await work();
  return performance.now() - began;
}

async function jobsDone(owner: Db): Promise<void> {
  const text = `SELECT count(*)::int AS left FROM graphile_worker._private_jobs WHERE attempts < max_attempts`;
  for (;;) {
    const { rows } = await owner.executeQuery<{ left: number }>(CompiledQuery.raw(text));
    if (rows[0]?.left === 0) return;
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
}

type Upload = Walk['uploads'][number];

/** Sends what the phones of all guards send. */
class Guards {
  /** By due round. */
  readonly walks = new Map<string, Walk>();
  readonly #workspace: Workspace;
  readonly #routes: Awaited<ReturnType<typeof findWalkedRoutes>>;
  readonly #queues = new FieldQueues();
  #knownUntilMs = 0;
  #coming: Upload[] = [];

  constructor(workspace: Workspace, routes: Awaited<ReturnType<typeof findWalkedRoutes>>) {
    this.#workspace = workspace;
    this.#routes = routes;
  }

  /** Those of the time until then that were not taken yet. */
  async uploadsUntil(nowMs: number): Promise<Upload[]> {
    // Guards look at what is due a little ahead, since some set out early.
    if (nowMs + 10 * minuteMs > this.#knownUntilMs) await this.#plan(nowMs + 70 * minuteMs);
    const now = this.#coming.filter(({ atMs }) => atMs <= nowMs);
    this.#coming = this.#coming.filter(({ atMs }) => atMs > nowMs);
    return now;
  }

  async #plan(untilMs: number): Promise<void> {
    const text = `SELECT id, route_id AS "routeId", due_at_ms AS "dueAtMs" FROM due_rounds
      WHERE tenant_id = $1::uuid AND due_at_ms > $2::bigint AND due_at_ms <= $3::bigint`;
    const { owner, tenantId } = this.#workspace;
    const { rows } = await owner.executeQuery<Due>(
      CompiledQuery.raw(text, [tenantId, this.#knownUntilMs, untilMs]),
    );
    for (const due of rows) {
      const route = this.#routes.get(due.routeId);
      if (route === undefined) throw new Error(`no route ${due.routeId}`);
      const walk = walkOf(due, route);
      this.walks.set(due.id, { ...walk, uploads: [] });
      this.#coming.push(...walk.uploads);
    }
    this.#knownUntilMs = untilMs;
  }

  async send(uploads: readonly Upload[]): Promise<void> {
    const { database, tenantId } = this.#workspace;
    const scope = { db: database.forTenant(tenantId), tenantId, guardId: '', deviceId: '' };
    const queue = this.#queues.of(scope);
    const verdicts = await Promise.all(uploads.map(({ sent }) => queue.send(sent)));
    const refused = verdicts.flat().find((verdict) => 'code' in verdict);
    if (refused !== undefined) throw new Error(`a phone was refused: ${JSON.stringify(refused)}`);
  }
}

async function sizeOf(owner: Db): Promise<number> {
  const text = 'SELECT pg_database_size(current_database()) AS bytes';
  const { rows } = await owner.executeQuery<{ bytes: number }>(CompiledQuery.raw(text));
  return Number(rows[0]?.bytes ?? 0) / 1_000_000;
}

interface Measured {
  readonly minutes: readonly Minute[];
  readonly madeMs: number;
  readonly wallMs: number;
  readonly growthMb: number;
  readonly proven: number;
  readonly days: number;
}

function figuresOf({ minutes, madeMs, wallMs, growthMb, proven, days }: Measured): Figure[] {
  const spread = (of: (minute: Minute) => number) => {
    const values = minutes.map(of);
    const max = Math.max(...values);
    const text = `p50 ${brief(median(values))} ms, p99 ${brief(percentile(values, 0.99))} ms, max ${brief(max)} ms`;
    return { text, max };
  };
  const work = spread(({ workMs }) => workMs);
  const clock = spread(({ clockMs }) => clockMs);
  const simulatedMs = minutes.length * minuteMs;
  const perDay = proven / days;
  const uploads = minutes.reduce((sum, minute) => sum + minute.uploads, 0);
  return [
    {
      what: 'due rounds: work of a simulated minute, uploads of phones included',
      product: `${work.text}; ${brief(uploads)} uploads`,
      floor: '',
      measured: `at most ${brief(work.max / 1_000)} s late`,
      target: `at most ${lagMaxSeconds} s`,
      isMet: work.max <= lagMaxSeconds * 1_000,
    },
    {
      what: 'due rounds: making, notifying and judging in a simulated minute',
      product: clock.text,
      floor: '',
      measured: `at most ${brief(clock.max / 1_000)} s late`,
      target: `at most ${lagMaxSeconds} s`,
      isMet: clock.max <= lagMaxSeconds * 1_000,
    },
    {
      what: 'due rounds a day, each made once, with one final status and each transition once',
      product: `${days} simulated days; first ${brief(madeMs)} ms; ${brief(growthMb)} MB a day`,
      floor: '',
      measured: `${brief(perDay)} a day, ${brief(simulatedMs / wallMs)} x as fast as the clock`,
      target: `exactly ${brief(roundsADay)} a day`,
      isMet: perDay === roundsADay,
    },
  ];
}
