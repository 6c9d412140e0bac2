// A guard's phone: plays the script at the chosen speed and sends what it made.
import { setTimeout as sleep } from 'node:timers/promises';
import type { FieldEvent, Receipt } from '@watchpost/contract/field';
import { Random } from '../patrol-model/random.ts';
import type { ReportedEvent } from '../patrol-model/reporting.ts';
import { FieldClientError, type FieldClient } from './field-client.ts';
import { uploadsOf } from './guard-script.ts';
import type { SignedScript } from './signed-script.ts';
import type { Tally } from './tally.ts';

export interface PlaySettings {
  readonly speed: number;
  /** Simulated time now. */
  readonly nowMs: () => number;
  /** Key of the stream that decides how the phone sends. */
  readonly key: readonly (string | number)[];
  /** Aborted: end what is open and go home. */
  readonly signal: AbortSignal;
  /** Signs what a stopped guard sends besides the script; null where a repetition would give the same numbers again. */
  readonly signAfter: SignedScript['signAfter'] | null;
}

export async function playScript(
  client: FieldClient,
  script: readonly ReportedEvent[],
  settings: PlaySettings,
  tally: Tally,
): Promise<void> {
  const random = new Random(...settings.key, 'sending');
  const done = new Set<string>();
  for (const upload of uploadsOf(script, random)) {
    if (!(await waitUntil(upload.atMs, settings))) break;
    await deliver(client, upload.events, upload.isAnswerLost, tally);
    for (const event of upload.events) done.add(event.id);
  }
  if (!settings.signal.aborted) return;
  const last = lastEvents(
    script,
    done,
    settings.nowMs(),
    new Random(...settings.key, 'stopping', settings.nowMs()),
  );
  if (last.length > 0) await deliver(client, await signLast(script, done, last, settings), false, tally);
}

/** Those of the script are signed already. */
async function signLast(
  script: readonly ReportedEvent[],
  done: ReadonlySet<string>,
  last: readonly FieldEvent[],
  { signAfter }: PlaySettings,
): Promise<readonly FieldEvent[]> {
  const sent = new Set([...done, ...last.map(({ id }) => id)]);
  const happened = script.map(({ event }) => event).filter(({ id }) => sent.has(id));
  const scripted = last.filter(({ proof }) => proof !== undefined);
  const others = last.filter(({ proof }) => proof === undefined);
  return signAfter === null ? last : [...scripted, ...(await signAfter(happened, others))];
}

/** False when the run was stopped in the meantime. */
async function waitUntil(atMs: number, settings: PlaySettings): Promise<boolean> {
  const leftMs = (atMs - settings.nowMs()) / settings.speed;
  if (settings.signal.aborted) return false;
  if (leftMs <= 0) return true;
  return sleep(leftMs, true, { signal: settings.signal }).catch(() => false);
}

async function deliver(
  client: FieldClient,
  events: readonly FieldEvent[],
  isAnswerLost: boolean,
  tally: Tally,
): Promise<void> {
  tally.sent += events.length;
  try {
    const answer = await client.send(events);
    tally.accepted += answer.accepted.length;
    tally.refused += answer.refused.length;
    tally.rounds += countRounds(events, answer.accepted);
    for (const refusal of answer.refused) tally.note(`${refusal.code}: ${refusal.message}`);
    if (!isAnswerLost) return;
    tally.repeated += events.length;
    const again = await client.send(events);
    if (!isSameAnswer(answer.accepted, again.accepted)) {
      tally.differed += 1;
      tally.note('A repeated event got another receipt than the first time.');
    }
  } catch (error) {
    if (!(error instanceof FieldClientError)) throw error;
    tally.unanswered += events.length;
    tally.note(error.message);
  }
}

function countRounds(events: readonly FieldEvent[], accepted: readonly Receipt[]): number {
  const ids = new Set(accepted.map(({ id }) => id));
  return events.filter((event) => event.kind === 'roundStarted' && ids.has(event.id)).length;
}

function isSameAnswer(one: readonly Receipt[], other: readonly Receipt[]): boolean {
  const sorted = (receipts: readonly Receipt[]) =>
    JSON.stringify(receipts.toSorted((a, b) => (a.id < b.id ? -1 : 1)));
  return sorted(one) === sorted(other);
}

/** What a stopped guard still sends: all that has happened, then the ends of round and duty. */
export function lastEvents(
  script: readonly ReportedEvent[],
  done: ReadonlySet<string>,
  atMs: number,
  random: Random,
): FieldEvent[] {
  const events = script.map(({ event }) => event);
  const happened = events.filter((event) => event.deviceAtMs <= atMs || done.has(event.id));
  const left = happened.filter((event) => !done.has(event.id));
  const [duty] = happened;
  if (duty === undefined || happened.length === events.length) return left;
  const round = happened.findLast((event) => event.kind === 'roundStarted');
  const id = () => random.uuidV7(atMs);
  if (round !== undefined && events.some((event) => endsLater(event, round.id, atMs))) {
    left.push({ kind: 'roundEnded', id: id(), roundId: round.id, deviceAtMs: Math.round(atMs) });
  }
  return [...left, { kind: 'dutyEnded', id: id(), dutyId: duty.id, deviceAtMs: Math.round(atMs) }];
}

function endsLater(event: FieldEvent, roundId: string, atMs: number): boolean {
  return event.kind === 'roundEnded' && event.roundId === roundId && event.deviceAtMs > atMs;
}
