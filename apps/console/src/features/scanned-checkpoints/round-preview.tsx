import type { RoundRow } from '@watchpost/contract/scanned-checkpoints';
import { IconAlertTriangle, IconX } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import { FailedPart } from '../../ui/feedback/failed-part.tsx';
import { t } from '../../lib/labels.ts';
import { ButtonLink } from '../../ui/actions/button.tsx';
import { IconButton } from '../../ui/actions/icon-button.tsx';
import { MeaningIcon } from '../../ui/display/meaning-icon.tsx';
import { Skeleton } from '../../ui/display/skeleton.tsx';
import { guardName, RoundStatus, ScannedOf, SiteTime } from '../../lib/rounds/round-cells.tsx';
import { meanings } from './round-drawing.ts';
import { pointsOf, type RoundPoint } from './round-points.ts';
import styles from './round-preview.module.css';
import '../../lib/rounds/details-texts.ts';
import { durationText } from '../../lib/rounds/round-texts.ts';
import { useRound } from '../../lib/rounds/use-round.ts';

/** Rows that a held arrow key only passes are not loaded. */
const restMs = 150;

interface PreviewProps {
  readonly round: RoundRow;
  readonly href: string;
  readonly onClose: () => void;
}

/** What matters of a round beside the list: its facts, what is missing and what to check. */
export function RoundPreview({ round, href, onClose }: PreviewProps) {
  const isResting = useResting(round.id);
  const { data, error, refetch } = useRound(round.id, isResting);
  const points = data?.round.id === round.id ? pointsOf(data) : undefined;
  return (
    <aside className={styles.panel} aria-label={t('rounds.preview')} data-print="hide">
      <div className={styles.head}>
        <div className={styles.who}>
          <h2 className={styles.name}>{guardName(round)}</h2>
          <span className={styles.quiet}>{round.employeeId}</span>
        </div>
        <IconButton
          size="small"
          hasTooltip={false}
          label={t('rounds.previewClose')}
          icon={<IconX size={16} />}
          onClick={onClose}
        />
      </div>
      <RoundStatus code={round.statusCode} />
      <Facts round={round} />
      {error !== null && <FailedPart reason={error.message} onRetry={() => void refetch()} />}
      {error === null && (points === undefined ? <Waiting /> : <OpenPoints points={points} />)}
      <ButtonLink href={href} isFullWidth>
        {t('rounds.openDetails')}
      </ButtonLink>
    </aside>
  );
}

/** True once the same id has been asked for a moment long. */
function useResting(id: string): boolean {
  const [restingId, setRestingId] = useState<string | null>(null);
  useEffect(() => {
    const timer = window.setTimeout(() => setRestingId(id), restMs);
    return () => window.clearTimeout(timer);
  }, [id]);
  return restingId === id;
}

function Facts({ round }: { readonly round: RoundRow }) {
  const { scannedStartTime, scannedEndTime, siteTimeZone } = round;
  return (
    <dl className={styles.facts}>
      <dt>{t('round.site')}</dt>
      <dd>{round.siteName}</dd>
      <dt>{t('round.started')}</dt>
      <dd>
        <SiteTime atMs={scannedStartTime} zone={siteTimeZone} />
      </dd>
      <dt>{t('round.duration')}</dt>
      <dd>
        {scannedEndTime === null ? t('rounds.notEnded') : durationText(scannedEndTime - scannedStartTime)}
      </dd>
      <dt>{t('round.scanned')}</dt>
      <dd>
        <ScannedOf scanned={round.scannedCheckPoints} total={round.totalCheckPoints} />
      </dd>
    </dl>
  );
}

function OpenPoints({ points }: { readonly points: readonly RoundPoint[] }) {
  const open = points.filter(({ state }) => state !== 'scanned');
  if (open.length === 0) return <p className={styles.quiet}>{t('rounds.previewAllScanned')}</p>;
  return (
    <ul className={styles.points}>
      {open.map(({ point, state, doubts }) => (
        <li key={point.checkpointId}>
          {state === 'flagged' ? (
            <IconAlertTriangle size={16} className={styles.quiet} aria-hidden />
          ) : (
            <MeaningIcon meaning={meanings[state]} />
          )}
          <div>
            <p>{point.name}</p>
            <p className={styles.why}>
              {doubts.length === 0
                ? t(`round.legend.${state}`)
                : doubts.map(({ reason }) => reason).join(' ')}
            </p>
          </div>
        </li>
      ))}
    </ul>
  );
}

function Waiting() {
  return (
    <div className={styles.waiting}>
      <Skeleton width="80%" />
      <Skeleton width="60%" />
      <Skeleton width="70%" />
    </div>
  );
}
