// The database is restarted again and again while phones and a console write and read.
import { setTimeout as sleep } from 'node:timers/promises';
import { listScannedCheckpoints } from '@watchpost/contract/scanned-checkpoints';
import { listShifts } from '@watchpost/contract/shifts';
import { Random } from '../../apps/server/src/demo/patrol-model/random.ts';
import { builtPrograms, type Programs } from '../product/programs.ts';
import { acknowledged, answersReceived, spread } from '../product/figure-texts.ts';
import { acknowledgedAfter, newFolder, type Run, type Scene, underWrites } from '../product/under-writes.ts';
import type { Outcome, Trial } from '../trial.ts';
import { record } from '../failover/ledger.ts';

/** A fast shutdown, as an operator's restart is; and an immediate one, after which the log is replayed. */
const ways = ['SIGINT', 'SIGQUIT'] as const;
const healthyWithinMs = 5_000;

async function databaseRestart(run: Run & { readonly count: number }, programs: Programs): Promise<Outcome> {
  const healthyMs: number[] = [];
  const writingMs: number[] = [];
  const late: string[] = [];
  const random = new Random('database restart', run.seed);
  const folder = newFolder('restart', run.atEnd);
  const { faults, ledger } = await underWrites(run, { programs, folder }, async (scene) => {
    const stopReading = readOn(scene);
    for (let at = 0; at < run.count && !run.signal.aborted; at += 1) {
      await sleep(random.integer(500, 2_500));
      const beganAt = performance.now();
      const way = ways[(run.seed + at) % ways.length] ?? 'SIGINT';
      const healthyAt = await restart(scene, way);
      healthyMs.push(healthyAt - beganAt);
      if (healthyAt - beganAt > healthyWithinMs)
        late.push(`healthy ${Math.round(healthyAt - beganAt)} ms after ${way}`);
      writingMs.push((await acknowledgedAfter(scene.ledger, healthyAt)) - beganAt);
      run.log(`${at + 1}: ${way}, healthy after ${Math.round(healthyAt - beganAt)} ms`);
    }
    await stopReading();
  });
  const unanswered = [...ledger.answers].filter(([what]) => what.startsWith('no answer'));
  return {
    faults: [...faults, ...late, ...unanswered.map(([what, number]) => `${number} requests had ${what}`)],
    figures: [
      acknowledged(ledger),
      answersReceived(ledger),
      ['healthy again after', spread(healthyMs)],
      ['a write acknowledged after', spread(writingMs)],
    ],
  };
}

/** Resolves with the moment from which /readyz answers 200 by another database. */
async function restart({ product }: Scene, way: NodeJS.Signals): Promise<number> {
  const former = product.databasePid();
  if (former === null) throw new Error('the database is away');
  process.kill(former, way);
  await product.databaseFollows(former);
  return performance.now();
}

/** A console that looks at lists; returns what ends it. */
function readOn({ product, ledger, headers }: Scene): () => Promise<void> {
  let isOver = false;
  const reading = (async () => {
    while (!isOver) {
      for (const endpoint of [listShifts, listScannedCheckpoints]) {
        await record(ledger, product.url, { endpoint, headers });
      }
      await sleep(20);
    }
  })();
  return async () => {
    isOver = true;
    await reading;
  };
}

export const databaseRestartTrial: Trial = {
  about: 'the database is restarted while phones and a console write and read',
  counted: 'restarts',
  defaultCount: 20,
  run: async (run) => databaseRestart(run, await builtPrograms()),
};
