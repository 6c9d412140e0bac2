import { classNames } from '../class-names.ts';
import styles from './round-timeline.module.css';
import { RAIL_Y, TICK_Y } from './timeline-geometry.ts';
import type { TimelineLayout } from './timeline-scale.ts';
import { axisTicks, MARGIN_PX, timeToX } from './timeline-scale.ts';

type RailProps = {
  layout: TimelineLayout;
  startMs: number;
  endMs: number;
  formatTime: (atMs: number) => string;
  formatDuration: (durationMs: number) => string;
};

/** The time axis with its ticks, and each gap between scans drawn to scale. */
export function TimelineRail({ layout, startMs, endMs, formatTime, formatDuration }: RailProps) {
  const { widthPx, gaps } = layout;
  const xOf = (atMs: number) => timeToX(atMs, startMs, endMs, widthPx);
  return (
    <g aria-hidden>
      <line className={styles.rail} x1={MARGIN_PX} x2={widthPx - MARGIN_PX} y1={RAIL_Y} y2={RAIL_Y} />
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
          {gap.toX - gap.textFromX > (gap.isLongest ? 40 : 64) && (
            <text
              className={classNames(styles.gapText, gap.isLongest && styles.longestText)}
              x={(gap.textFromX + gap.toX) / 2}
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
