// What consoles and phones of both companies ask while a month goes.
import { type FieldPlan, getFieldPlan, sendFieldEvent } from '@watchpost/contract/field';
import { listScannedCheckpoints } from '@watchpost/contract/scanned-checkpoints';
import { Random } from '../../apps/server/src/demo/patrol-model/random.ts';
import type { ChildServer } from '../../bench/child-server.ts';
import { apiPath, signInAdmin, signInGuard } from '../../bench/product.ts';
import { type Answer, type Asked, Caller } from '../asking.ts';
import { askAtRate } from '../overload/ask-at-rate.ts';
import { type MonthData, slugs } from './month-data.ts';
import { type Phase, phases } from './watch.ts';

/** `same`, `other`: a list of the company whose month goes, or of the other; `phone`: a start or an end of a round of the first. */
export const kinds = ['same', 'other', 'phone'] as const;
export type Kind = (typeof kinds)[number];
type Next = (index: number) => readonly [Kind, Asked];

const perSecond = 12;
const atOnce = 64;
const sliceSeconds = 5;
const phones = 24;

export class BackgroundLoad {
  readonly failures = new Map<string, number>();
  readonly #took = new Map<string, number[]>();
  readonly #caller: Caller;
  readonly #next: Next;
  readonly #phase: () => Phase;
  #index = 0;

  private constructor(caller: Caller, next: Next, phase: () => Phase) {
    this.#caller = caller;
    this.#next = next;
    this.#phase = phase;
  }

  static async of(product: ChildServer, month: MonthData, phase: () => Phase): Promise<BackgroundLoad> {
    return new BackgroundLoad(new Caller(product.url, atOnce), await mixOf(product, month), phase);
  }

  /** Asks until told that it is over. */
  async askUntil(isOver: () => boolean): Promise<void> {
    while (!isOver()) {
      await askAtRate({ seconds: sliceSeconds, perSecond, atOnce, ask: () => this.#ask() });
    }
  }

  async #ask(): Promise<Answer> {
    const [kind, asked] = this.#next(this.#index++);
    const phase = this.#phase();
    const answer = await this.#caller.ask(asked);
    const key = `${phase} ${kind}`;
    this.#took.set(key, [...(this.#took.get(key) ?? []), answer.ms]);
    if (answer.status !== 200) {
      const what = `${kind}: ${answer.status} ${answer.text.slice(0, 100)}`;
      this.failures.set(what, (this.failures.get(what) ?? 0) + 1);
    }
    return answer;
  }

  /** Milliseconds of the answers of a kind in a phase. */
  took(phase: Phase, kind: Kind): readonly number[] {
    return this.#took.get(`${phase} ${kind}`) ?? [];
  }

  close(): void {
    this.#caller.close();
  }
}

export const measured = phases.flatMap((phase) => kinds.map((kind) => [phase, kind] as const));

async function mixOf(product: ChildServer, { siteIds }: MonthData): Promise<Next> {
  const lists = await Promise.all(
    slugs.map(async (slug, index) => {
      const headers = await signInAdmin(product, slug);
      const sites = siteIds[index] ?? [];
      return (index: number): Asked => {
        const query = { site: sites[index % sites.length] ?? '', from: '2023-10-01', to: '2023-10-30' };
        const path = `${apiPath(listScannedCheckpoints.path, slug)}?${new URLSearchParams(query)}`;
        return { path, headers };
      };
    }),
  );
  const numbers = Array.from({ length: phones }, (_, index) => index + 1);
  const guards = await Promise.all(numbers.map((number) => phoneOf(product, number)));
  return (index) => {
    const kind = kinds[index % kinds.length] ?? 'same';
    const own = Math.floor(index / kinds.length);
    if (kind === 'phone') return [kind, guards[own % guards.length]?.() ?? { path: '/' }];
    return [kind, lists[kind === 'same' ? 0 : 1]?.(own) ?? { path: '/' }];
  };
}

/** Starts a round and ends it, in turns. */
async function phoneOf(product: ChildServer, number: number): Promise<() => Asked> {
  const headers = await signInGuard(product, `EMP${String(number).padStart(3, '0')}`);
  const answered = await fetch(product.url + apiPath(getFieldPlan.path), { headers });
  const { routes }: FieldPlan = getFieldPlan.reply.parse(await answered.json());
  const routeVersionId = routes[0]?.routeVersionId ?? '';
  const random = new Random('retention', number, Date.now());
  let roundId: string | null = null;
  return () => {
    const deviceAtMs = Date.now();
    const id = random.uuidV7(deviceAtMs);
    const event =
      roundId === null
        ? { kind: 'roundStarted', id, routeVersionId, deviceAtMs }
        : { kind: 'roundEnded', id, roundId, deviceAtMs };
    roundId = roundId === null ? id : null;
    const body = JSON.stringify({ sentAtMs: deviceAtMs, event });
    return { path: apiPath(sendFieldEvent.path), method: 'POST', headers, body };
  };
}
