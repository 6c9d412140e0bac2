// Clock times: of the field by the site's clock, of the connection by the viewer's.
import { timeFormat, wallClock } from './rounds/round-times.ts';
import { viewerTimeText } from './rounds/round-texts.ts';
import { viewerZone } from './viewer-zone.ts';

/** By the viewer's clock. */
export const clockText = (atMs: number): string => wallClock(atMs, viewerZone(), timeFormat());

interface SiteClockProps {
  readonly atMs: number;
  /** The site's; null where there is no site, for the viewer's own. */
  readonly zone: string | null;
  /** What is said with the time; the time alone unless given. */
  readonly write?: (time: string) => string;
  /** Day.js tokens; the clock alone unless given. */
  readonly format?: string;
}

/** The site's clock; the viewer's on hover. */
export function SiteClock({ atMs, zone, write, format = timeFormat() }: SiteClockProps) {
  const shownZone = zone ?? viewerZone();
  const time = wallClock(atMs, shownZone, format);
  return (
    <time dateTime={new Date(atMs).toISOString()} data-tip={viewerTimeText(atMs, shownZone)}>
      {write === undefined ? time : write(time)}
    </time>
  );
}
