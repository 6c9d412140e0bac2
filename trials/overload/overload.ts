// Far more requests than the server can answer, at the pace of the askers and not of the server; then again as many as it can.
import { randomUUID } from 'node:crypto';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { setTimeout as sleep } from 'node:timers/promises';
import { getDashboard, getDashboardRanking } from '@watchpost/contract/dashboard';
import { fieldSignIn, getFieldPlan, sendFieldEvent } from '@watchpost/contract/field';
import { listScannedCheckpoints } from '@watchpost/contract/scanned-checkpoints';
import { demoPassword } from '../../apps/server/src/accounts/sign-in/demo-sign-ins.ts';
import { Random } from '../../apps/server/src/demo/patrol-model/random.ts';
import { peakMbOf, residentMbOf } from '../../bench/process-usage.ts';
import { percentile } from '../../bench/statistics.ts';
import { type Answer, type Asked, askFor, Caller } from '../asking.ts';
import { demoApi, signInSuperAdmin } from '../demo-company.ts';
import { startDatabase, startDemo } from '../started-product.ts';
import type { Outcome, Trial, TrialRun } from '../trial.ts';
import { type Untaken, watchAcceptQueue } from './accept-queue.ts';
import { askAtRate, type TakenTurn } from './ask-at-rate.ts';

/** By turns. */
const kindNames = ['list', 'dashboard', 'round', 'ranking'] as const;
const usersAtOnce = 16;
const phones = 12;
const warmUpSeconds = 6;
const capacitySeconds = 10;
const overloadSeconds = 40;
/** Connections that the askers hold at once; what comes beside them waits at the askers and is not counted. */
const connections = 2_000;
const settleMs = 3_000;
const memoryMaxMb = 300;
/** No answer, be it a refusal, may take longer. */
const patienceMs = 15_000;
const recoveredShare = 0.8;

async function run(trial: TrialRun): Promise<Outcome> {
  const { count, seed, log } = trial;
  const product = await startDemo(trial, await startDatabase(trial));
  const users = new Caller(product.url, usersAtOnce);
  const crowd = new Caller(product.url, connections);
  trial.atEnd(() => [users, crowd].forEach((caller) => caller.close()));
  const next = await mixOf(users, seed);
  const asMuchAsItCan = (seconds: number) =>
    askFor(seconds, usersAtOnce, (turn) => users.ask(next(turn), patienceMs));
  await asMuchAsItCan(warmUpSeconds);
  const before = await asMuchAsItCan(capacitySeconds);
  const capacity = before.length / capacitySeconds;
  log(`${capacity.toFixed(0)} requests a second is what it can; now ${count} times that`);
  const beforeMb = residentMbOf(product.pid);
  const queue = watchAcceptQueue(product.url);
  const lag = monitorEventLoopDelay();
  lag.enable();
  const over = await askAtRate({
    seconds: overloadSeconds,
    perSecond: capacity * count,
    atOnce: connections,
    ask: (turn) => crowd.ask(next(turn), 2 * patienceMs),
  });
  const peakMb = peakMbOf(product.pid);
  lag.disable();
  const untaken = queue.stop();
  const askersLagMs = lag.percentile(99) / 1e6;
  crowd.close();
  await sleep(settleMs);
  log('and again as many as it can');
  const after = await asMuchAsItCan(capacitySeconds);
  return judge({
    before,
    over: over.answers,
    unsent: over.unsent,
    after,
    beforeMb,
    peakMb,
    untaken,
    askersLagMs,
  });
}

/** What consoles and phones ask, by turns: reports, figures and rounds that have to be kept. */
async function mixOf(caller: Caller, seed: number): Promise<(turn: number) => Asked> {
  const admin = await signInSuperAdmin(caller);
  // One guard's writes wait for each other; those of many do not.
  const guards = await Promise.all(
    Array.from({ length: phones }, (_, at) => startRoundsOf(caller, at + 1, seed)),
  );
  const get = (path: string): Asked => ({ path: demoApi + path, headers: admin });
  const asked: Readonly<Record<(typeof kindNames)[number], (turn: number) => Asked>> = {
    list: () => get(`${listScannedCheckpoints.path}?limit=30`),
    dashboard: () => get(`${getDashboard.path}?range=last30Days`),
    round: (turn) => guards[Math.floor(turn / kindNames.length) % guards.length]?.() ?? get(''),
    ranking: () => get(`${getDashboardRanking.path}?range=last7Days`),
  };
  return (turn) => asked[kindNames[turn % kindNames.length] ?? 'list'](turn);
}

/** Signs a guard of the demo in; what its phone sends, each time another round started. */
async function startRoundsOf(caller: Caller, number: number, seed: number): Promise<() => Asked> {
  const employeeId = `EMP${String(number).padStart(3, '0')}`;
  const body = JSON.stringify({ employeeId, secret: demoPassword, deviceId: randomUUID() });
  const signedIn = await caller.ask({ path: demoApi + fieldSignIn.path, method: 'POST', body });
  const { accessToken } = fieldSignIn.reply.parse(JSON.parse(signedIn.text));
  const headers = { authorization: `Bearer ${accessToken}` };
  const plan = await caller.ask({ path: demoApi + getFieldPlan.path, headers });
  const { routes } = getFieldPlan.reply.parse(JSON.parse(plan.text));
  const routeVersionId = routes[0]?.routeVersionId ?? '';
  const random = new Random('overload', seed, number, Date.now());
  return () => {
    const deviceAtMs = Date.now();
    const event = { kind: 'roundStarted', id: random.uuidV7(deviceAtMs), routeVersionId, deviceAtMs };
    const sent = JSON.stringify({ sentAtMs: deviceAtMs, event });
    return { path: demoApi + sendFieldEvent.path, method: 'POST', headers, body: sent };
  };
}

interface Measured {
  readonly before: readonly Answer[];
  readonly over: readonly TakenTurn[];
  readonly unsent: number;
  readonly after: readonly Answer[];
  readonly beforeMb: number;
  readonly peakMb: number;
  readonly untaken: Untaken;
  /** Of the asking process, which must not be what is waited for. */
  readonly askersLagMs: number;
}

function judge({ before, over, unsent, after, beforeMb, peakMb, untaken, askersLagMs }: Measured): Outcome {
  const of = (answers: readonly Answer[], wanted: number) =>
    answers.filter(({ status }) => status === wanted);
  const served = of(over, 200);
  const refused = of(over, 503);
  const faults: string[] = [];
  const must = (holds: boolean, sentence: string) => holds || faults.push(sentence);
  const failed = [...before, ...after].filter(({ status }) => status !== 200).length;
  must(failed === 0, `${failed} requests were not answered with 200 before or after`);
  const others = over.length - served.length - refused.length;
  const statuses = [...new Set(over.map(({ status }) => status))].toSorted((one, other) => one - other);
  must(others === 0, `${others} answers were neither 200 nor 503: statuses ${statuses.join(', ')}`);
  for (const [what, times] of unanswered(over)) faults.push(`${times} without an answer: ${what}`);
  const silent = refused.filter(({ headers }) => !(Number(headers['retry-after']) > 0)).length;
  must(silent === 0, `${silent} refusals did not say when to ask again`);
  must(refused.length > 0, 'nothing was refused');
  const longestMs = over.reduce((longest, { ms }) => Math.max(longest, ms), 0);
  must(longestMs <= patienceMs, `an answer took ${seconds(longestMs)}`);
  must(peakMb <= memoryMaxMb, `the server took ${peakMb.toFixed(0)} MB`);
  const share = after.length / before.length;
  must(share >= recoveredShare, `afterwards it answered ${share.toFixed(2)} x as many as before`);
  return {
    faults,
    figures: [
      [
        'answered as fast as it can',
        `${(before.length / capacitySeconds).toFixed(0)} a second, ${times(before)}`,
      ],
      ['asked beyond that', `${((over.length + unsent) / overloadSeconds).toFixed(0)} a second`],
      ['  sent', `${(over.length / overloadSeconds).toFixed(0)} a second`],
      ['  answered', `${(served.length / overloadSeconds).toFixed(0)} a second, ${times(served)}`],
      ['  refused with 503', `${(refused.length / overloadSeconds).toFixed(0)} a second, ${times(refused)}`],
      ['longest wait for any answer', seconds(longestMs)],
      [
        'connections not taken yet',
        `${untaken.most} at most, some for ${untaken.seconds.toFixed(1)} s without a break`,
      ],
      ["the askers' own turns", `p99 ${askersLagMs.toFixed(0)} ms`],
      ['memory of the server', `${beforeMb.toFixed(0)} MB before, ${peakMb.toFixed(0)} MB at most`],
      ['answered afterwards', `${share.toFixed(2)} x as many as before, ${times(after)}`],
    ],
  };
}

/** How many, by what they asked and why no answer came. */
function unanswered(answers: readonly TakenTurn[]): Map<string, number> {
  const found = new Map<string, number>();
  for (const { status, turn, text, ms } of answers) {
    if (status !== 0) continue;
    const what = `${kindNames[turn % kindNames.length]}, ${text} after ${Math.round(ms / 1_000)} s`;
    found.set(what, (found.get(what) ?? 0) + 1);
  }
  return found;
}

const seconds = (ms: number) => `${(ms / 1_000).toFixed(2)} s`;

function times(answers: readonly Answer[]): string {
  if (answers.length === 0) return 'none';
  const all = answers.map(({ ms }) => ms);
  return `p50 ${percentile(all, 0.5).toFixed(0)} ms, p99 ${percentile(all, 0.99).toFixed(0)} ms`;
}

export const overload: Trial = {
  about: 'more requests than the server can answer: it refuses the rest at once and recovers',
  counted: 'times its capacity',
  defaultCount: 10,
  run,
};
