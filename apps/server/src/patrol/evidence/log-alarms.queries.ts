// Raises the alarm about a log that did not grow out of the head stored outside the database: once, not each minute.
import type { Db } from '../../platform/db/database.ts';
import { notify } from '../../platform/notify/notify.queries.ts';
import { faultSentence, type FoundFault } from './log-fault.ts';

/** Names a fault for as long as it lasts. */
const nameOf = ({ kind, stored }: FoundFault): string =>
  [kind, stored?.size ?? '', stored?.root ?? ''].join(' ').trim();

export class LogAlarms {
  readonly #broken = new Map<string, string>();
  readonly #unstored = new Set<string>();
  readonly #onProblem: (sentence: string) => void;

  constructor(onProblem: (sentence: string) => void) {
    this.#onProblem = onProblem;
  }

  /** How many logs are not sealed, as far as this process has looked. */
  get count(): number {
    return this.#broken.size;
  }

  isRaised(tenantId: string): boolean {
    return this.#broken.has(tenantId);
  }

  async raise(db: Db, tenantId: string, fault: FoundFault): Promise<void> {
    const name = nameOf(fault);
    if (this.#broken.get(tenantId) === name) return;
    this.#broken.set(tenantId, name);
    this.#onProblem(
      `the log of tenant ${tenantId} is not sealed: ${faultSentence(fault)}. See WatchpostLogBroken in docs/operations/runbook.md`,
    );
    const notice = { tenantId, kind: 'evidenceLogBroken', siteId: null, params: {}, once: name } as const;
    try {
      await db
        .transaction()
        .execute((transaction) =>
          notify(transaction, { ...notice, link: '/patrolling-reports/evidence-log' }),
        );
    } catch (error) {
      this.#onProblem(
        `that the log of tenant ${tenantId} is not sealed could not be notified: ${String(error)}`,
      );
    }
  }

  clear(tenantId: string): void {
    if (this.#broken.delete(tenantId)) this.#onProblem(`the log of tenant ${tenantId} is sealed again`);
  }

  /** That the newest head could not be written outside the database; said once, until it can be. */
  noteUnstored(tenantId: string, error: unknown): void {
    if (this.#unstored.has(tenantId)) return;
    this.#unstored.add(tenantId);
    this.#onProblem(
      `the last head of the log of tenant ${tenantId} is in the memory of this process alone: ${String(error)}`,
    );
  }

  noteStored(tenantId: string): void {
    this.#unstored.delete(tenantId);
  }

  /** What else went wrong. */
  note(sentence: string): void {
    this.#onProblem(sentence);
  }
}
