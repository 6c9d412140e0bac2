// What one tenant's people learn of another site and another tenant: by ids of records there, and by what lists tell.
import { allEndpoints } from '@watchpost/contract/all-endpoints';
import { askOracles } from '../../apps/server/src/testing/foreign-oracles.ts';
import { askOfForeignRecords } from '../../apps/server/src/testing/foreign-records.ts';
import { sender } from '../product/send.ts';
import type { Outcome, Trial, TrialRun } from '../trial.ts';
import { startTriedProduct } from '../tried-product.ts';

const questionsEach = 60;

async function run(trial: TrialRun): Promise<Outcome> {
  const { seed, count, log, signal } = trial;
  const product = await startTriedProduct(trial);
  const server = { owner: product.owner, send: sender(product.url) };
  const leaks: string[] = [];
  const pairs = new Map<string, number>();
  const questions = new Map<string, number>();
  const asked = { byId: new Set<string>(), byQuestion: new Set<string>() };
  for (let at = 0; at < count && !signal.aborted; at += 1) {
    // The first company's records of every kind stand at every place; the others' where they belong.
    const byId = await askOfForeignRecords(server, { exhaustive: at === 0, hasClock: true });
    log(`company ${at + 1}: ids of records elsewhere, ${byId.leaks.length} told apart`);
    const byQuestion = await askOracles(server, { seed: seed + at, each: questionsEach, isUsed: true });
    log(`company ${at + 1}: lists, searches and exports, ${byQuestion.leaks.length} told apart`);
    leaks.push(...byId.leaks, ...byQuestion.leaks);
    add(pairs, byId.pairs);
    add(questions, byQuestion.questions);
    for (const name of byId.endpoints) asked.byId.add(name);
    for (const name of byQuestion.endpoints) asked.byQuestion.add(name);
  }
  return {
    faults: leaks,
    figures: [
      ['endpoints', String(allEndpoints.length)],
      ['of which take an id', String(asked.byId.size)],
      ['requests with an id of theirs beside one that nothing has', asText(pairs)],
      ['endpoints that tell something', String(asked.byQuestion.size)],
      ['questions before and after there was something elsewhere', asText(questions)],
      ['told apart', String(leaks.length)],
    ],
  };
}

function add(sums: Map<string, number>, more: ReadonlyMap<string, number>): void {
  for (const [key, times] of more) sums.set(key, (sums.get(key) ?? 0) + times);
}

function asText(counts: ReadonlyMap<string, number>): string {
  const all = [...counts.values()].reduce((sum, times) => sum + times, 0);
  return `${all} (${[...counts].map(([key, times]) => `${key}: ${times}`).join('; ')})`;
}

export const authorization: Trial = {
  about: 'nothing tells records of another site or tenant from records that do not exist, at any endpoint',
  counted: 'companies',
  defaultCount: 2,
  run,
};
