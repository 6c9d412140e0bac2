import { DateAndTime } from '../../lib/date-and-time.tsx';
import { wallClock } from '../../lib/rounds/round-times.ts';
import { viewerTimeText } from '../../lib/rounds/round-texts.ts';
import { useShownZone } from '../../lib/rounds/shown-zone.ts';
import { viewerZone } from '../../lib/viewer-zone.ts';
import styles from './audit-log-page.module.css';
import { zoneText } from './audit-texts.ts';

/** By the clock that the log goes by, with its name; the viewer's own on hover where that is another. */
export function EntryTime({ atMs }: { readonly atMs: number }) {
  const own = viewerZone();
  const zone = useShownZone(own);
  return (
    <span data-tip={zone === own ? undefined : viewerTimeText(atMs, zone)}>
      <DateAndTime text={wallClock(atMs, zone)} />{' '}
      <span className={styles.quiet}>{zoneText(atMs, zone)}</span>
    </span>
  );
}
