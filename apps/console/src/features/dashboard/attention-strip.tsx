// What needs a hand now, first of all; or that nothing does.
import type { Dashboard } from '@watchpost/contract/dashboard';
import { dueLink, exceptionsLink, type FigureLink, incidentsLink } from '@watchpost/contract/dashboard-links';
import { t } from '../../lib/labels.ts';
import { MeaningIcon } from '../../ui/display/meaning-icon.tsx';
import type { Meaning } from '../../ui/theme/theme.ts';
import styles from './dashboard.module.css';
import { hrefOf } from './figure-links.ts';
import { count } from './figure-words.ts';

interface Call {
  readonly id: string;
  readonly meaning: Meaning;
  readonly value: number;
  readonly words: string;
  readonly link: FigureLink;
}

function callsOf(figures: Dashboard, site: string | null): Call[] {
  const place = { span: figures.span, site };
  const { due, incidents, exceptions } = figures;
  const calls: (Call | null)[] = [
    incidents && {
      id: 'critical',
      meaning: 'missed',
      value: incidents.critical,
      words: t('dashboard.call.critical', { count: incidents.critical }),
      link: incidentsLink(place, { state: 'open', severity: 'critical' }),
    },
    incidents && {
      id: 'new',
      meaning: 'late',
      value: incidents.New,
      words: t('dashboard.call.new', { count: incidents.New }),
      link: incidentsLink(place, { state: 'New' }),
    },
    due && {
      id: 'missed',
      meaning: 'missed',
      value: due.now.missed,
      words: t('dashboard.call.missed', { count: due.now.missed }),
      link: dueLink(place, 'missed'),
    },
    due && {
      id: 'waiting',
      meaning: 'unknown',
      value: due.now.waiting,
      words: t('dashboard.call.waiting', { count: due.now.waiting }),
      link: dueLink(place, 'waiting'),
    },
  ];
  const overdue = exceptionsLink(place, 'overdue');
  if (exceptions !== null && overdue !== null) {
    const words = t('dashboard.call.overdue', { count: exceptions.overdue });
    calls.push({ id: 'overdue', meaning: 'late', value: exceptions.overdue, words, link: overdue });
  }
  return calls.flatMap((each) => (each === null || each.value === 0 ? [] : [each]));
}

interface StripProps {
  readonly figures: Dashboard;
  readonly site: string | null;
}

export function AttentionStrip({ figures, site }: StripProps) {
  const calls = callsOf(figures, site);
  const isCalm = calls.every(({ meaning }) => meaning === 'unknown');
  return (
    <section
      className={styles.strip}
      aria-label={t('dashboard.attention')}
      data-is-calm={isCalm || undefined}
    >
      {isCalm && (
        <p className={styles.calm}>
          <MeaningIcon meaning="good" sizePx={20} />
          {t('dashboard.calm')}
        </p>
      )}
      {calls.map(({ id, meaning, value, words, link }) => (
        <a key={id} href={hrefOf(link)} className={styles.call} data-meaning={meaning}>
          <MeaningIcon meaning={meaning} sizePx={20} />
          <strong>{count(value)}</strong>
          <span>{words}</span>
        </a>
      ))}
    </section>
  );
}
