// Spans and places of a round in words.
import { isCalendarTime } from '@watchpost/domain/device-clock';
import { t } from '../labels.ts';
import { viewerZone } from '../viewer-zone.ts';
import { durationParts, wallClock } from './round-times.ts';

/** E.g. '1 h 5 min', '12 min', '4 min 30 s', '8 s': seconds only where they still matter. */
export function durationText(spanMs: number): string {
  const { hours, minutes, seconds } = durationParts(spanMs);
  if (hours > 0) return t('duration.hours', { hours, minutes });
  if (minutes === 0) return t('duration.seconds', { seconds });
  if (minutes >= 10 || seconds === 0) return t('duration.minutes', { minutes });
  return t('duration.minutesSeconds', { minutes, seconds });
}

/** What a hover over a site's time says: the same instant on the viewer's own clock. */
export function viewerTimeText(atMs: number, siteZone: string): string {
  const zone = viewerZone();
  return zone === siteZone
    ? t('rounds.siteTime', { zone })
    : t('rounds.viewerTime', { time: wallClock(atMs, zone), zone });
}

/** What a hover over a time says that is shown in some zone: the same instant by the site's clock, or by the viewer's. */
export function otherTimeText(atMs: number, shownZone: string, siteZone: string): string {
  if (shownZone === siteZone) return viewerTimeText(atMs, siteZone);
  return t('rounds.timeAtSite', { time: wallClock(atMs, siteZone), zone: siteZone });
}

/** What a phone's own clock said of a time that was put right, by the site's zone. */
export function phoneClockText(phoneAtMs: number, zone: string): string {
  if (!isCalendarTime(phoneAtMs)) return t('trust.phoneClockNone');
  return t('trust.phoneClock', { time: wallClock(phoneAtMs, zone) });
}

/** Latitude and longitude in degrees with the 5 decimals that tell metres apart. */
export function positionText(latitude: number, longitude: number): string {
  return `${latitude.toFixed(5)}, ${longitude.toFixed(5)}`;
}

/** A distance in whole metres. */
export function metresText(metres: number): string {
  return t('round.metres', { metres: Math.round(metres) });
}
