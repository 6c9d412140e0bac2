// Exceptions: rounds that were missed, late, incomplete or doubtful, each worked through by somebody until it is closed.
import { trustFlags, type TrustFlag } from './trust.ts';

/** Of due rounds the first two, of walked rounds the others. Each round is at most one item of a kind. */
export const exceptionKinds = ['missed', 'late', 'incomplete', 'flagged'] as const;
export type ExceptionKind = (typeof exceptionKinds)[number];

/** Mildest first; stored as places in this list, from 1. */
export const exceptionSeverities = ['low', 'medium', 'high', 'critical'] as const;
export type ExceptionSeverity = (typeof exceptionSeverities)[number];

export const exceptionStatuses = ['open', 'inHand', 'closed'] as const;
export type ExceptionStatus = (typeof exceptionStatuses)[number];

/** What the person who closed it found. */
export const exceptionOutcomes = [
  'justified',
  'guardSpokenTo',
  'checkpointFaulty',
  'deviceFaulty',
  'scheduleWrong',
  'falseAlarm',
  'other',
] as const;
export type ExceptionOutcome = (typeof exceptionOutcomes)[number];

/** What its history tells of. */
export const exceptionEventKinds = [
  'opened',
  'escalated',
  'flagsAdded',
  'madeGood',
  'taken',
  'assigned',
  'comment',
  'evidence',
  'closed',
  'excused',
  'accepted',
  'reopened',
] as const;
export type ExceptionEventKind = (typeof exceptionEventKinds)[number];

/** Why an item is there: the fact of the round itself, or the doubts about its scans. */
export const exceptionReasons = ['missed', 'late', 'incomplete', ...trustFlags] as const;
export type ExceptionReason = (typeof exceptionReasons)[number];

/** A console hears of changes so far apart at least, so that what it then asks for is there within two seconds. */
export const exceptionBatchMs = 1_500;
export const exceptionTextMaxLength = 2_000;
/** Files of one item. */
export const exceptionFilesMax = 20;
/** Items that one call takes, gives or closes. */
export const exceptionsAtOnceMax = 200;
/** Days up to today over which the list tells how long closing takes. */
export const closingTimesDays = 30;

const hourMs = 3_600_000;

/** Since it was opened, while no one closed it: from `warningMs` on it is ageing, from `overdueMs` on overdue. */
export const exceptionAges: Readonly<
  Record<ExceptionSeverity, { readonly warningMs: number; readonly overdueMs: number }>
> = {
  critical: { warningMs: hourMs, overdueMs: 4 * hourMs },
  high: { warningMs: 4 * hourMs, overdueMs: 24 * hourMs },
  medium: { warningMs: 12 * hourMs, overdueMs: 48 * hourMs },
  low: { warningMs: 24 * hourMs, overdueMs: 72 * hourMs },
};

export const exceptionAgeStates = ['fresh', 'ageing', 'overdue'] as const;
export type ExceptionAgeState = (typeof exceptionAgeStates)[number];

/** How urgent an item that is not closed has become. */
export function ageStateOf(
  severity: ExceptionSeverity,
  openedAtMs: number,
  nowMs: number,
): ExceptionAgeState {
  const { warningMs, overdueMs } = exceptionAges[severity];
  const ageMs = nowMs - openedAtMs;
  if (ageMs >= overdueMs) return 'overdue';
  return ageMs >= warningMs ? 'ageing' : 'fresh';
}

/** The severities of due rounds. */
export const missedSeverity: ExceptionSeverity = 'high';
export const lateSeverity: ExceptionSeverity = 'low';

/** Half of the checkpoints is the least that still counts as a round cut short. */
export function incompleteSeverity(scanned: number, total: number): ExceptionSeverity {
  return scanned * 2 < total ? 'high' : 'medium';
}

const flagSeverities: Readonly<Record<TrustFlag, ExceptionSeverity>> = {
  forgedCode: 'critical',
  badSignature: 'critical',
  teleport: 'critical',
  wrongCode: 'high',
  unknownTag: 'high',
  outsideRadius: 'high',
  tooFast: 'high',
  burst: 'high',
  sharedDevice: 'high',
  methodNotAllowed: 'high',
  weakPosition: 'high',
  sharedCode: 'high',
  fromFuture: 'high',
  staleCode: 'high',
  retiredCode: 'medium',
  printedCode: 'medium',
  unsigned: 'medium',
  lostPhone: 'medium',
  formerSite: 'medium',
  sentLate: 'medium',
  clockSkew: 'medium',
  outOfOrder: 'medium',
  noCode: 'medium',
  unplanned: 'low',
  noPosition: 'low',
  poorAccuracy: 'low',
  typedCode: 'low',
  unsignedCode: 'low',
};

/** That of the gravest doubt. */
export function flaggedSeverity(flags: readonly TrustFlag[]): ExceptionSeverity {
  const ranks = flags.map((flag) => rankOf(flagSeverities[flag]));
  return exceptionSeverities[Math.max(1, ...ranks) - 1] ?? 'low';
}

/** As stored: 1 for the mildest. */
export function rankOf(severity: ExceptionSeverity): number {
  return exceptionSeverities.indexOf(severity) + 1;
}
