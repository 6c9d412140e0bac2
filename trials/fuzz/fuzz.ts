// Requests at random from the schemas of all endpoints, sent to the product over real connections.
import { allEndpoints } from '@watchpost/contract/all-endpoints';
import { askAtRandom, reachOf } from '../../apps/server/src/testing/random-requests.ts';
import { startTriedProduct } from '../tried-product.ts';
import { sender } from '../product/send.ts';
import type { Outcome, Trial, TrialRun } from '../trial.ts';

/** So many requests later most records that requests name are deleted: then come tenants that no one has touched. */
const requestsATenant = 5_000;

async function run(trial: TrialRun): Promise<Outcome> {
  const { seed, count, log, signal } = trial;
  const product = await startTriedProduct(trial);
  const server = { owner: product.owner, send: sender(product.url) };
  const byStatus = new Map<number, number>();
  const served = new Set<string>();
  const faults: string[] = [];
  for (let at = 0; at * requestsATenant < count && !signal.aborted; at += 1) {
    const asked = { seed: seed + at, count: Math.min(requestsATenant, count - at * requestsATenant) };
    try {
      const answers = await askAtRandom(server, asked);
      for (const [key, times] of answers.answered) add(byStatus, Number(key.split(' ')[1]), times);
      for (const { name } of reachOf(answers).served) served.add(name);
    } catch (error) {
      faults.push(String(error));
    }
    log(`${Math.min((at + 1) * requestsATenant, count)} requests`);
  }
  const statuses = [...byStatus].toSorted(([one], [other]) => one - other);
  for (const [status, times] of statuses) if (status >= 500) faults.push(`${times} answers with ${status}`);
  return { faults, figures: figuresOf(statuses, served) };
}

function add(counts: Map<number, number>, key: number, more: number): void {
  counts.set(key, (counts.get(key) ?? 0) + more);
}

function figuresOf(
  statuses: readonly (readonly [number, number])[],
  served: ReadonlySet<string>,
): Outcome['figures'] {
  const answered = statuses.reduce((sum, [, times]) => sum + times, 0);
  return [
    ['answered as the contract says', String(answered)],
    ['by status', statuses.map(([status, times]) => `${status}: ${times}`).join(', ')],
    ['endpoints that served some', `${served.size} of ${allEndpoints.length}`],
  ];
}

export const fuzz: Trial = {
  about: "requests at random from the contract's schemas, each answered in its shapes and none with 5xx",
  counted: 'requests',
  defaultCount: 50_000,
  run,
};
