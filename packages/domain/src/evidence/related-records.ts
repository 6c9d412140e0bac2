// What an evidence file holds beside the scans of its rounds: answers and notes, incidents, calls for help.
import type { Question } from '../checkpoint-questions.ts';
import type { RoundLine } from './evidence-file.ts';
import type { Fault } from './faults.ts';
import { type LogEntry, textOf } from './log-entry.ts';
import { questionsOf, remarkOf, type RoundRemark, type SentRemark, shownRemark } from './round-remarks.ts';
import { isRelated, type RelatedHistory, relatedHistoryOf } from './related-history.ts';

export interface RoundRelatedRecords extends RelatedHistory {
  /** By time. */
  readonly remarks: readonly RoundRemark[];
}

/** Of a round, as far as answers hang on it. */
export interface ScanOfRound {
  readonly id: string;
  readonly guardId: string;
  readonly checkpointName: string;
}

/** Takes every record, and each round after all of its own. */
export class RelatedRecords {
  /** By the scan that they were given after. */
  readonly #remarks = new Map<string, SentRemark[]>();
  readonly #questions = new Map<string, readonly Question[]>();
  /** Several rounds may name the same. */
  readonly #related = new Map<number, LogEntry>();

  take(entry: LogEntry, leaf: number | null): void {
    const { table, id, row } = entry;
    if (row === null) return;
    if (table === 'question_versions') this.#questions.set(id, questionsOf(row['questions']));
    if (table === 'field_events' && textOf(row, 'kind') === 'checkpointAnswered') {
      const remark = remarkOf(id, row, leaf);
      this.#remarks.set(remark.scanId, [...(this.#remarks.get(remark.scanId) ?? []), remark]);
    }
    if (leaf !== null && isRelated(entry)) this.#related.set(leaf, entry);
  }

  ofRound(
    { round }: RoundLine,
    scans: readonly ScanOfRound[],
  ): { beside: RoundRelatedRecords; faults: Fault[] } {
    const named = new Set(round.beside);
    const faults: Fault[] = [];
    const remarks: RoundRemark[] = [];
    for (const scan of scans) {
      for (const remark of this.#remarksOf(scan)) {
        const { leaf, questionsId } = remark;
        const questions = this.#questions.get(questionsId);
        if (questionsId !== '' && questions === undefined)
          faults.push(fault('removed', 'question_versions', questionsId));
        if (leaf !== null && !named.delete(leaf)) faults.push(fault('altered', 'rounds', round.id, 'beside'));
        remarks.push(shownRemark(remark, questions ?? [], scan.checkpointName));
      }
    }
    const related = [...named].flatMap((leaf) => {
      const entry = this.#related.get(leaf);
      if (entry === undefined) faults.push(fault('removed', 'leaf', String(leaf)));
      return entry ?? [];
    });
    return {
      beside: { remarks: remarks.toSorted((a, b) => a.atMs - b.atMs), ...relatedHistoryOf(related) },
      faults,
    };
  }

  /** Forgets them. Another guard's words about the scan are none of the round's. */
  #remarksOf({ id, guardId }: ScanOfRound): SentRemark[] {
    const remarks = this.#remarks.get(id) ?? [];
    this.#remarks.delete(id);
    return remarks.filter((remark) => remark.guardId === guardId);
  }

  /** Answers whose scan is not in the file. */
  finish(): Fault[] {
    return [...this.#remarks.keys()].map((scanId) => fault('removed', 'scans', scanId));
  }
}

const fault = (kind: Fault['kind'], subject: string, id: string, field: string | null = null): Fault => ({
  kind,
  subject,
  id,
  field,
});
