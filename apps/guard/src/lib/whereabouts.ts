// Where the phone is, watched while it matters so that a scan need not wait for it (FIELD-01).
import { useSyncExternalStore } from 'react';
import { knownPosition } from '@watchpost/domain/geo';
import { ageMs, deviceTime, type Moment } from './device-time.ts';

export interface Position {
  readonly latitude: number;
  readonly longitude: number;
  readonly accuracyMetres: number;
}

/** A fix that is older says where the guard was before. */
const freshMs = 20_000;
const waitMaxMs = 6_000;
const accuracyCapMetres = 100_000;

let last: { readonly fix: Position; readonly at: Moment } | null = null;
let isRefused = false;
const listeners = new Set<() => void>();

function setRefused(next: boolean): void {
  isRefused = next;
  for (const listener of listeners) listener();
}

/** Null for the fix of a phone that knows no position. */
function take({ coords }: GeolocationPosition): Position | null {
  setRefused(false);
  const { latitude, longitude, accuracy } = coords;
  const fix = knownPosition({ latitude, longitude, accuracyMetres: Math.min(accuracyCapMetres, accuracy) });
  if (fix !== null) last = { fix, at: deviceTime() };
  return fix;
}

const options: PositionOptions = { enableHighAccuracy: true, maximumAge: 0 };

/** Watches until the returned function is called. */
export function watchPosition(onFix: (fix: Position) => void = () => {}): () => void {
  if (!('geolocation' in navigator)) return () => {};
  const own = navigator.geolocation.watchPosition(
    (position) => {
      const fix = take(position);
      if (fix !== null) onFix(fix);
    },
    ({ code, PERMISSION_DENIED }) => setRefused(code === PERMISSION_DENIED),
    options,
  );
  return () => navigator.geolocation.clearWatch(own);
}

/** So often a phone is asked that says nothing by itself, as some do while they lie still. */
const askEveryMs = 2_000;

/** Reports each position of the phone, also while it lies still, until the returned function is called. */
export function followPosition(onFix: (fix: Position, at: Moment) => void): () => void {
  let isOver = false;
  const report = (fix: Position) => {
    if (!isOver) onFix(fix, deviceTime());
  };
  const stop = watchPosition(report);
  const timer = setInterval(() => {
    void askFix(askEveryMs).then((fix) => {
      if (fix !== null) report(fix);
    });
  }, askEveryMs);
  return () => {
    isOver = true;
    clearInterval(timer);
    stop();
  };
}

/** Whether the phone was told not to say where it is. */
export const usePositionRefused = (): boolean =>
  useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => isRefused,
  );

const freshFix = (): Position | null => (last !== null && ageMs(last.at) <= freshMs ? last.fix : null);

/** Where the phone is now; null when it does not know within some seconds: a scan is never held up for long. */
export async function positionNow(waitMs = waitMaxMs): Promise<Position | null> {
  return freshFix() ?? askFix(waitMs);
}

function askFix(waitMs: number): Promise<Position | null> {
  if (!('geolocation' in navigator)) return Promise.resolve(null);
  return new Promise((resolve) => {
    const timer = setTimeout(() => resolve(null), waitMs);
    navigator.geolocation.getCurrentPosition(
      (position) => {
        clearTimeout(timer);
        resolve(take(position));
      },
      () => {
        clearTimeout(timer);
        resolve(null);
      },
      { ...options, timeout: waitMs },
    );
  });
}
