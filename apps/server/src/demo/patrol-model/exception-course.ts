// What becomes of an exception: who takes it, what they find out, and when it is closed.
import type { ExceptionKind, ExceptionOutcome, ExceptionSeverity } from '@watchpost/domain/exceptions';
import { Random } from './random.ts';

export interface ModelException {
  /** Of its round: the same exception always takes the same course. */
  readonly key: string;
  readonly kind: ExceptionKind;
  readonly severity: ExceptionSeverity;
  readonly openedAtMs: number;
}

export interface ExceptionCourse {
  /** Which of the control room's people has it; null while no one took it. */
  readonly person: number | null;
  readonly takenAtMs: number | null;
  readonly comment: { readonly atMs: number; readonly text: string } | null;
  readonly closing: {
    readonly atMs: number;
    readonly outcome: ExceptionOutcome;
    readonly reason: string;
  } | null;
}

const minuteMs = 60_000;
const dayMs = 86_400_000;

/** Minutes until somebody takes it, and until it is closed after that, on average. */
const pace: Readonly<Record<ExceptionSeverity, { readonly take: number; readonly close: number }>> = {
  critical: { take: 8, close: 70 },
  high: { take: 35, close: 260 },
  medium: { take: 90, close: 420 },
  low: { take: 160, close: 500 },
};

/** At most so many wait at any time: a control room that works keeps its queue short. */
const waitingAtMost = { open: 14, inHand: 9, lingering: 4 };
/** No one has closed what is this fresh. */
const freshMs = 45 * minuteMs;
/** Of the last day and a half these parts still wait; of what is older, a few that no one can settle. */
const recentMs = 1.5 * dayMs;
const lingeringMs = 5 * dayMs;
const lingeringShare = 0.03;
const waitingShare = { open: 0.35, inHand: 0.25 };

interface Finding {
  readonly outcome: ExceptionOutcome;
  readonly reason: string;
}

const findings: Readonly<Record<ExceptionKind, readonly Finding[]>> = {
  missed: [
    { outcome: 'guardSpokenTo', reason: 'Fell asleep in the cabin. Spoken to, and the supervisor knows.' },
    { outcome: 'justified', reason: 'Was held at the gate by a delivery; CCTV shows it.' },
    { outcome: 'scheduleWrong', reason: 'The tour asks for two rounds at once. Times moved.' },
    { outcome: 'justified', reason: 'Heavy rain, the yard was under water. The relief walked it later.' },
    { outcome: 'deviceFaulty', reason: 'Phone would not start. Replaced from the store.' },
  ],
  late: [
    { outcome: 'justified', reason: 'Helped at the loading bay until the lorry left.' },
    { outcome: 'guardSpokenTo', reason: 'Late back from the meal break. Reminded of the times.' },
    { outcome: 'scheduleWrong', reason: 'The start is too close to the change of shift. Window widened.' },
  ],
  incomplete: [
    { outcome: 'checkpointFaulty', reason: 'The label at the stairwell is torn. A new one is printed.' },
    { outcome: 'justified', reason: 'Second floor was locked for the fumigation.' },
    { outcome: 'guardSpokenTo', reason: 'Left out the far fence. Walked it again with the supervisor.' },
    { outcome: 'deviceFaulty', reason: 'Battery empty half way. The charger in the cabin was broken.' },
  ],
  flagged: [
    { outcome: 'falseAlarm', reason: 'The position is vague between the towers; scans and CCTV agree.' },
    { outcome: 'falseAlarm', reason: 'Two checkpoints lie side by side here.' },
    { outcome: 'guardSpokenTo', reason: 'Scanned photos of the labels. Written warning.' },
    { outcome: 'deviceFaulty', reason: 'The clock of the phone was wrong. Set to automatic.' },
    { outcome: 'other', reason: 'Trainee walked along and scanned for him. Both know the rule now.' },
  ],
};

const remarks = [
  'Called the guard, no answer yet.',
  'Asked the site for the CCTV of that hour.',
  'The supervisor looks into it on the next visit.',
  'The guard says the network was gone.',
  'Waiting for the relief to confirm.',
] as const;

/** The course of each up to now, in the order given, which is that of their opening. */
export function exceptionCourses(
  exceptions: readonly ModelException[],
  { seed, people, nowMs }: { readonly seed: number; readonly people: number; readonly nowMs: number },
): ExceptionCourse[] {
  const left = { ...waitingAtMost };
  return exceptions
    .toReversed()
    .map((exception) => courseOf(exception, left, { seed, people, nowMs }))
    .toReversed();
}

type Left = Record<keyof typeof waitingAtMost, number>;

function courseOf(
  { key, kind, severity, openedAtMs }: ModelException,
  left: Left,
  { seed, people, nowMs }: { readonly seed: number; readonly people: number; readonly nowMs: number },
): ExceptionCourse {
  const random = new Random(seed, 'exception', key);
  const ageMs = nowMs - openedAtMs;
  const waits = waitingOf(random.unit(), ageMs, left);
  if (waits === 'open') return { person: null, takenAtMs: null, comment: null, closing: null };
  const { take, close } = pace[severity];
  const person = random.integer(0, people - 1);
  const takenAtMs = Math.round(openedAtMs + Math.min(ageMs * 0.4, (2 + random.exponential(take)) * minuteMs));
  const spentMs = Math.min((nowMs - takenAtMs) * 0.8, (6 + random.exponential(close)) * minuteMs);
  const text = random.chance(0.4) ? random.pick(remarks) : null;
  const comment =
    text === null ? null : { atMs: Math.round(takenAtMs + spentMs * random.between(0.1, 0.7)), text };
  if (waits === 'inHand') return { person, takenAtMs, comment, closing: null };
  const finding = random.pick(findings[kind]);
  return { person, takenAtMs, comment, closing: { atMs: Math.round(takenAtMs + spentMs), ...finding } };
}

function waitingOf(chance: number, ageMs: number, left: Left): 'open' | 'inHand' | null {
  if (ageMs > recentMs) {
    if (ageMs > lingeringMs || chance > lingeringShare || left.lingering === 0) return null;
    left.lingering -= 1;
    return left.lingering % 2 === 0 ? 'inHand' : 'open';
  }
  if (ageMs < freshMs && left.open > 0) {
    left.open -= 1;
    return 'open';
  }
  const waits = chance < waitingShare.open ? 'open' : 'inHand';
  if (chance >= waitingShare.open + waitingShare.inHand || left[waits] === 0) return null;
  left[waits] -= 1;
  return waits;
}
