// The phone's two clocks and how far the first is from the server's (FIELD-02).

export interface DeviceTime {
  /** Epoch milliseconds, as the phone's clock says it. */
  readonly wallMs: number;
  /** Since this page or worker started: no one can set it. */
  readonly runningMs: number;
  /** Names the start that runningMs counts from. */
  readonly startId: string;
  /** The server's clock minus the phone's when the server was last heard of; null before that. */
  readonly offsetMs: number | null;
  /**
   * By how much the phone's clock has gained on the running one since offsetMs was noted: it was set since, or the phone slept.
   * Null where that was noted before this start; what an older app kept has none.
   */
  readonly gainedMs?: number | null;
}

/** How far the phone's clock was from the server's when a time was noted by it. */
export interface NotedBy {
  /** Null where that was not known; what an older app kept has none. */
  readonly offsetMs?: number | null;
  /** See DeviceTime. */
  readonly gainedMs?: number | null;
}

const startId = Math.random().toString(36).slice(2);
let offsetMs: number | null = null;
/** Null for an offset of before this start. */
let notedAt: Moment | null = null;

export function deviceTime(): DeviceTime {
  const now = { wallMs: Date.now(), runningMs: Math.round(performance.now()) };
  return { ...now, startId, offsetMs, gainedMs: notedAt === null ? null : gainedMs(notedAt, now) };
}

export type Moment = Pick<DeviceTime, 'wallMs' | 'runningMs'>;

/**
 * How long ago that was, by whichever clock says longer: the running one may stand still while the phone sleeps. Longer than
 * anything where the phone's clock was set back since.
 */
export function ageMs(at: Moment, now: Moment = deviceTime()): number {
  const wallMs = now.wallMs - at.wallMs;
  return wallMs < 0 ? Number.POSITIVE_INFINITY : Math.max(wallMs, now.runningMs - at.runningMs);
}

/** The two clocks of a phone that is awake never part by as much, unless somebody sets the one. */
export const partedMs = 2_000;

/** What the phone's clock has gained on the running one between two moments of one start. */
const gainedMs = (one: Moment, other: Moment): number =>
  other.wallMs - one.wallMs - (other.runningMs - one.runningMs);

const havePartedBetween = (one: Moment, other: Moment): boolean => Math.abs(gainedMs(one, other)) > partedMs;

/**
 * A server's time that lay between the asking and the answer. One between which the phone's clock was set, or the phone slept,
 * tells nothing, and all stays as it was.
 */
export function setServerTime(serverMs: number, asked: Moment, answered: Moment): number | null {
  if (!havePartedBetween(asked, answered)) {
    offsetMs = Math.round(serverMs - (asked.wallMs + answered.wallMs) / 2);
    notedAt = answered;
  }
  return offsetMs;
}

const lookEveryMs = 1_000;

/** Tells whenever somebody has set the phone's clock, or the phone has slept: only the server can say which. */
export function followClock(onParted: () => void): void {
  let before: Moment = deviceTime();
  setInterval(() => {
    const now = deviceTime();
    const isParted = havePartedBetween(before, now);
    before = now;
    if (isParted) onParted();
  }, lookEveryMs);
}

export function restoreOffset(ms: number | null): void {
  offsetMs ??= ms;
}

/** No phone sleeps for longer with an app open: its battery does not last. */
export const sleepMaxMs = 14 * 24 * 3_600_000;

/**
 * The server's clock minus the phone's, as well as it is known without asking: what the phone's clock has lost on the running one,
 * or gained beyond all sleep, somebody has set it by.
 */
export function likelyOffsetMs({
  offsetMs: notedMs = null,
  gainedMs: gained = null,
}: NotedBy): number | null {
  if (notedMs === null || gained === null) return notedMs;
  return gained < -partedMs || gained > sleepMaxMs ? notedMs - gained : notedMs;
}

/** To be added to a time of the phone. */
export const clockOffsetMs = (): number => likelyOffsetMs(deviceTime()) ?? 0;

/** By the server's clock, when it was that the phone noted; somebody may have set the phone's clock since. */
export const serverTimeOf = (wallMs: number, noted: NotedBy): number =>
  wallMs + (likelyOffsetMs(noted) ?? clockOffsetMs());

/** By the server's clock, as well as it is known. */
export const serverNowMs = (): number => Date.now() + clockOffsetMs();
