// Many connections of clients that are slow on purpose, beside users who are not: in turns, with them and without.
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { listScannedCheckpoints } from '@watchpost/contract/scanned-checkpoints';
import { percentile } from '../../bench/statistics.ts';
import { type Answer, askFor, Caller } from '../asking.ts';
import { demoApi, signInSuperAdmin } from '../demo-company.ts';
import { startDatabase, startDemo } from '../started-product.ts';
import type { Outcome, Trial, TrialRun } from '../trial.ts';
import { beSlow, type Slowness, type SlowTarget, slownesses } from './slow-connection.ts';

const users = 10;
const passes = 3;
const passSeconds = 18;
const warmUpSeconds = 5;
/** After which each must have been closed. */
const limitMs = 15_000;
/** Opened within this time, as attackers are many and not one. */
const openingMs = 3_000;

interface Closed {
  readonly slowness: Slowness;
  readonly openMs: number;
}

async function run(trial: TrialRun): Promise<Outcome> {
  const { count, log, signal } = trial;
  const product = await startDemo(trial, await startDatabase(trial));
  const caller = new Caller(product.url, users);
  trial.atEnd(() => caller.close());
  const headers = await signInSuperAdmin(caller);
  const { authorization = '' } = headers;
  const target = { port: Number(new URL(product.url).port), headers: { Authorization: authorization } };
  const path = `${demoApi}${listScannedCheckpoints.path}?limit=30`;
  const listFor = (seconds: number) => askFor(seconds, users, () => caller.ask({ path, headers }));
  await listFor(warmUpSeconds);
  const closed: Closed[] = [];
  const without: Answer[] = [];
  const during: Answer[] = [];
  for (let pass = 0; pass < passes && !signal.aborted; pass += 1) {
    log(`turn ${pass + 1} of ${passes}`);
    without.push(...(await listFor(passSeconds)));
    const stopping = new AbortController();
    const left = once(stopping.signal, 'abort').then(() => null);
    const slow = Array.from({ length: count }, (_, at) =>
      staySlow(at, target, { left, hasLeft: () => stopping.signal.aborted }, closed),
    );
    await sleep(openingMs);
    during.push(...(await listFor(passSeconds)));
    stopping.abort();
    await Promise.all(slow);
    // The system takes its time to forget them.
    await sleep(1_000);
  }
  return judge(without, during, closed);
}

interface SlowClient {
  readonly left: Promise<null>;
  readonly hasLeft: () => boolean;
}

/** Slow in one way, and again whenever the server has closed the connection. */
async function staySlow(
  at: number,
  target: SlowTarget,
  { left, hasLeft }: SlowClient,
  closed: Closed[],
): Promise<void> {
  const slowness = slownesses[at % slownesses.length] ?? 'sends nothing';
  await sleep(((at * 7_919) % 1_000) * (openingMs / 1_000));
  while (!hasLeft()) {
    const openMs = await beSlow(slowness, target, limitMs, left);
    if (openMs !== null) closed.push({ slowness, openMs });
  }
}

function judge(without: readonly Answer[], during: readonly Answer[], closed: readonly Closed[]): Outcome {
  const p99 = (answers: readonly Answer[]) =>
    percentile(
      answers.map(({ ms }) => ms),
      0.99,
    );
  const ratio = p99(during) / p99(without);
  const refused = [...without, ...during].filter(({ status }) => status !== 200).length;
  const late = closed.filter(({ openMs }) => openMs > limitMs);
  const faults: string[] = [];
  if (ratio > 2) faults.push(`the p99 of others is ${ratio.toFixed(2)} x what it is without`);
  if (refused > 0) faults.push(`${refused} requests of others were not answered with 200`);
  for (const slowness of slownesses) {
    const own = late.filter((one) => one.slowness === slowness).length;
    if (own > 0) faults.push(`${own} connections were open after ${limitMs / 1_000} s: ${slowness}`);
  }
  return {
    faults,
    figures: [
      ['p99 of others without', `${p99(without).toFixed(1)} ms (${without.length} requests)`],
      ['p99 of others beside slow ones', `${p99(during).toFixed(1)} ms (${during.length} requests)`],
      ['ratio', `${ratio.toFixed(2)} x`],
      ...slownesses.map((slowness): [string, string] => [`closed: ${slowness}`, closingOf(slowness, closed)]),
    ],
  };
}

function closingOf(slowness: Slowness, closed: readonly Closed[]): string {
  const times = closed.filter((one) => one.slowness === slowness).map(({ openMs }) => openMs);
  if (times.length === 0) return 'none';
  const last = Math.max(...times);
  return `${times.length} times, at the latest after ${Number.isFinite(last) ? (last / 1_000).toFixed(1) : `more than ${limitMs / 1_000}`} s`;
}

export const slowClients: Trial = {
  about: 'slow connections beside users who list rounds: the others do not feel them, and each is closed',
  counted: 'slow connections',
  defaultCount: 1_000,
  run,
};
