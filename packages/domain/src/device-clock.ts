// What a device's clock is worth: the time by which everything from the field goes, whatever that clock said (TRUTH-02, TRUTH-03).
import type { TrustFlag } from './trust.ts';

/** A clock that is off by no more is taken at its word; and nothing happens later than so long after it arrived. */
export const clockErrorMaxMs = 120_000;

/** The year 2000: what seems to have happened earlier has a clock that tells no time. */
export const earliestTimeMs = 946_684_800_000;

/** As a device sends it. All times are epoch milliseconds, and the device's may be any whole number. */
export interface SentTime {
  /** When it happened, by the device's clock. */
  readonly deviceAtMs: number;
  /** By the device's clock, when it sent. */
  readonly sentAtMs: number;
  readonly receivedAtMs: number;
  /** How long before it was sent it happened, by all that the device knows; apps of before do not say. */
  readonly ageMs?: number | undefined;
}

export interface FieldTime {
  /** By which everything goes: lists, days, due rounds, duties, evidence. Never later than clockErrorMaxMs after arrival. */
  readonly atMs: number;
  /** What the device's clock said, where it was not taken at its word; else null. */
  readonly phoneAtMs: number | null;
  /** The device's clock minus the server's when it happened, as far as that is known. */
  readonly clockSkewMs: number;
  /** By the server's clock to the second, as well as it can be known; never after it arrived. */
  readonly happenedAtMs: number;
  /** Nothing tells when it happened but its arrival. */
  readonly isDatedByArrival: boolean;
  /** It claims to have happened after it arrived; it is dated by its arrival. */
  readonly isFromFuture: boolean;
}

export function fieldTimeOf({ deviceAtMs, sentAtMs, receivedAtMs, ageMs }: SentTime): FieldTime {
  const clockSkewMs =
    ageMs === undefined
      ? clockErrorOf(sentAtMs, receivedAtMs)
      : clockErrorOf(deviceAtMs, receivedAtMs - ageMs);
  const atMs = deviceAtMs - correctionOf(clockSkewMs);
  if (atMs > receivedAtMs + clockErrorMaxMs) {
    return { ...datedByArrival(deviceAtMs, receivedAtMs), clockSkewMs, isFromFuture: true };
  }
  if (atMs < earliestTimeMs) {
    const leastMs = clockErrorOf(deviceAtMs, receivedAtMs);
    const largerMs = Math.abs(leastMs) > Math.abs(clockSkewMs) ? leastMs : clockSkewMs;
    return { ...datedByArrival(deviceAtMs, receivedAtMs), clockSkewMs: largerMs, isFromFuture: false };
  }
  return {
    atMs,
    phoneAtMs: Math.abs(clockSkewMs) > clockErrorMaxMs ? deviceAtMs : null,
    clockSkewMs,
    happenedAtMs: Math.min(deviceAtMs - clockSkewMs, receivedAtMs),
    isDatedByArrival: false,
    isFromFuture: false,
  };
}

/**
 * An error that is taken for none is left as it is, and one of twice as much or more is taken off. In between that is done by
 * degrees: networks take their time, so the error of one phone is measured a little differently with every upload, and what it
 * tells must keep its order.
 */
function correctionOf(clockSkewMs: number): number {
  const size = Math.abs(clockSkewMs);
  if (size <= clockErrorMaxMs) return 0;
  return Math.sign(clockSkewMs) * Math.min(size, 2 * (size - clockErrorMaxMs));
}

/** What everything from the field is flagged with for its time, whatever it is. */
export const flagsOfTime = ({ isFromFuture }: Pick<FieldTime, 'isFromFuture'>): readonly TrustFlag[] =>
  isFromFuture ? ['fromFuture'] : [];

const datedByArrival = (phoneAtMs: number, receivedAtMs: number) => ({
  atMs: receivedAtMs,
  phoneAtMs,
  happenedAtMs: receivedAtMs,
  isDatedByArrival: true,
});

/** A device's clock minus the server's at one moment, as a number that every language holds whole. */
export const clockErrorOf = (deviceMs: number, serverMs: number): number =>
  Math.max(Number.MIN_SAFE_INTEGER, Math.min(Number.MAX_SAFE_INTEGER, deviceMs - serverMs));

/** A time as it is stored. */
export interface StoredTime {
  /** By which everything goes. */
  readonly deviceAtMs: number;
  /** Null where the device's clock was taken at its word, and for what came before that was asked. */
  readonly phoneAtMs?: number | null;
  /** Null where it is not known. */
  readonly clockSkewMs: number | null;
}

/** By the server's clock to the second, as well as it can be known. */
export const serverTimeOf = (stored: StoredTime): number =>
  isDatedByArrival(stored) ? stored.deviceAtMs : byItsError(stored);

/** The error of its device's clock says nothing of when it happened: that clock was set since, or told no time. */
export const isDatedByArrival = (stored: StoredTime): boolean =>
  typeof stored.phoneAtMs === 'number' && Math.abs(byItsError(stored) - stored.deviceAtMs) > clockErrorMaxMs;

const byItsError = (stored: StoredTime): number => phoneTimeOf(stored) - (stored.clockSkewMs ?? 0);

/** What the device's own clock said. */
export const phoneTimeOf = ({ deviceAtMs, phoneAtMs = null }: Omit<StoredTime, 'clockSkewMs'>): number =>
  phoneAtMs ?? deviceAtMs;

/** From the year 1 to 9999: what a clock says beyond is no date that people write. */
export const isCalendarTime = (ms: number): boolean => ms >= -62_135_596_800_000 && ms < 253_402_300_800_000;

export interface ShownTime {
  /** By the server's clock where the device's was wrong. */
  readonly atMs: number;
  /** What the device's clock said, where it was wrong. */
  readonly phoneAtMs: number | null;
}

/** A time to be shown, also of a record that was stored by its device's clock before times were put right. */
export function shownTimeOf({ deviceAtMs, phoneAtMs = null, clockSkewMs }: StoredTime): ShownTime {
  const isOfBefore = phoneAtMs === null && Math.abs(clockSkewMs ?? 0) > clockErrorMaxMs;
  if (!isOfBefore) return { atMs: deviceAtMs, phoneAtMs };
  return { atMs: deviceAtMs - (clockSkewMs ?? 0), phoneAtMs: deviceAtMs };
}
