// How a round's time and status look, in the table, the preview and the page of a round.
import type { RoundRow } from '@watchpost/contract/scanned-checkpoints';
import { roundStatus, statusText } from '@watchpost/domain/round-status';
import { IconProgress } from '@tabler/icons-react';
import { DateAndTime } from '../date-and-time.tsx';
import { t, translate } from '../labels.ts';
import { VisuallyHidden } from '../../ui/display/visually-hidden.tsx';
import { StatusBadge } from '../../ui/display/status-badge.tsx';
import { Age } from './age.tsx';
import styles from './round-cells.module.css';
import { roundMeanings } from './round-meanings.ts';
import { daysBetween, timeFormat, wallClock } from './round-times.ts';
import { otherTimeText, phoneClockText } from './round-texts.ts';
import { useShownZone } from './shown-zone.ts';

/** First name, and last name if there is one (REP-01). */
export const guardName = (round: RoundRow): string => `${round.scannedBy} ${round.scannedByLastName}`.trim();

interface SiteTimeProps {
  /** Epoch milliseconds. */
  readonly atMs: number;
  /** The site's zone. */
  readonly zone: string;
  readonly hasAge?: boolean;
  /** Day.js tokens; date and time unless given. */
  readonly format?: string;
  /** What the phone's own clock said, where it was not taken at its word. */
  readonly phoneAtMs?: number | null;
  /** When it arrived, where it was sent late. */
  readonly lateAtMs?: number | null;
}

/**
 * The wall clock of the site, or of the zone that the report goes by; the other one on hover; how long ago beside it, what a phone said whose clock was wrong, and when it
 * arrived where that was late.
 */
export function SiteTime({
  atMs,
  zone: siteZone,
  hasAge = false,
  format,
  phoneAtMs = null,
  lateAtMs = null,
}: SiteTimeProps) {
  const zone = useShownZone(siteZone);
  return (
    <span className={styles.time}>
      <time dateTime={new Date(atMs).toISOString()} data-tip={otherTimeText(atMs, zone, siteZone)}>
        <DateAndTime text={wallClock(atMs, zone, format)} />
      </time>
      {hasAge && (
        <>
          {' '}
          <Age atMs={atMs} className={styles.age} />
        </>
      )}
      {phoneAtMs !== null && (
        <>
          {' '}
          <span className={styles.phone}>{phoneClockText(phoneAtMs, zone)}</span>
        </>
      )}
      {lateAtMs !== null && (
        <>
          {' '}
          <span className={styles.late}>{t('trust.sentLateAt', { time: wallClock(lateAtMs, zone) })}</span>
        </>
      )}
    </span>
  );
}

interface EndOfProps {
  readonly startMs: number;
  readonly endMs: number;
  readonly zone: string;
}

/** The later of two times that stand in one row: the clock alone, with the days that passed at midnight. */
export function EndOf({ startMs, endMs, zone: siteZone }: EndOfProps) {
  const zone = useShownZone(siteZone);
  const days = daysBetween(startMs, endMs, zone);
  return (
    <time
      dateTime={new Date(endMs).toISOString()}
      data-tip={`${wallClock(endMs, zone)}. ${otherTimeText(endMs, zone, siteZone)}`}
    >
      {wallClock(endMs, zone, timeFormat())}
      {days > 0 && (
        <>
          {' '}
          <span className={styles.age}>{t('rounds.daysLater', { days })}</span>
        </>
      )}
    </time>
  );
}

/** Icon and word of a status code; nothing for a code that no one knows (REP-08). */
export function RoundStatus({ code }: { readonly code: number }) {
  const productLabel = translate(statusText(code));
  if (productLabel === '') return null;
  if (code === roundStatus.inProgress) {
    return (
      <StatusBadge
        meaning={roundMeanings.inProgress}
        icon={<IconProgress size={14} stroke={2} aria-hidden />}
      >
        {productLabel}
      </StatusBadge>
    );
  }
  const { completed, incompleted } = roundMeanings;
  return (
    <StatusBadge meaning={code === roundStatus.completed ? completed : incompleted}>
      {productLabel}
    </StatusBadge>
  );
}

interface ScannedProps {
  readonly scanned: number;
  /** Null where it is not known how many were planned. */
  readonly total: number | null;
}

/** Scanned checkpoints out of the planned ones. */
export function ScannedOf({ scanned, total }: ScannedProps) {
  if (total === null) {
    return (
      <span className={styles.scanned} title={t('rounds.noPlan')}>
        {scanned}
        <span className={styles.total} aria-hidden>
          {' '}
          / –
        </span>
        <VisuallyHidden>{`. ${t('rounds.noPlan')}`}</VisuallyHidden>
      </span>
    );
  }
  return (
    <span className={styles.scanned}>
      {scanned}
      <span className={styles.total}> / {total}</span>
    </span>
  );
}
