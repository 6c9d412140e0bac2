// The site's clock: a phone's own clock and time zone may be set to anything.
import { type NotedBy, serverNowMs, serverTimeOf } from '../lib/device-time.ts';
import { clockTimeOfDay } from '../lib/times.ts';
import type { Phone } from './phone.ts';

/** Of the site of the duty, else of one of the guard's sites; the phone's own where none is known. */
function zoneOf({ plan, shift }: Pick<Phone, 'plan' | 'shift'>): string {
  const routes = plan?.routes ?? [];
  const own =
    shift.duty?.siteTimeZone ?? routes.find(({ siteId }) => siteId === shift.duty?.siteId)?.siteTimeZone;
  return own ?? routes[0]?.siteTimeZone ?? Intl.DateTimeFormat().resolvedOptions().timeZone;
}

/** When a moment by the phone's clock was at the site, with its day where that is not today. */
export const siteTime = (atMs: number, phone: Pick<Phone, 'plan' | 'shift'>, noted: NotedBy): string =>
  clockTimeOfDay(serverTimeOf(atMs, noted), serverNowMs(), zoneOf(phone));
