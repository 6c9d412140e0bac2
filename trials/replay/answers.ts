// Compares what the phones were answered for each event with itself and with what is stored.
import type { FieldEvent, Receipt, Refusal } from '@watchpost/contract/field';
import type { StoredEvent } from '../writes/stored.ts';
import type { Sending } from './replayed-events.ts';

interface Answered {
  /** The body that was accepted, and its receipt to the letter. */
  accepted: { readonly event: FieldEvent; readonly receipt: string } | null;
  readonly refused: Set<FieldEvent>;
}

export class Answers {
  readonly #answered = new Map<string, Answered>();
  readonly faults: string[] = [];
  receipts = 0;
  repeats = 0;
  refusals = 0;

  /** Of one event; the same object stands for the same body. */
  note({ event }: Sending, answer: Receipt | Refusal): void {
    const answered = this.#answered.get(event.id) ?? { accepted: null, refused: new Set() };
    this.#answered.set(event.id, answered);
    if ('code' in answer) {
      this.refusals += 1;
      if (answer.code !== 'idReused') this.#fault(`${event.id} was refused: ${answer.code}`);
      answered.refused.add(event);
    } else {
      this.receipts += 1;
      const receipt = JSON.stringify([answer.id, answer.receivedAtMs, answer.flags]);
      if (answered.accepted === null) answered.accepted = { event, receipt };
      else this.#compare(answered.accepted, { event, receipt });
    }
  }

  #compare(
    first: { event: FieldEvent; receipt: string },
    later: { event: FieldEvent; receipt: string },
  ): void {
    this.repeats += 1;
    if (first.event !== later.event) this.#fault(`${later.event.id} was accepted with two bodies`);
    else if (first.receipt !== later.receipt) this.#fault(`${later.event.id} got two receipts`);
  }

  #fault(sentence: string): void {
    if (this.faults.length < 20) this.faults.push(sentence);
  }

  /** A sentence for each kind of difference from all rows that are stored. */
  differences(stored: readonly StoredEvent[]): string[] {
    const rows = new Map(stored.map((row) => [row.id, row]));
    const answered = [...this.#answered.values()];
    const accepted = answered.flatMap((one) => one.accepted?.event ?? []);
    const counts: readonly (readonly [number, string])[] = [
      [stored.length - rows.size, 'events stored twice'],
      [accepted.filter(({ id }) => !rows.has(id)).length, 'acknowledged events lost'],
      [
        rows.size - accepted.filter(({ id }) => rows.has(id)).length,
        'events stored that were never acknowledged',
      ],
      [
        accepted.filter((event) => !isSame(event, rows.get(event.id))).length,
        'events stored with another body',
      ],
      [answered.filter(({ accepted: one }) => one === null).length, 'events that were never accepted'],
      [
        answered.filter(({ accepted: one, refused }) => one !== null && refused.has(one.event)).length,
        'events refused and accepted with the same body',
      ],
    ];
    return counts.filter(([number]) => number !== 0).map(([number, what]) => `${number} ${what}`);
  }

  get events(): number {
    return this.#answered.size;
  }
}

function isSame(event: FieldEvent, row: StoredEvent | undefined): boolean {
  const checkpointId = event.kind === 'checkpointScanned' ? event.checkpointId : null;
  return row === undefined || (row.atMs === event.deviceAtMs && row.checkpointId === checkpointId);
}
