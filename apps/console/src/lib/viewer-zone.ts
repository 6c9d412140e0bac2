// The viewer's own time zone. Asking the browser builds a formatter each time, which a list would do for each of its times.
import { currentZoneName } from '@watchpost/domain/zone-names';

const recheckMs = 10_000;
let zone = '';
let askedAtMs = Number.NEGATIVE_INFINITY;

/** IANA name of the viewer's zone; one that the machine changes is followed within ten seconds. */
export function viewerZone(): string {
  const nowMs = performance.now();
  if (nowMs - askedAtMs >= recheckMs) {
    zone = currentZoneName(Intl.DateTimeFormat().resolvedOptions().timeZone);
    askedAtMs = nowMs;
  }
  return zone;
}
