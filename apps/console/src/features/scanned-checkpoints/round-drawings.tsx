import type { RoundDetails } from '@watchpost/contract/scanned-checkpoints';
import { mapDefaultCentre, mapDefaultZoom } from '@watchpost/domain/limits';
import { t } from '../../lib/labels.ts';
import { Card } from '../../ui/display/card.tsx';
import { LazyPositionMap } from '../../ui/map/lazy-position-map.tsx';
import { RoundTimeline } from '../../ui/round-timeline/round-timeline.tsx';
import { legendOf, type RoundDrawing } from './round-drawing.ts';
import type { RoundPoint } from './round-points.ts';
import { useShownZone } from '../../lib/rounds/shown-zone.ts';
import { timeFormat, wallClock } from '../../lib/rounds/round-times.ts';
import { durationText } from '../../lib/rounds/round-texts.ts';

interface DrawingProps {
  readonly details: RoundDetails;
  readonly drawing: RoundDrawing;
  readonly highlightedId: string | null;
  readonly onHighlight: (checkpointId: string | null) => void;
}

/** Expected order below, actual scans above to the scale of time (RDET-03). */
export function RoundTimelineCard(props: DrawingProps & { readonly points: readonly RoundPoint[] }) {
  const { details, drawing, points, highlightedId, onHighlight } = props;
  const zone = useShownZone(details.round.siteTimeZone);
  return (
    <Card title={t('round.timeline')}>
      <RoundTimeline
        label={t('round.timeline')}
        points={drawing.marks}
        startMs={drawing.startMs}
        endMs={drawing.endMs}
        highlightedId={highlightedId}
        onHighlight={onHighlight}
        formatTime={(atMs) => wallClock(atMs, zone, timeFormat())}
        formatDuration={durationText}
        describePoint={({ id, label }) => drawing.texts.get(id) ?? label}
        legend={legendOf(points)}
      />
    </Card>
  );
}

/** Where the checkpoints lie and where they were scanned (RDET-03). */
export function RoundMapCard({ drawing, highlightedId, onHighlight }: Omit<DrawingProps, 'details'>) {
  const centre = { lat: mapDefaultCentre.latitude, lng: mapDefaultCentre.longitude, zoom: mapDefaultZoom };
  return (
    <Card title={t('round.map')} isFlush>
      <LazyPositionMap
        label={t('round.map')}
        textAlternative={t('round.mapWords')}
        expected={drawing.expected}
        actual={drawing.actual}
        walkedIds={drawing.walkedIds}
        highlightedId={highlightedId}
        onHighlight={onHighlight}
        center={centre}
        zoomInLabel={t('round.zoomIn')}
        zoomOutLabel={t('round.zoomOut')}
        height="440px"
      />
    </Card>
  );
}
