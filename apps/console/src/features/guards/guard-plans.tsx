// When a guard is to be where, and what the guard reported that is still open.
import type { GuardDetails } from '@watchpost/contract/guards';
import { currentLocale, t } from '../../lib/labels.ts';
import { SiteTime } from '../../lib/rounds/round-cells.tsx';
import { Card } from '../../ui/display/card.tsx';
import styles from './guard-details.module.css';
import { Hidden } from './guard-rounds.tsx';

export function GuardShifts({ shifts }: Pick<GuardDetails, 'shifts'>) {
  const title = t('guards.shifts');
  if (shifts === null) return <Hidden title={title} />;
  return (
    <Card title={title} isFlush={shifts.length > 0}>
      {shifts.length === 0 && <p className={styles.quiet}>{t('guards.noShifts')}</p>}
      <ul className={styles.plans}>
        {shifts.map((shift) => (
          <li key={shift.id}>
            <a href={`#/manage-shifts?searchText=${encodeURIComponent(shift.name)}`}>{shift.name}</a>
            <span>
              {clock(shift.fromMinute)} - {clock(shift.toMinute)}
            </span>
            <span className={styles.quiet}>
              {shift.weekdays.map(weekday).join(' ')} {shift.siteName}
            </span>
          </li>
        ))}
      </ul>
    </Card>
  );
}

const clock = (minute: number): string =>
  `${String(Math.floor(minute / 60)).padStart(2, '0')}:${String(minute % 60).padStart(2, '0')}`;

/** 1 is Sunday; 7 January 2024 was one. */
function weekday(number: number): string {
  const day = new Date(Date.UTC(2024, 0, 6 + number));
  return new Intl.DateTimeFormat(currentLocale(), { weekday: 'short', timeZone: 'UTC' }).format(day);
}

export function GuardIncidents({ incidents }: Pick<GuardDetails, 'incidents'>) {
  const title = t('guards.incidents');
  if (incidents === null) return <Hidden title={title} />;
  return (
    <Card title={title} isFlush={incidents.length > 0}>
      {incidents.length === 0 && <p className={styles.quiet}>{t('guards.noIncidents')}</p>}
      <ul className={styles.plans}>
        {incidents.map((incident) => (
          <li key={incident.id}>
            <a href={`#/manage-incidents/incident-details?id=${incident.id}`}>{incident.type}</a>
            <SiteTime atMs={incident.reportedAtMs} zone={incident.siteTimeZone} hasAge />
            <span className={styles.quiet}>{incident.siteName}</span>
          </li>
        ))}
      </ul>
    </Card>
  );
}
