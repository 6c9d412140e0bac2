// Whether tonight is fine, and where it is not (DASH-01, DASH-02). Each number on it opens the rows that it counts.
import type { Dashboard } from '@watchpost/contract/dashboard';
import { IconBroadcast, IconPrinter } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { PrintHead } from '../../lib/brand/print-head.tsx';
import { liveBoardPath } from '../../lib/pages.ts';
import { useSession } from '../../lib/current-session.ts';
import { t } from '../../lib/labels.ts';
import { LoadFailure } from '../../lib/load-failure.tsx';
import { PageActions } from '../../lib/page-actions.tsx';
import { useUrlSearch } from '../../lib/url-search.ts';
import { timeWords } from '../../records/record-time.ts';
import { Button, ButtonLink } from '../../ui/actions/button.tsx';
import { Card, CardNote } from '../../ui/display/card.tsx';
import { EmptyState } from '../../ui/display/empty-state.tsx';
import { Skeleton } from '../../ui/display/skeleton.tsx';
import { AttentionStrip } from './attention-strip.tsx';
import { DashboardFilters, rangeText } from './dashboard-filters.tsx';
import { type DashboardSearch, datesProblem, readDashboardSearch } from './dashboard-search.ts';
import { useFigures, useIncidentUpdates, useRanking, useTrend } from './dashboard.api.ts';
import styles from './dashboard.module.css';
import { FigureCards } from './figure-cards.tsx';
import { FirstSteps } from './first-steps.tsx';
import { GuardsCard, MissedCard, SitesCard } from './ranking-cards.tsx';
import { TrendCard } from './trend-card.tsx';
import { HoursCard, WeekCard } from './week-card.tsx';

export function DashboardPage() {
  const [raw, write] = useUrlSearch();
  const search = readDashboardSearch(raw);
  const isWhole = datesProblem(search) === null;
  const figures = useFigures(search, isWhole);
  useIncidentUpdates();
  const site = search.site === '' ? null : search.site;
  return (
    <div className={styles.page}>
      <PageActions>
        <Button icon={<IconPrinter size={16} aria-hidden />} onClick={() => window.print()}>
          {t('dashboard.print')}
        </Button>
        <ButtonLink
          href={`#/${liveBoardPath}${search.site === '' ? '' : `?site=${search.site}`}`}
          icon={<IconBroadcast size={16} aria-hidden />}
        >
          {t('shell.liveBoard')}
        </ButtonLink>
      </PageActions>
      <DashboardPrintHead search={search} />
      <div className={styles.head}>
        <DashboardFilters search={search} onChange={write} />
        <p className={styles.asOf} aria-live="off">
          {figures.data !== undefined && t('dashboard.asOf', { at: timeWords(figures.data.span.asOfMs) })}
        </p>
      </div>
      {!isWhole && <EmptyState title={t('rounds.dateMissing')} />}
      {isWhole && figures.error !== null && (
        <LoadFailure
          title={t('dashboard.failedTitle')}
          error={figures.error}
          onRetry={() => void figures.refetch()}
        />
      )}
      {isWhole && figures.data === undefined && figures.error === null && <Loading />}
      {isWhole && figures.data !== undefined && (
        <Figures figures={figures.data} search={search} site={site} isFormer={figures.isPlaceholderData} />
      )}
    </div>
  );
}

/** Nothing was walked and nothing could have been: the way to the first round. */
function isNew({ places: { sites, guards, checkpoints, routes }, rounds }: Dashboard): boolean {
  const hasAll = sites > 0 && guards > 0 && checkpoints > 0 && routes > 0;
  const walked = rounds === null ? 0 : rounds.now.completed + rounds.now.incompleted + rounds.now.inProgress;
  return !hasAll && walked === 0;
}

interface FiguresProps {
  readonly figures: Dashboard;
  readonly search: DashboardSearch;
  readonly site: string | null;
  /** They are still those of what was chosen before. */
  readonly isFormer: boolean;
}

function Figures({ figures, search, site, isFormer }: FiguresProps) {
  if (isNew(figures)) return <FirstSteps places={figures.places} />;
  return (
    <>
      <Shown isFormer={isFormer}>
        <AttentionStrip figures={figures} site={site} />
        <FigureCards figures={figures} site={site} />
      </Shown>
      <Charts search={search} site={site} hasRounds={figures.rounds !== null} />
    </>
  );
}

interface ShownProps {
  readonly isFormer: boolean;
  readonly children: ReactNode;
}

/** What was asked for before fades and opens nothing: the page says another site or other days already. */
function Shown({ isFormer, children }: ShownProps) {
  return (
    <div className={styles.shown} inert={isFormer} aria-busy={isFormer}>
      {children}
    </div>
  );
}

interface ChartsProps {
  readonly search: DashboardSearch;
  readonly site: string | null;
  readonly hasRounds: boolean;
}

function Charts({ search, site, hasRounds }: ChartsProps) {
  const trend = useTrend(search, hasRounds);
  const ranking = useRanking(search, true);
  return (
    <>
      {hasRounds && (
        <Part query={trend} title={t('dashboard.trend')}>
          {(data) => <TrendCard trend={data} site={site} />}
        </Part>
      )}
      <Part query={ranking} title={t('dashboard.sites')}>
        {(data) => (
          <>
            <SitesCard ranking={data} site={site} />
            <div className={styles.pair}>
              <MissedCard ranking={data} site={site} />
              <GuardsCard ranking={data} site={site} />
            </div>
          </>
        )}
      </Part>
      {trend.data !== undefined && (
        <Shown isFormer={trend.isPlaceholderData}>
          <div className={styles.week}>
            <WeekCard trend={trend.data} site={site} />
            <HoursCard trend={trend.data} site={site} />
          </div>
        </Shown>
      )}
    </>
  );
}

interface PartProps<Data> {
  readonly query: {
    readonly data: Data | undefined;
    readonly error: Error | null;
    readonly isPlaceholderData: boolean;
    readonly refetch: () => unknown;
  };
  readonly title: string;
  readonly children: (data: Data) => ReactNode;
}

function Part<Data>({ query, title, children }: PartProps<Data>) {
  const { data, error, isPlaceholderData, refetch } = query;
  if (data !== undefined) return <Shown isFormer={isPlaceholderData}>{children(data)}</Shown>;
  return (
    <Card title={title} isFlush>
      {error === null ? (
        <div className={styles.waiting}>
          <Skeleton height={220} />
        </div>
      ) : (
        <CardNote>
          {t('dashboard.failed', { reason: error.message })}{' '}
          <Button size="small" onClick={() => refetch()}>
            {t('rounds.retry')}
          </Button>
        </CardNote>
      )}
    </Card>
  );
}

function Loading() {
  return (
    <div className={styles.page} aria-busy>
      <Skeleton height={44} />
      <div className={styles.figures}>
        {['one', 'two', 'three'].map((id) => (
          <div key={id} className={styles.stack}>
            <Skeleton height={308} />
            <Skeleton height={218} />
          </div>
        ))}
      </div>
      <Skeleton height={300} />
    </div>
  );
}

/** Of which site and days it is. */
function DashboardPrintHead({ search }: { readonly search: DashboardSearch }) {
  const sites = useSession((session) => session.sites());
  const ownSite = useSession((session) => session.user()?.siteName ?? '');
  const chosen = sites?.find(({ value }) => value !== '' && value === search.site)?.label;
  const site = chosen ?? (ownSite === '' ? t('dashboard.allSites') : ownSite);
  const range = search.range === 'custom' ? `${search.from} – ${search.to}` : rangeText(search.range);
  return <PrintHead lines={[site, range]} />;
}
