// Whether an answer, or the time that it takes, tells who has an account.
import { makeTenant } from '../../apps/server/src/testing/factories.ts';
import { Random } from '../../apps/server/src/demo/patrol-model/random.ts';
import { median } from '../../bench/statistics.ts';
import { asker, newAddresses } from '../product/ask.ts';
import { startTriedProduct } from '../tried-product.ts';
import { sender } from '../product/send.ts';
import type { Outcome, Trial, TrialRun } from '../trial.ts';
import { makeNames, type Names } from './names.ts';
import { type Door, doors } from './doors.ts';
import { visibleOf } from './visible.ts';

const warmUps = 50;
const apartMaxMs = 2;

interface Measured {
  readonly tookMs: number[];
  readonly answers: Set<string>;
}

async function run(trial: TrialRun): Promise<Outcome> {
  const { seed, count, log } = trial;
  const product = await startTriedProduct(trial);
  const send = sender(product.url, 1);
  const tenant = await makeTenant(product.owner);
  const names = await makeNames(product.owner, tenant, count + warmUps);
  const ask = asker(send, tenant);
  const newAddress = newAddresses();
  const faults: string[] = [];
  const figures: [string, string][] = [];
  for (const door of doors) {
    const random = new Random('enumeration', seed, door.name);
    const measured = new Map<keyof Names, Measured>(
      door.kinds.map((kind) => [kind, { tookMs: [], answers: new Set() }]),
    );
    for (let at = 0; at < count + warmUps; at += 1) {
      // In an order of chance: what one leaves to do in the background falls upon all alike.
      for (const kind of random.shuffled(door.kinds)) {
        const name = names[kind][at] ?? '';
        const startedAt = performance.now();
        const answer = await door.knock(ask, name, newAddress());
        const tookMs = performance.now() - startedAt;
        if (at < warmUps) continue;
        measured.get(kind)?.tookMs.push(tookMs);
        measured.get(kind)?.answers.add(visibleOf(answer, name));
      }
    }
    faults.push(...faultsOf(door, measured));
    figures.push([door.name, mediansOf(measured)]);
    log(`${door.name}: ${mediansOf(measured)}`);
  }
  return { faults, figures };
}

function faultsOf(door: Door, measured: ReadonlyMap<keyof Names, Measured>): string[] {
  const faults: string[] = [];
  const answers = new Set([...measured.values()].flatMap((one) => [...one.answers]));
  if (answers.size !== 1)
    faults.push(`${door.name}: ${answers.size} different answers: ${[...answers].join(' | ')}`);
  const apartMs = apartMsOf(measured);
  if (apartMs > apartMaxMs) faults.push(`${door.name}: medians ${apartMs.toFixed(2)} ms apart`);
  return faults;
}

function apartMsOf(measured: ReadonlyMap<keyof Names, Measured>): number {
  const medians = [...measured.values()].map(({ tookMs }) => median(tookMs));
  return Math.max(...medians) - Math.min(...medians);
}

function mediansOf(measured: ReadonlyMap<keyof Names, Measured>): string {
  const each = [...measured].map(([kind, { tookMs }]) => `${kind} ${median(tookMs).toFixed(2)} ms`);
  return `${each.join(', ')}: ${apartMsOf(measured).toFixed(2)} ms apart`;
}

export const enumeration: Trial = {
  about:
    'sign-in, forgotten passwords and codes answer alike, and as soon, for those who have an account and those who have none',
  counted: 'samples of each',
  defaultCount: 1_000,
  run,
};
