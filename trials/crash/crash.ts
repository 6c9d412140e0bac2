// kill -9 of the server, of the database, of one of its processes and of all, under acknowledged writes.
import { execFileSync } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';
import { Random } from '../../apps/server/src/demo/patrol-model/random.ts';
import type { Product } from '../product/product.ts';
import { builtPrograms, type Programs } from '../product/programs.ts';
import { acknowledged, answersReceived, spread } from '../product/figure-texts.ts';
import { acknowledgedAfter, newFolder, type Run, type Scene, underWrites } from '../product/under-writes.ts';
import type { Outcome, Trial } from '../trial.ts';

const victims = ['server', 'database', 'process of the database', 'server and database'] as const;
const missedWithinMs = 1_000;
type Victim = (typeof victims)[number];

/** One kill after the other, each victim in its turn, at moments of the seed's choosing. */
export async function crash(
  run: Run & { readonly count: number },
  { programs, jobsWithinMs }: { readonly programs: Programs; readonly jobsWithinMs: number },
): Promise<Outcome> {
  const recoveredMs = new Map<Victim, number[]>(victims.map((victim) => [victim, []]));
  const random = new Random('crash', run.seed);
  const folder = newFolder('crash', run.atEnd);
  const { faults, ledger } = await underWrites(run, { programs, folder, jobsWithinMs }, async (scene) => {
    for (let at = 0; at < run.count && !run.signal.aborted; at += 1) {
      await sleep(random.integer(50, 800));
      const victim = victims[(run.seed + at) % victims.length] ?? 'server';
      const took = await killOne(scene, victim, random);
      recoveredMs.get(victim)?.push(took);
      run.log(`${at + 1}: ${victim} killed, a write acknowledged after ${Math.round(took)} ms`);
    }
  });
  const kinds = [...recoveredMs].filter(([, times]) => times.length > 0);
  return {
    faults,
    figures: [
      acknowledged(ledger),
      answersReceived(ledger),
      ...kinds.map(([victim, times]): [string, string] => [`${victim}: writes again after`, spread(times)]),
    ],
  };
}

/** Resolves with the milliseconds from the kill to the first write that what came after it acknowledged. */
async function killOne({ product, ledger }: Scene, victim: Victim, random: Random): Promise<number> {
  const at = performance.now();
  const database = product.databasePid();
  if (database === null) throw new Error('the database is away');
  if (victim === 'database' || victim === 'server and database') process.kill(database, 'SIGKILL');
  if (victim === 'process of the database') process.kill(random.pick(childrenOf(database)), 'SIGKILL');
  if (victim === 'server' || victim === 'server and database') {
    await product.kill();
    const goneAt = performance.now();
    await product.start();
    await acknowledgedAfter(ledger, goneAt);
  } else {
    // What the first process leaves behind goes on answering for a moment.
    if (victim === 'database') await product.databaseFollows(database);
    else await untilAway(product);
    await acknowledgedAfter(ledger, performance.now());
  }
  return ledger.lastAckAt - at;
}

function childrenOf(pid: number): number[] {
  const text = execFileSync('ps', ['-o', 'pid=', '--ppid', String(pid)], { encoding: 'utf8' });
  return text.trim().split(/\s+/).map(Number);
}

/** The database starts again at once, and may be there again before anybody has missed it. */
async function untilAway(product: Product): Promise<void> {
  const untilMs = Date.now() + missedWithinMs;
  while (Date.now() < untilMs && (await product.isReady())) await sleep(1);
}

export const crashTrial: Trial = {
  about: 'kill -9 of the server and of the embedded database while phones and a console write',
  counted: 'kills',
  defaultCount: 200,
  run: async (run) => crash(run, { programs: await builtPrograms(), jobsWithinMs: 180_000 }),
};
