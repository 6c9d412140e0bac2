import type { RoundDetails } from '@watchpost/contract/scanned-checkpoints';
import { id as idSchema } from '@watchpost/contract/values';
import { roundStatus } from '@watchpost/domain/round-status';
import { useLocation } from '@tanstack/react-router';
import { IconArrowLeft, IconMapOff, IconRoute } from '@tabler/icons-react';
import { type ReactNode, useMemo, useState } from 'react';
import { ApiError } from '../../lib/api-error.ts';
import { inLanguage, t, useLanguage } from '../../lib/labels.ts';
import { PageActions } from '../../lib/page-actions.tsx';
import { useUrlSearch } from '../../lib/url-search.ts';
import { Button, ButtonLink } from '../../ui/actions/button.tsx';
import { Card } from '../../ui/display/card.tsx';
import { EmptyState } from '../../ui/display/empty-state.tsx';
import { Skeleton } from '../../ui/display/skeleton.tsx';
import { VisuallyHidden } from '../../ui/display/visually-hidden.tsx';
import { backPath } from './report-address.ts';
import { RoundCheckpointsTable } from './round-checkpoints-table.tsx';
import styles from './round-details-page.module.css';
import { drawingOf } from './round-drawing.ts';
import { RoundMapCard, RoundTimelineCard } from './round-drawings.tsx';
import { RoundHead } from './round-head.tsx';
import { pointsOf } from './round-points.ts';
import { RoundScans } from './round-scans.tsx';
import { useRound } from './scanned-checkpoints.api.ts';
import { useDelayedLoad } from './use-delayed-load.ts';

/** One round: who, when, timeline, map, and every checkpoint (RDET-01 to RDET-03). */
export function RoundDetailsPage() {
  const { pathname } = useLocation();
  const [{ id: text = '' }] = useUrlSearch();
  const parsed = idSchema.safeParse(text);
  return (
    <div className={styles.page}>
      <PageActions>
        <ButtonLink href={`#${backPath(pathname)}`} icon={<IconArrowLeft size={16} aria-hidden />}>
          {t('round.backShort')}
        </ButtonLink>
      </PageActions>
      {text === '' && <Missing title={t('round.noId')} reason={t('round.noIdWhy')} />}
      {text !== '' && !parsed.success && <NotFound />}
      {parsed.success && <Round key={parsed.data} roundId={parsed.data} />}
    </div>
  );
}

function Round({ roundId }: { readonly roundId: string }) {
  const mayLoad = useDelayedLoad();
  const { data, error, dataUpdatedAt, refetch } = useRound(roundId, mayLoad);
  if (data !== undefined) return <Loaded details={data} loadedAtMs={dataUpdatedAt} />;
  if (error instanceof ApiError && (error.status === 404 || error.status === 400)) return <NotFound />;
  if (error === null) return <Loading />;
  return (
    <Missing
      title={t('round.loadFailed')}
      reason={error.message}
      nextStep={<Button onClick={() => void refetch()}>{t('rounds.retry')}</Button>}
    />
  );
}

function Loaded({ details, loadedAtMs }: { readonly details: RoundDetails; readonly loadedAtMs: number }) {
  const [highlightedId, setHighlightedId] = useState<string | null>(null);
  const points = useMemo(() => pointsOf(details), [details]);
  const language = useLanguage();
  const drawing = useMemo(
    () => inLanguage(language, drawingOf(details, points)),
    [details, points, language],
  );
  const highlight = { highlightedId, onHighlight: setHighlightedId };
  const { round } = details;
  return (
    <>
      <RoundHead details={details} points={points} loadedAtMs={loadedAtMs} />
      <RoundTimelineCard details={details} drawing={drawing} points={points} {...highlight} />
      <div className={styles.beside}>
        <RoundMapCard drawing={drawing} {...highlight} />
        <RoundScans points={points} {...highlight} />
      </div>
      <RoundCheckpointsTable
        roundId={round.id}
        zone={round.siteTimeZone}
        isLive={round.statusCode === roundStatus.inProgress}
        {...highlight}
      />
    </>
  );
}

function Loading() {
  return (
    <div className={styles.page} aria-busy>
      <VisuallyHidden>{t('round.loading')}</VisuallyHidden>
      <Card>
        <div className={styles.waiting}>
          <Skeleton width={220} height={20} />
          <Skeleton width="70%" />
          <Skeleton width="46%" />
        </div>
      </Card>
      <Card>
        <Skeleton height={196} />
      </Card>
    </div>
  );
}

function NotFound() {
  return <Missing title={t('round.notFound')} reason={t('round.notFoundWhy')} />;
}

interface MissingProps {
  readonly title: string;
  readonly reason: string;
  /** The way back to the list unless given. */
  readonly nextStep?: ReactNode;
}

function Missing({ title, reason, nextStep }: MissingProps) {
  const { pathname } = useLocation();
  const back = <ButtonLink href={`#${backPath(pathname)}`}>{t('round.back')}</ButtonLink>;
  const icon =
    nextStep === undefined ? <IconRoute size={32} aria-hidden /> : <IconMapOff size={32} aria-hidden />;
  return (
    <Card>
      <EmptyState icon={icon} title={title} reason={reason} nextStep={nextStep ?? back} />
    </Card>
  );
}
