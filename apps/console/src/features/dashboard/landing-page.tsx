// Where sign-in lands until the dashboard is built: a greeting and the rounds, counted exactly, a step away.
import { listScannedCheckpoints } from '@watchpost/contract/scanned-checkpoints';
import { useQuery } from '@tanstack/react-query';
import { IconArrowRight } from '@tabler/icons-react';
import { useState } from 'react';
import { call } from '../../lib/api-client.ts';
import { useSession } from '../../lib/current-session.ts';
import { currentLocale, t } from '../../lib/labels.ts';
import { calendarDay } from '../../lib/today.ts';
import { Skeleton } from '../../ui/display/skeleton.tsx';
import styles from './landing-page.module.css';

interface Span {
  readonly id: string;
  readonly title: string;
  readonly text: string;
  readonly from?: string;
  readonly to?: string;
}

function spansAt(nowMs: number): Span[] {
  const [today, yesterday, weekStart] = [0, 1, 6].map((daysAgo) => calendarDay(nowMs, daysAgo));
  return [
    { id: 'today', title: t('landing.today'), text: t('landing.todayText'), from: today, to: today },
    {
      id: 'yesterday',
      title: t('landing.yesterday'),
      text: t('landing.yesterdayText'),
      from: yesterday,
      to: yesterday,
    },
    { id: 'week', title: t('landing.week'), text: t('landing.weekText'), from: weekStart, to: today },
    { id: 'all', title: t('landing.all'), text: t('landing.allText') },
  ];
}

function SpanCard({ span }: { span: Span }) {
  const { from, to } = span;
  const { data, isPending } = useQuery({
    queryKey: ['landing-rounds', from, to],
    queryFn: ({ signal }) =>
      call(listScannedCheckpoints, { query: { from, to, limit: 1 }, signal, explainedBy: 'caller' }),
  });
  const dates =
    from === undefined || to === undefined ? '' : `?${new URLSearchParams({ from, to }).toString()}`;
  return (
    <a className={styles.card} href={`#/patrolling-reports/scanned-checkpoints${dates}`}>
      <span className={styles.cardTitle}>{span.title}</span>
      <span className={styles.count}>
        {data !== undefined && data.count.toLocaleString(currentLocale())}
        {isPending && <Skeleton width={72} height={28} />}
        {data === undefined && !isPending && '–'}
      </span>
      <span className={styles.cardText}>
        {span.text}
        <IconArrowRight size={16} aria-hidden />
      </span>
    </a>
  );
}

function Sight() {
  const user = useSession((session) => session.user());
  const sites = useSession((session) => session.sites());
  if (user?.siteName) return t('landing.site', { site: user.siteName });
  // The first entry is 'Select Site'.
  return sites === undefined ? null : t('landing.allSites', { count: Math.max(0, sites.length - 1) });
}

export function LandingPage() {
  const firstName = useSession((session) => session.user()?.firstName ?? '');
  const mayViewRounds = useSession((session) => session.canView('SCANNED_CHECKPOINTS'));
  const [openedAtMs] = useState(Date.now);
  const spans = spansAt(openedAtMs);
  return (
    <div className={styles.page}>
      <div className={styles.hello}>
        <h2>{t('landing.hello', { name: firstName })}</h2>
        <p>
          <Sight />
        </p>
      </div>
      {mayViewRounds && (
        <section aria-labelledby="landing-rounds">
          <h2 id="landing-rounds" className={styles.sectionTitle}>
            {t('landing.rounds')}
          </h2>
          <div className={styles.cards}>
            {spans.map((span) => (
              <SpanCard key={span.id} span={span} />
            ))}
          </div>
        </section>
      )}
      <p className={styles.note}>{mayViewRounds ? t('landing.notBuilt') : t('landing.notBuiltAlone')}</p>
    </div>
  );
}
