// What attacks have at hand, and what is found.
import { CompiledQuery } from 'kysely';
import { signInLimits } from '../../apps/server/src/platform/access/sign-in-limit.queries.ts';
import type { Db } from '../../apps/server/src/platform/db/database.ts';
import type { MadeTenant } from '../../apps/server/src/testing/factories.ts';
import type { Answer } from '../../apps/server/src/testing/reply-shapes.ts';
import type { Ask } from '../product/ask.ts';
import type { Outbox } from '../product/outbox.ts';
import type { Outcome } from '../trial.ts';

export interface Attack {
  readonly owner: Db;
  readonly tenant: MadeTenant;
  readonly ask: Ask;
  readonly newAddress: () => string;
  readonly outbox: Outbox;
  readonly findings: Findings;
}

export class Findings {
  readonly #faults: string[] = [];
  readonly #most = new Map<string, number>();
  readonly #sums = new Map<string, number>();

  expect(what: string, found: unknown, expected: unknown): void {
    if (found !== expected) this.#faults.push(`${what}: ${String(found)} instead of ${String(expected)}`);
  }

  /** Keeps the highest of a kind; more than `max` is a fault. */
  atMost(what: string, found: number, max: number): void {
    this.#most.set(what, Math.max(found, this.#most.get(what) ?? 0));
    if (found > max) this.#faults.push(`${what}: ${found}, at most ${max} wanted`);
  }

  add(what: string, times: number): void {
    this.#sums.set(what, (this.#sums.get(what) ?? 0) + times);
  }

  outcome(): Outcome {
    const most = [...this.#most].map(([what, times]): [string, string] => [
      `${what}, the most`,
      String(times),
    ]);
    const sums = [...this.#sums].map(([what, times]): [string, string] => [what, String(times)]);
    return { faults: this.#faults, figures: [...sums, ...most] };
  }
}

/** Lets a quarter of an hour pass for the counters of the tenant. */
export async function waitOut({ owner, tenant }: Attack): Promise<void> {
  const text = `UPDATE sign_in_failures SET window_started_at = window_started_at - make_interval(secs => $2)
    WHERE tenant_id = $1`;
  await owner.executeQuery(CompiledQuery.raw(text, [tenant.id, signInLimits.windowSeconds + 1]));
}

export function statusesOf(answers: readonly Answer[]): ReadonlyMap<number, number> {
  const counts = new Map<number, number>();
  for (const { statusCode } of answers) counts.set(statusCode, (counts.get(statusCode) ?? 0) + 1);
  return counts;
}

/** Asks at once, as often as told. */
export const atOnce = (times: number, ask: (at: number) => Promise<Answer>): Promise<Answer[]> =>
  Promise.all(Array.from({ length: times }, (_, at) => ask(at)));
