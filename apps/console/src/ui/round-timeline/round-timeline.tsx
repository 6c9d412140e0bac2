/* oxlint-disable jsx-a11y/prefer-tag-over-role -- the HTML elements of these roles cannot hold a drawing */
import type { KeyboardEvent } from 'react';
import { useEffect, useRef, useState } from 'react';
import { VisuallyHidden } from '../display/visually-hidden.tsx';
import type { Meaning } from '../theme/theme.ts';
import styles from './round-timeline.module.css';
import { HEIGHT } from './timeline-geometry.ts';
import { FlagShape, MarkShape, StationShape } from './timeline-marks.tsx';
import { TimelineRail } from './timeline-rail.tsx';
import type { TimelineLayout, TimelinePoint } from './timeline-scale.ts';
import { layoutTimeline } from './timeline-scale.ts';
import { TimelineStation } from './timeline-station.tsx';

export type { TimelinePoint } from './timeline-scale.ts';

const FIRST_WIDTH_PX = 640;

/** How the legend draws each: what was scanned as its mark, what was not as its station. */
const swatches = {
  good: { meaning: 'good', isScanned: true },
  late: { meaning: 'late', isScanned: true },
  unknown: { meaning: 'unknown', isScanned: true },
  missed: { meaning: 'missed', isScanned: false },
  pending: { meaning: 'unknown', isScanned: false },
} as const satisfies Record<string, { meaning: Meaning; isScanned: boolean }>;

const swatchNames = ['good', 'late', 'unknown', 'missed', 'pending'] as const;

type RoundTimelineProps = {
  /** The drawing's accessible name. */
  label: string;
  points: readonly TimelinePoint[];
  startMs: number;
  endMs: number;
  highlightedId?: string | null;
  /** On hover and focus; null when they leave. */
  onHighlight?: (id: string | null) => void;
  /** In the site's zone. */
  formatTime: (atMs: number) => string;
  formatDuration: (durationMs: number) => string;
  /** One point in words, for its hover text and for the list that screen readers get. */
  describePoint: (point: TimelinePoint) => string;
  /** The words of the legend; what is left out is not shown. */
  legend: Partial<Record<keyof typeof swatches | 'flagged', string>>;
};

function useWidth() {
  const ref = useRef<HTMLDivElement>(null);
  const [width, setWidth] = useState(FIRST_WIDTH_PX);
  useEffect(() => {
    const element = ref.current;
    if (!element) return undefined;
    const observer = new ResizeObserver(() => setWidth(element.clientWidth));
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  return { ref, width };
}

function Swatch({ meaning, isScanned }: { meaning: Meaning; isScanned: boolean }) {
  if (isScanned) return <MarkShape meaning={meaning} x={8} y={8} size={5} />;
  return <StationShape meaning={meaning} isScanned={false} x={8} y={8} size={6} />;
}

function Legend({ legend }: Pick<RoundTimelineProps, 'legend'>) {
  return (
    <ul className={styles.legend} aria-hidden>
      {swatchNames
        .filter((name) => legend[name] !== undefined)
        .map((name) => (
          <li key={name}>
            <svg width={16} height={16}>
              <Swatch {...swatches[name]} />
            </svg>
            {legend[name]}
          </li>
        ))}
      {legend.flagged && (
        <li>
          <svg width={16} height={16}>
            <FlagShape x={4} y={15} />
          </svg>
          {legend.flagged}
        </li>
      )}
    </ul>
  );
}

/** The stop that a key moves to among the stations. */
function stepByKey(key: string, at: number, count: number): number | null {
  if (key === 'ArrowRight' || key === 'ArrowDown') return Math.min(at + 1, count - 1);
  if (key === 'ArrowLeft' || key === 'ArrowUp') return Math.max(at - 1, 0);
  if (key === 'Home') return 0;
  if (key === 'End') return count - 1;
  return null;
}

type DrawingProps = Omit<RoundTimelineProps, 'legend' | 'points'> & { layout: TimelineLayout };

function Drawing(props: DrawingProps) {
  const { label, layout, highlightedId = null, onHighlight, describePoint, ...rail } = props;
  const { stations, widthPx, stepPx } = layout;
  const svg = useRef<SVGSVGElement>(null);
  const [tabStopId, setTabStopId] = useState<string | null>(null);
  const isShown = (id: string | null) => stations.some(({ point }) => point.id === id);
  const tabStop = isShown(tabStopId) ? tabStopId : stations[0]?.point.id;
  const hasHighlight = isShown(highlightedId);

  const keyHandler = (at: number) => (event: KeyboardEvent) => {
    const next = stepByKey(event.key, at, stations.length);
    const id = next === null ? undefined : stations[next]?.point.id;
    if (id === undefined) return;
    event.preventDefault();
    setTabStopId(id);
    svg.current?.querySelector<SVGElement>(`[data-point="${CSS.escape(id)}"]`)?.focus();
  };

  return (
    <svg
      ref={svg}
      role="group"
      aria-label={label}
      width={widthPx}
      height={HEIGHT}
      viewBox={`0 0 ${widthPx} ${HEIGHT}`}
      className={styles.drawing}
    >
      <TimelineRail layout={layout} {...rail} />
      {stations.map((one, at) => (
        <TimelineStation
          key={one.point.id}
          stations={one}
          spacePx={stepPx - 8}
          isHighlighted={one.point.id === highlightedId}
          isDimmed={hasHighlight && one.point.id !== highlightedId}
          isTabStop={one.point.id === tabStop}
          words={describePoint(one.point)}
          onHighlight={(id) => onHighlight?.(id)}
          onKeyDown={keyHandler(at)}
        />
      ))}
    </svg>
  );
}

/** Checkpoints in expected order below, actual scans above to the scale of time. */
export function RoundTimeline({ points, legend, ...drawing }: RoundTimelineProps) {
  const { ref, width } = useWidth();
  const layout = layoutTimeline(points, drawing.startMs, drawing.endMs, width);
  return (
    <figure className={styles.figure}>
      <div ref={ref} className={styles.scroller}>
        <Drawing {...drawing} layout={layout} />
      </div>
      <Legend legend={legend} />
      <VisuallyHidden>
        <ol>
          {layout.stations.map(({ point }) => (
            <li key={point.id}>{drawing.describePoint(point)}</li>
          ))}
        </ol>
      </VisuallyHidden>
    </figure>
  );
}
