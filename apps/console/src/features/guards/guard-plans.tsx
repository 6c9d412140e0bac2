// When a guard is to be where, and what the guard reported that is still open.
import type { GuardDetails } from '@watchpost/contract/guards';
import { incidentTypeText } from '../../lib/incident-type.ts';
import { t } from '../../lib/labels.ts';
import { incidentHref, shiftHref } from '../../lib/record-links.ts';
import { SiteTime } from '../../lib/rounds/round-cells.tsx';
import { ListCard } from '../../records/list-card.tsx';
import { daysWords, hoursWords } from '../../records/week-words.ts';
import styles from './guard-details.module.css';

export function GuardShifts({ shifts }: Pick<GuardDetails, 'shifts'>) {
  return (
    <ListCard
      title={t('guards.shifts')}
      rows={shifts}
      none={t('guards.noShifts')}
      row={(shift) => (
        <>
          <a href={shiftHref(shift.id)}>{shift.name}</a>
          <span>{hoursWords(shift.fromMinute, shift.toMinute)}</span>
          <span className={styles.quiet}>{daysWords(shift.weekdays)}</span>
          <span className={styles.quiet}>{shift.siteName}</span>
        </>
      )}
    />
  );
}

export function GuardIncidents({ incidents }: Pick<GuardDetails, 'incidents'>) {
  return (
    <ListCard
      title={t('guards.incidents')}
      rows={incidents}
      none={t('guards.noIncidents')}
      row={(incident) => (
        <>
          <a href={incidentHref(incident.id, 'site')}>{incidentTypeText(incident.type)}</a>
          <SiteTime atMs={incident.reportedAtMs} zone={incident.siteTimeZone} hasAge />
          <span className={styles.quiet}>{incident.siteName}</span>
        </>
      )}
    />
  );
}
