import type { RoundDetails } from '@watchpost/contract/scanned-checkpoints';
import { roundStatus } from '@watchpost/domain/round-status';
import { IconRoute } from '@tabler/icons-react';
import { useMemo, useState } from 'react';
import { inLanguage, useLanguage } from '../../lib/labels.ts';
import { DetailsPage, LoadedDetails } from '../../reports/details-page.tsx';
import { roundAddress } from './round-address.ts';
import { RoundCheckpointsTable } from './round-checkpoints-table.tsx';
import styles from './round-details-page.module.css';
import { drawingOf } from './round-drawing.ts';
import { RoundMapCard, RoundTimelineCard } from './round-drawings.tsx';
import { RoundEvidence } from './round-evidence.tsx';
import { RoundHead } from './round-head.tsx';
import { pointsOf } from './round-points.ts';
import { RoundRemarks } from './round-remarks.tsx';
import { RoundScans } from './round-scans.tsx';
import { PageZone } from '../../lib/rounds/page-zone.tsx';
import { useShownZone } from '../../lib/rounds/shown-zone.ts';
import { useRound } from '../../lib/rounds/use-round.ts';
import { useDelayedLoad } from './use-delayed-load.ts';

const kind = {
  area: 'round',
  address: roundAddress,
  icon: <IconRoute size={32} aria-hidden />,
} as const;

/** One round: who, when, every checkpoint, then timeline and map (RDET-01 to RDET-03). */
export function RoundDetailsPage() {
  return <DetailsPage kind={kind}>{(id) => <Round key={id} roundId={id} />}</DetailsPage>;
}

function Round({ roundId }: { readonly roundId: string }) {
  const query = useRound(roundId, useDelayedLoad());
  return (
    <LoadedDetails kind={kind} query={query}>
      {(details) => (
        <PageZone siteZone={details.round.siteTimeZone}>
          <Loaded details={details} loadedAtMs={query.dataUpdatedAt} />
        </PageZone>
      )}
    </LoadedDetails>
  );
}

function Loaded({ details, loadedAtMs }: { readonly details: RoundDetails; readonly loadedAtMs: number }) {
  const [highlightedId, setHighlightedId] = useState<string | null>(null);
  const points = useMemo(() => pointsOf(details), [details]);
  const language = useLanguage();
  const { round } = details;
  const zone = useShownZone(round.siteTimeZone);
  const drawing = useMemo(
    () => inLanguage(language, drawingOf(details, points, zone)),
    [details, points, zone, language],
  );
  const highlight = { highlightedId, onHighlight: setHighlightedId };
  return (
    <>
      <RoundHead details={details} points={points} loadedAtMs={loadedAtMs} />
      <RoundCheckpointsTable
        roundId={round.id}
        zone={round.siteTimeZone}
        isLive={round.statusCode === roundStatus.inProgress}
        {...highlight}
      />
      <RoundTimelineCard details={details} drawing={drawing} points={points} {...highlight} />
      <div className={styles.beside}>
        <RoundMapCard drawing={drawing} {...highlight} />
        <RoundScans zone={round.siteTimeZone} points={points} uncounted={details.uncounted} {...highlight} />
      </div>
      <RoundRemarks
        roundId={round.id}
        zone={round.siteTimeZone}
        isLive={round.statusCode === roundStatus.inProgress}
      />
      <RoundEvidence roundId={round.id} />
    </>
  );
}
