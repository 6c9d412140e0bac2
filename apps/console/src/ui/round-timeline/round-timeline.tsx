import type { KeyboardEvent } from 'react';
import { useEffect, useRef, useState } from 'react';
import { classNames } from '../class-names.ts';
import { VisuallyHidden } from '../display/visually-hidden.tsx';
import type { Meaning } from '../theme/theme.ts';
import styles from './round-timeline.module.css';
import { FlagShape, MarkShape } from './timeline-marks.tsx';
import type { PlacedPoint, TimelineLayout, TimelinePoint } from './timeline-scale.ts';
import { axisTicks, cutLabel, layoutTimeline } from './timeline-scale.ts';

export type { TimelinePoint } from './timeline-scale.ts';

const TICK_Y = 12;
const RAIL_Y = 48;
const STATION_Y = 124;
const LABEL_Y = 156;
const HEIGHT = 172;
const STATION_R = 12;
const FIRST_WIDTH_PX = 640;

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
  /** The words of the legend; a meaning left out is not shown. */
  legend: Partial<Record<Meaning | 'flagged', string>>;
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

type RailProps = Pick<RoundTimelineProps, 'startMs' | 'endMs' | 'formatTime' | 'formatDuration'> & {
  layout: TimelineLayout;
};

/** The time axis with its ticks, and each gap between scans drawn to scale. */
function Rail({ layout, startMs, endMs, formatTime, formatDuration }: RailProps) {
  const { widthPx, gaps } = layout;
  const spanMs = Math.max(1, endMs - startMs);
  const xOf = (atMs: number) => 40 + ((atMs - startMs) / spanMs) * (widthPx - 80);
  return (
    <g aria-hidden>
      <line className={styles.rail} x1={40} x2={widthPx - 40} y1={RAIL_Y} y2={RAIL_Y} />
      {axisTicks(startMs, endMs, widthPx).map((atMs) => (
        <g key={atMs}>
          <line className={styles.tick} x1={xOf(atMs)} x2={xOf(atMs)} y1={TICK_Y + 6} y2={RAIL_Y} />
          <text className={styles.time} x={xOf(atMs)} y={TICK_Y}>
            {formatTime(atMs)}
          </text>
        </g>
      ))}
      {gaps.map((gap) => (
        <g key={`${gap.fromX}-${gap.toX}`}>
          <line
            className={classNames(styles.gap, gap.isLongest && styles.longest)}
            x1={gap.fromX + 8}
            x2={Math.max(gap.fromX + 8, gap.toX - 8)}
            y1={RAIL_Y}
            y2={RAIL_Y}
          />
          {gap.toX - gap.fromX > (gap.isLongest ? 40 : 64) && (
            <text
              className={classNames(styles.gapText, gap.isLongest && styles.longestText)}
              x={(gap.fromX + gap.toX) / 2}
              y={RAIL_Y - 9}
            >
              {formatDuration(gap.durationMs)}
            </text>
          )}
        </g>
      ))}
    </g>
  );
}

type StationProps = {
  placed: PlacedPoint;
  roomPx: number;
  isHighlighted: boolean;
  isDimmed: boolean;
  isTabStop: boolean;
  words: string;
  onHighlight: (id: string | null) => void;
  onKeyDown: (event: KeyboardEvent) => void;
};

function Station(props: StationProps) {
  const { placed, roomPx, isHighlighted, isDimmed, isTabStop, words, onHighlight, onKeyDown } = props;
  const { point, stationX, markX } = placed;
  const middle = (RAIL_Y + STATION_Y) / 2;
  return (
    <g
      role="button"
      tabIndex={isTabStop ? 0 : -1}
      aria-label={words}
      aria-pressed={isHighlighted}
      data-point={point.id}
      className={classNames(styles.point, isHighlighted && styles.highlighted, isDimmed && styles.dimmed)}
      onPointerEnter={() => onHighlight(point.id)}
      onPointerLeave={() => onHighlight(null)}
      onFocus={() => onHighlight(point.id)}
      onBlur={() => onHighlight(null)}
      onClick={() => onHighlight(point.id)}
      onKeyDown={onKeyDown}
    >
      <title>{words}</title>
      {markX !== null && (
        <>
          <path
            className={classNames(styles.link, styles[point.meaning])}
            d={`M${markX} ${RAIL_Y + 8}C${markX} ${middle} ${stationX} ${middle} ${stationX} ${STATION_Y - STATION_R}`}
          />
          <MarkShape meaning={point.meaning} x={markX} y={RAIL_Y} />
          {point.flags.length > 0 && <FlagShape x={markX + 1} y={RAIL_Y - 8} />}
        </>
      )}
      <circle
        className={classNames(styles.station, styles[point.meaning], point.isMissed && styles.hollow)}
        cx={stationX}
        cy={STATION_Y}
        r={STATION_R}
      />
      <text
        className={classNames(styles.order, point.isMissed && styles.missedOrder)}
        x={stationX}
        y={STATION_Y + 4}
      >
        {point.expectedOrder}
      </text>
      <text className={styles.label} x={stationX} y={LABEL_Y}>
        {cutLabel(point.label, roomPx)}
      </text>
      <rect className={styles.target} x={stationX - 20} y={STATION_Y - 20} width={40} height={40} rx={8} />
    </g>
  );
}

function Legend({ legend }: Pick<RoundTimelineProps, 'legend'>) {
  const meanings = (['good', 'late', 'missed', 'unknown'] as const).filter(
    (meaning) => legend[meaning] !== undefined,
  );
  return (
    <ul className={styles.legend} aria-hidden>
      {meanings.map((meaning) => (
        <li key={meaning}>
          <svg width={16} height={16}>
            <MarkShape meaning={meaning} x={8} y={8} size={5} />
          </svg>
          {legend[meaning]}
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

/** Checkpoints in expected order below, actual scans above to the scale of time. */
export function RoundTimeline(props: RoundTimelineProps) {
  const {
    label,
    points,
    startMs,
    endMs,
    highlightedId = null,
    onHighlight,
    formatTime,
    formatDuration,
    describePoint,
    legend,
  } = props;
  const { ref, width } = useWidth();
  const [tabStopId, setTabStopId] = useState<string | null>(null);
  const layout = layoutTimeline(points, startMs, endMs, width);
  const { placed } = layout;
  const tabStop = placed.some(({ point }) => point.id === tabStopId)
    ? tabStopId
    : (placed[0]?.point.id ?? null);
  const hasHighlight = placed.some(({ point }) => point.id === highlightedId);

  const keyHandler = (at: number) => (event: KeyboardEvent) => {
    const next = stepByKey(event.key, at, placed.length);
    const id = next === null ? undefined : placed[next]?.point.id;
    if (id === undefined) return;
    event.preventDefault();
    setTabStopId(id);
    ref.current?.querySelector<SVGElement>(`[data-point="${CSS.escape(id)}"]`)?.focus();
  };

  return (
    <figure className={styles.figure}>
      <div ref={ref} className={styles.scroller}>
        <svg
          role="group"
          aria-label={label}
          width={layout.widthPx}
          height={HEIGHT}
          viewBox={`0 0 ${layout.widthPx} ${HEIGHT}`}
          className={styles.drawing}
        >
          <Rail {...{ layout, startMs, endMs, formatTime, formatDuration }} />
          {placed.map((one, at) => (
            <Station
              key={one.point.id}
              placed={one}
              roomPx={layout.stepPx - 8}
              isHighlighted={one.point.id === highlightedId}
              isDimmed={hasHighlight && one.point.id !== highlightedId}
              isTabStop={one.point.id === tabStop}
              words={describePoint(one.point)}
              onHighlight={(id) => onHighlight?.(id)}
              onKeyDown={keyHandler(at)}
            />
          ))}
        </svg>
      </div>
      <Legend legend={legend} />
      <VisuallyHidden>
        <ol>
          {placed.map(({ point }) => (
            <li key={point.id}>{describePoint(point)}</li>
          ))}
        </ol>
      </VisuallyHidden>
    </figure>
  );
}
