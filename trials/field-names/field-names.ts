// Every endpoint's sample, spoilt in one name: unknown, doubled, of a prototype, or meant for the database.
import { makeWorld } from '../../apps/server/src/testing/endpoint-samples.ts';
import { tryHostileNames } from '../../apps/server/src/testing/hostile-names.ts';
import { rawSender } from '../../apps/server/src/testing/raw-requests.ts';
import { startTriedProduct } from '../tried-product.ts';
import { sender } from '../product/send.ts';
import type { Outcome, Trial, TrialRun } from '../trial.ts';

const triesAtOnce = 1_000;

async function run(trial: TrialRun): Promise<Outcome> {
  const { seed, count, log, signal } = trial;
  const product = await startTriedProduct(trial);
  const faults: string[] = [];
  const tries = new Map<string, number>();
  for (let from = 0; from < count && !signal.aborted; from += triesAtOnce) {
    // Samples use records up: each batch has its own.
    const world = await makeWorld(product.owner);
    const raw = rawSender({ owner: product.owner, send: sender(product.url) }, world);
    const asked = { seed, from, count: Math.min(triesAtOnce, count - from) };
    const tried = await tryHostileNames(raw, world, asked);
    faults.push(...tried.faults);
    for (const [trick, times] of tried.tries) tries.set(trick, (tries.get(trick) ?? 0) + times);
    log(`${from + asked.count} tries, ${faults.length} not refused`);
  }
  const kinds = [...tries].map(([trick, times]) => `${trick}: ${times}`).join(', ');
  const all = [...tries.values()].reduce((sum, times) => sum + times, 0);
  return {
    faults,
    figures: [
      ['tries by kind', kinds],
      ['refused with 400', `${all - faults.length} of ${all}`],
    ],
  };
}

export const fieldNames: Trial = {
  about: 'samples of every endpoint with an unknown, doubled, prototype or injecting name, each refused',
  counted: 'tries',
  defaultCount: 10_000,
  run,
};
