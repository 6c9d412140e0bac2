/* oxlint-disable jsx-a11y/prefer-tag-over-role -- inside SVG there are no HTML buttons */
import type { KeyboardEvent } from 'react';
import { classNames } from '../class-names.ts';
import styles from './round-timeline.module.css';
import { LABEL_Y, RAIL_Y, STATION_R, STATION_Y } from './timeline-geometry.ts';
import { FlagShape, MarkShape, StationShape } from './timeline-marks.tsx';
import type { StationLayout } from './timeline-scale.ts';
import { clipLabel } from './timeline-scale.ts';

type StationProps = {
  stations: StationLayout;
  spacePx: number;
  isHighlighted: boolean;
  isDimmed: boolean;
  isTabStop: boolean;
  words: string;
  onHighlight: (id: string | null) => void;
  onKeyDown: (event: KeyboardEvent) => void;
};

/** The scan's mark on the rail and the line from it to its station; nothing without a scan. */
function Scan({ point, stationX, markX }: StationLayout) {
  if (markX === null) return null;
  const middle = (RAIL_Y + STATION_Y) / 2;
  return (
    <>
      <path
        className={classNames(styles.link, styles[point.meaning])}
        d={`M${markX} ${RAIL_Y + 8}C${markX} ${middle} ${stationX} ${middle} ${stationX} ${STATION_Y - STATION_R}`}
      />
      <MarkShape meaning={point.meaning} x={markX} y={RAIL_Y} />
      {point.flags.length > 0 && <FlagShape x={markX + 1} y={RAIL_Y - 8} />}
    </>
  );
}

/** One checkpoint: its station on the axis, its scan on the rail, and the line between them. */
export function TimelineStation(props: StationProps) {
  const { stations, spacePx, isHighlighted, isDimmed, isTabStop, words, onHighlight, onKeyDown } = props;
  const { point, stationX } = stations;
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
      <Scan {...stations} />
      <StationShape
        meaning={point.meaning}
        isScanned={point.atMs !== null}
        x={stationX}
        y={STATION_Y}
        size={STATION_R}
      />
      <text
        className={classNames(styles.order, point.meaning === 'missed' && styles.missedOrder)}
        x={stationX}
        y={STATION_Y + 4}
      >
        {point.expectedOrder}
      </text>
      <text className={styles.label} x={stationX} y={LABEL_Y}>
        {clipLabel(point.label, spacePx)}
      </text>
      <rect className={styles.target} x={stationX - 20} y={STATION_Y - 20} width={40} height={40} rx={8} />
    </g>
  );
}
