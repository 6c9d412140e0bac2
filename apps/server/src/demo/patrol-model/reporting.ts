// What a device makes of a duty and its rounds: events with its own ids and times, each sent when it can be.
import type { FieldEvent } from '@watchpost/contract/field';
import { type CheckpointCodes, readingOf } from './checkpoint-code.ts';
import type { Delivery } from './circumstances.ts';
import type { Random } from './random.ts';
import type { Walk } from './walk.ts';

/** An event as a device sent it: its own times are the device's, `sentAtMs` too; `receivedAtMs` is the server's. */
export interface ReportedEvent {
  readonly event: FieldEvent;
  readonly sentAtMs: number;
  readonly receivedAtMs: number;
}

export class Reporter {
  readonly #random: Random;
  readonly #delivery: Delivery;
  readonly #clockErrorMs: number;

  constructor(random: Random, delivery: Delivery, clockErrorMs: number) {
    this.#random = random;
    this.#delivery = delivery;
    this.#clockErrorMs = clockErrorMs;
  }

  newId(atMs: number): string {
    return this.#random.uuidV7(atMs + this.#clockErrorMs);
  }

  /** `make` gets the device's time of what happened at the true time `atMs`; the phone waits `delayMs` to send. */
  event(atMs: number, make: (deviceAtMs: number) => FieldEvent, delayMs = 0): ReportedEvent {
    const { sentAtMs, receivedAtMs } = this.#delivery.carry(atMs, delayMs);
    return { event: make(atMs + this.#clockErrorMs), sentAtMs: sentAtMs + this.#clockErrorMs, receivedAtMs };
  }
}

/** The events of one round, in the order in which they happened. */
export function roundEvents(
  random: Random,
  report: Reporter,
  routeVersionId: string,
  startMs: number,
  walk: Walk,
  codesOf: (checkpointId: string) => CheckpointCodes | undefined,
): { id: string; events: ReportedEvent[] } {
  const id = report.newId(startMs);
  const events = [
    report.event(startMs, (deviceAtMs) => ({ kind: 'roundStarted', id, routeVersionId, deviceAtMs })),
  ];
  for (const { checkpointId, atMs, method, position, isCutOff } of walk.scans) {
    const ids = { id: report.newId(atMs), roundId: id, checkpointId };
    const reading = readingOf(codesOf(checkpointId), method, atMs);
    const delayMs = isCutOff ? random.integer(40_000, 400_000) : 0;
    const make = (deviceAtMs: number): FieldEvent => ({
      kind: 'checkpointScanned',
      ...ids,
      deviceAtMs,
      method: reading.method,
      position,
      ...(reading.code === undefined ? {} : { code: reading.code }),
    });
    events.push(report.event(atMs, make, delayMs));
  }
  if (walk.endedAtMs !== null) {
    const end = { id: report.newId(walk.endedAtMs), roundId: id };
    events.push(report.event(walk.endedAtMs, (deviceAtMs) => ({ kind: 'roundEnded', ...end, deviceAtMs })));
  }
  return { id, events };
}
