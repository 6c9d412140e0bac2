// Mixed load for a time: does the server come to hold more and more?
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Db } from '../../apps/server/src/platform/db/database.ts';
import { type Slope, slopeOf } from '../../bench/statistics.ts';
import { Caller } from '../asking.ts';
import { signInSuperAdmin } from '../demo-company.ts';
import { freePort } from '../free-port.ts';
import { newLedger } from '../failover/ledger.ts';
import { startLoad } from '../failover/load.ts';
import { newFolder, startDatabase, startDemo } from '../started-product.ts';
import type { Outcome, Trial, TrialRun } from '../trial.ts';
import { type AtRest, atRest, databaseConnections } from './at-rest.ts';
import { comeAndGo } from './passers-by.ts';
import { Traffic } from './traffic.ts';
import { type MemorySample, reportsMemory, WatchedServer } from './watched-server.ts';

const phones = 3;
const callerConnections = 12;
/** So few that all are in use all the time: how many there are makes no difference between two looks. */
const poolSize = 6;
/** Of traffic between two looks; then all stand still. */
const busyMs = 25_000;
/** Until what the last requests left to be done is done. */
const settleMs = 3_000;
const msPerMinute = 60_000;
/** Of the time, until caches are full and every path has run. */
const warmUpShare = 0.3;
/** After it the pools have let go of their connections to the database. */
const quietMs = 75_000;
const slopeMaxMbPerHour = 1;
const bytesPerMb = 1_000_000;
const samplesFewest = 3;
const unknownSlope: Slope = { slope: Number.NaN, low: Number.NaN, high: Number.NaN };

async function run(trial: TrialRun): Promise<Outcome> {
  const { count, seed, log, signal } = trial;
  const database = await startDatabase(trial);
  const metricsPort = await freePort();
  const memoryFile = path.join(newFolder(trial), 'memory');
  const { env, nodeArgs } = reportsMemory(memoryFile);
  const settings = {
    env: { ...env, METRICS_PORT: String(metricsPort), DATABASE_POOL: String(poolSize) },
    nodeArgs,
  };
  const product = await startDemo(trial, database, settings);
  const server = new WatchedServer({ pid: product.pid, metricsPort, memoryFile });
  const faults: string[] = [];
  const onFault = (fault: string) => void (faults.length < 20 && faults.push(fault));
  const endMs = performance.now() + count * msPerMinute;
  const before = await left(server, database.owner, log, () =>
    loaded(product.url, seed, onFault, () => sleep(10_000)),
  );
  const samples: MemorySample[] = [];
  const counts = await loaded(product.url, seed + 1, onFault, async (traffic) => {
    while (performance.now() < endMs - quietMs && !signal.aborted) {
      await sleep(busyMs);
      await traffic.pause();
      await sleep(settleMs);
      const now = await server.samples();
      samples.push(now);
      log(
        `${now.liveMb.toFixed(2)} MB live, ${now.heapMb.toFixed(2)} of them on the heap, ${now.residentMb.toFixed(0)} resident`,
      );
      traffic.resume();
    }
  });
  const after = await left(server, database.owner, log, async () => {});
  return judge({ samples, before, after, counts, faults });
}

/** Runs `work` under load; what came by in the meantime. */
async function loaded(
  url: string,
  seed: number,
  onFault: (fault: string) => void,
  work: (traffic: Traffic) => Promise<unknown>,
) {
  const traffic = new Traffic();
  const caller = new Caller(url, callerConnections);
  const ledger = newLedger();
  const headers = await signInSuperAdmin(caller);
  const passing = comeAndGo({ url, caller, headers, seed, traffic, onFault });
  const load = await startLoad({
    urls: [url],
    ledger,
    seed,
    phones,
    begin: (work) => traffic.while(work),
    onFailure: (error) => onFault(String(error)),
  });
  await work(traffic);
  await load.stop();
  await passing.stop();
  caller.close();
  ledger.faults.forEach(onFault);
  return {
    ...passing.counts,
    scans: ledger.scans.size,
    'other writes': ledger.events.size + ledger.records.size,
  };
}

/** What is left some time after the work is done and everybody has gone. */
async function left(
  server: WatchedServer,
  owner: Db,
  log: TrialRun['log'],
  work: () => Promise<unknown>,
): Promise<AtRest> {
  await work();
  log(`no requests for ${quietMs / 1_000} s`);
  await sleep(quietMs);
  return atRest(server, owner);
}

interface Measured {
  readonly samples: readonly MemorySample[];
  readonly before: AtRest;
  readonly after: AtRest;
  readonly counts: Readonly<Record<string, number>>;
  readonly faults: readonly string[];
}

function judge({ samples, before, after, counts, faults }: Measured): Outcome {
  const settled = samples.slice(Math.ceil(samples.length * warmUpShare));
  const found: string[] = [...faults];
  const slope = (value: (one: MemorySample) => number) =>
    settled.length < samplesFewest
      ? unknownSlope
      : slopeOf(settled.map((one) => ({ at: one.atHours, value: value(one) })));
  const live = slope(({ liveMb }) => liveMb);
  if (live.low > slopeMaxMbPerHour) found.push(`what is live grows by ${slopeText(live)}`);
  else if (!(live.high <= slopeMaxMbPerHour))
    found.push(`too short to tell 1 MB an hour: ${slopeText(live)}`);
  for (const kind of new Set([...Object.keys(before), ...Object.keys(after)])) {
    const [had, has] = [before[kind] ?? 0, after[kind] ?? 0];
    if (kind !== databaseConnections && has > had) found.push(`${kind}: ${had} before, ${has} afterwards`);
  }
  const lives = [Math.min, Math.max]
    .map((of) => of(...settled.map(({ liveMb }) => liveMb)).toFixed(2))
    .join(' and ')
    .concat(' MB');
  const residents = settled.map(({ residentMb }) => residentMb);
  const list = (what: Readonly<Record<string, number>>) =>
    Object.entries(what)
      .map(([name, value]) => `${value} ${name}`)
      .join(', ');
  return {
    faults: found,
    figures: [
      ['came by', list(counts)],
      ['live after collection of garbage', `${slopeText(live)}, over ${settled.length} samples`],
      [
        '  for each request',
        `${((live.slope * bytesPerMb) / requestsPerHour(samples, counts)).toFixed(1)} bytes`,
      ],
      ['  between', lives],
      ['  of it on the heap', slopeText(slope(({ heapMb }) => heapMb))],
      [
        'resident',
        `${slopeText(slope(({ residentMb }) => residentMb))}, ${Math.max(...residents).toFixed(0)} MB at most`,
      ],
      ['kept at work before', list(before)],
      ['kept at work afterwards', list(after)],
    ],
  };
}

function requestsPerHour(samples: readonly MemorySample[], counts: Measured['counts']): number {
  const hours = (samples.at(-1)?.atHours ?? 0) - (samples[0]?.atHours ?? 0);
  return Object.values(counts).reduce((sum, times) => sum + times, 0) / hours;
}

const slopeText = ({ slope, low, high }: Slope) =>
  `${slope.toFixed(2)} MB an hour (95 %: ${low.toFixed(2)} to ${high.toFixed(2)})`;

export const soak: Trial = {
  about: 'mixed load with people who come and go: nothing grows, nothing is left open',
  counted: 'minutes',
  defaultCount: 60,
  run,
};
