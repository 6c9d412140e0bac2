// How far a scan and a round are to be trusted, from 100 (nothing to doubt) to 0. More doubts never raise it.
import { trustFlags, type TrustFlag } from './trust.ts';
import type { TrustSettings } from './trust-thresholds.ts';

export const fullTrust = 100;

/**
 * Points that a doubt takes: 50 and more where an honest guard hardly comes by it, 25 to 45 where somebody has to look,
 * up to 20 what happens to honest guards every day.
 */
export const trustWeights: Readonly<Record<TrustFlag, number>> = {
  forgedCode: 60,
  badSignature: 60,
  lostPhone: 60,
  teleport: 60,
  fromFuture: 60,
  sharedCode: 50,
  methodNotAllowed: 50,
  weakPosition: 40,
  wrongCode: 50,
  unknownTag: 50,
  sharedDevice: 40,
  outsideRadius: 40,
  tooFast: 35,
  staleCode: 35,
  burst: 30,
  retiredCode: 25,
  printedCode: 20,
  formerSite: 20,
  sentLate: 20,
  unsigned: 20,
  noCode: 20,
  clockSkew: 15,
  outOfOrder: 15,
  unplanned: 10,
  noPosition: 10,
  typedCode: 10,
  poorAccuracy: 5,
  unsignedCode: 5,
};

/** Each further scan of a round with the same doubt takes this part of its points, up to twice the points in all. */
const repeatedPart = 0.25;
const repeatedMost = 2;

/** Doubt -> how many scans have it. */
export type FlagCounts = ReadonlyMap<TrustFlag, number>;

export function scoreOfScan(flags: readonly TrustFlag[]): number {
  return scoreOfRound(new Map(flags.map((flag) => [flag, 1])));
}

/** Never above that of any of its scans. */
export function scoreOfRound(counts: FlagCounts): number {
  let taken = 0;
  for (const [flag, scans] of counts) {
    if (scans > 0) {
      taken += trustWeights[flag] * Math.min(repeatedMost, 1 + (scans - 1) * repeatedPart);
    }
  }
  return Math.max(0, Math.floor(fullTrust - taken));
}

export function countFlags(flagsOfScans: Iterable<readonly TrustFlag[]>): FlagCounts {
  const counts = new Map<TrustFlag, number>();
  for (const flags of flagsOfScans) {
    for (const flag of new Set(flags)) counts.set(flag, (counts.get(flag) ?? 0) + 1);
  }
  return counts;
}

/** In their own order. */
export const flagsIn = (counts: FlagCounts): TrustFlag[] =>
  counts.size === 0 ? [] : trustFlags.filter((flag) => counts.has(flag));

/** Whether somebody has to look at the round. */
export function needsCheck(counts: FlagCounts, { scoreMin, alwaysFlags }: TrustSettings): boolean {
  return scoreOfRound(counts) < scoreMin || alwaysFlags.some((flag) => counts.has(flag));
}
