// A month of rounds is archived, read back and removed by the server's own job, while others work; then everything must agree.
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { CompiledQuery } from 'kysely';
import { residentMbOf } from '../../bench/process-usage.ts';
import { percentile } from '../../bench/statistics.ts';
import { builtPrograms } from '../product/programs.ts';
import { recount } from '../product/recount.ts';
import { startDatabase, startProduct, type TrialDatabase } from '../started-product.ts';
import type { Outcome, Trial, TrialRun } from '../trial.ts';
import { jobsDone } from '../writes/stored.ts';
import { BackgroundLoad, measured } from './background-load.ts';
import { makeMonth, type MonthData } from './month-data.ts';
import { Watch, type Watched } from './watch.ts';

const beforeMs = 60_000;
const patienceMs = 3 * 3_600_000;
const memoryEveryMs = 500;

interface Stored {
  readonly rounds: number;
  readonly months: number;
  readonly archived: number;
  readonly under_way: number;
  readonly archive_bytes: number;
  readonly database_bytes: number;
}

const storing = `SELECT (SELECT count(*) FROM rounds) AS rounds,
    (SELECT count(*) FROM archives WHERE status = 'removed') AS months,
    (SELECT coalesce(sum(rounds), 0)::int FROM archives WHERE status = 'removed') AS archived,
    (SELECT count(*) FROM archives WHERE status <> 'removed') AS under_way,
    (SELECT coalesce(sum(bytes), 0)::bigint FROM archive_files) AS archive_bytes,
    pg_database_size(current_database()) AS database_bytes`;

async function storedIn({ owner }: TrialDatabase): Promise<Stored> {
  const { rows } = await owner.executeQuery<Stored>(CompiledQuery.raw(storing));
  const [found] = rows;
  if (found === undefined) throw new Error('the database told nothing');
  return found;
}

async function run(trial: TrialRun): Promise<Outcome> {
  const { log, atEnd } = trial;
  const programs = await builtPrograms();
  const database = await startDatabase(trial);
  const month = await makeMonth(trial, database);
  log(`${month.rounds} rounds, ${month.scans} scans, ${month.leaves} leaves`);
  const env = { SERVER_SECRET: month.secret };
  const product = await startProduct(trial, database, { env });
  const watch = new Watch(database.connection);
  atEnd(() => watch.stop());
  const background = await BackgroundLoad.of(product, month, () => watch.phase());
  atEnd(() => background.close());
  let isOver = false;
  atEnd(() => void (isOver = true));
  const asking = background.askUntil(() => isOver);
  await sleep(beforeMs);
  const before = await storedIn(database);
  const memory = watchMemory(product.pid);
  log('the month goes');
  await database.owner.executeQuery(CompiledQuery.raw(`SELECT graphile_worker.add_job('keepMonths')`));
  // Its own is among them.
  await jobsDone(database.connection, patienceMs);
  isOver = true;
  await asking;
  await watch.stop();
  const peakMb = memory.stop();
  const after = await storedIn(database);
  log('everything is recounted');
  const differing = await recount(programs.verify, {
    DATABASE_URL: database.url,
    DATA_DIR: path.join(database.folder, 'files'),
    ...env,
  });
  return {
    faults: faultsOf(month, background, after, differing),
    figures: [
      ...figuresOf(month, before, after, watch.watched),
      [
        'memory of the server',
        `${memory.beforeMb.toFixed(0)} MB before, ${peakMb.toFixed(0)} MB at the most`,
      ],
      ...measured.flatMap(([phase, kind]) => {
        const took = background.took(phase, kind);
        return took.length === 0 ? [] : [[`${kind}, ${phase}`, spread(took)] as const];
      }),
    ],
  };
}

function watchMemory(pid: number) {
  const beforeMb = residentMbOf(pid);
  let peakMb = beforeMb;
  const timer = setInterval(() => (peakMb = Math.max(peakMb, residentMbOf(pid))), memoryEveryMs);
  return {
    beforeMb,
    stop: () => {
      clearInterval(timer);
      return peakMb;
    },
  };
}

function faultsOf(
  month: MonthData,
  background: BackgroundLoad,
  after: Stored,
  differing: string | null,
): string[] {
  const faults = [...background.failures].map(([what, times]) => `${times} times ${what}`);
  if (after.under_way > 0) faults.push('an archive is not done: see the log of the server');
  if (after.archived === 0) faults.push('nothing was archived');
  if (after.archived > month.rounds) faults.push('more was archived than there was');
  if (differing !== null) faults.push(`verify: ${differing}`);
  return faults;
}

function figuresOf(
  month: MonthData,
  before: Stored,
  after: Stored,
  { secondsOf, openMs, waitMs, waiting, looks }: Watched,
): [string, string][] {
  const rate = (seconds: number) =>
    `${seconds.toFixed(0)} s, ${(after.archived / seconds).toFixed(0)} rounds/s`;
  const ms = (value: number) => `${value.toFixed(0)} ms`;
  return [
    ['stored', `${month.rounds} rounds, ${month.scans} scans, ${month.leaves} leaves`],
    ['archived and removed', `${after.archived} rounds in ${after.months} months`],
    ['written and read back in', rate(secondsOf.writing)],
    ['removed in', rate(secondsOf.verified)],
    ['size of the archives', `${(after.archive_bytes / 1e6).toFixed(0)} MB`],
    [
      'database before, after',
      `${(before.database_bytes / 1e6).toFixed(0)} MB, ${(after.database_bytes / 1e6).toFixed(0)} MB`,
    ],
    ['longest transaction of the removal', ms(openMs.removal)],
    ['longest clearing of empty sums', ms(openMs.sums)],
    ['longest other transaction', ms(openMs.other)],
    ['seen waiting for a lock', `in ${waiting} of ${looks} looks, ${ms(waitMs)} at the most`],
  ];
}

function spread(took: readonly number[]): string {
  const [half, most] = [percentile(took, 0.5), percentile(took, 0.99)];
  return `p50 ${half.toFixed(0)} ms, p99 ${most.toFixed(0)} ms, most ${Math.max(...took).toFixed(0)} ms (${took.length})`;
}

export const retention: Trial = {
  about: 'a month of rounds is archived and removed while others work, and everything still agrees',
  defaultCount: 20_000,
  counted: 'rounds of the month',
  run,
};
