// How long ago something was recorded, by all that a phone knows of its clocks: what it sends beside the time that its own
// clock told then, so that a clock which was set in between spoils nothing (TRUTH-02).
import { type DeviceTime, partedMs, sleepMaxMs } from './device-time.ts';

const isSame = (oneMs: number, otherMs: number): boolean => Math.abs(oneMs - otherMs) <= partedMs;

/** Null where nothing tells better than the phone's clock as it stands; milliseconds. */
export function recordAgeMs(at: DeviceTime, now: DeviceTime): number | null {
  const wallMs = now.wallMs - at.wallMs;
  const ranMs = at.startId === now.startId ? now.runningMs - at.runningMs : null;
  const byServer = agesByServer(at, now);
  if (ranMs !== null && [wallMs, ...byServer].some((ms) => isSame(ms, ranMs))) return ranMs;
  const leastMs = (ranMs ?? 0) - partedMs;
  const mostMs = ranMs === null ? Number.POSITIVE_INFINITY : ranMs + sleepMaxMs;
  const possible = byServer.find((ms) => ms >= leastMs && ms <= mostMs);
  if (possible !== undefined) return Math.max(0, possible);
  // The running clock may stand still while the phone sleeps, and never goes ahead.
  const isSet = ranMs !== null && (wallMs < ranMs || wallMs - ranMs > sleepMaxMs);
  return isSet ? ranMs : null;
}

/** Whether the server's time, asked for now, would tell more of the record's age. */
export const isAgeOpen = (at: DeviceTime, now: DeviceTime): boolean =>
  !isSure(now) &&
  at.offsetMs !== null &&
  !(at.startId === now.startId && isSame(now.wallMs - at.wallMs, now.runningMs - at.runningMs));

const isSure = ({ offsetMs, gainedMs }: DeviceTime): boolean =>
  offsetMs !== null && typeof gainedMs === 'number' && isSame(gainedMs, 0);

/** What the server's clock says of it, the likeliest first; none where it is not known how far off the phone's was. */
function agesByServer(at: DeviceTime, now: DeviceTime): number[] {
  const { gainedMs = null } = at;
  if (!isSure(now) || at.offsetMs === null) return [];
  const asNotedMs = now.wallMs + (now.offsetMs ?? 0) - (at.wallMs + at.offsetMs);
  // Whether the clock was set since a start of before is not known.
  if (gainedMs === null || isSame(gainedMs, 0)) return [asNotedMs];
  // A clock that gained was set on, or its phone slept; one that lost was set back.
  return gainedMs > 0 ? [asNotedMs, asNotedMs + gainedMs] : [asNotedMs + gainedMs];
}
