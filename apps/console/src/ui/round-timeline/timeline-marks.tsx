/** The shapes of the timeline; shape and fill carry the meaning as well as colour does. */
import { classNames } from '../class-names.ts';
import type { Meaning } from '../theme/theme.ts';
import styles from './round-timeline.module.css';

/** Filled circle: good. Diamond: late. Hollow circle: missed. Hollow square: unknown. */
export function MarkShape({
  meaning,
  x,
  y,
  size = 6,
}: {
  meaning: Meaning;
  x: number;
  y: number;
  size?: number;
}) {
  const className = classNames(styles.mark, styles[meaning]);
  if (meaning === 'late') {
    const reach = size * 1.25;
    return (
      <path
        className={className}
        d={`M${x} ${y - reach}l${reach} ${reach}l${-reach} ${reach}l${-reach} ${-reach}z`}
      />
    );
  }
  if (meaning === 'unknown') {
    return (
      <rect
        className={className}
        x={x - size + 1}
        y={y - size + 1}
        width={size * 2 - 2}
        height={size * 2 - 2}
        rx={1}
      />
    );
  }
  return <circle className={className} cx={x} cy={y} r={meaning === 'missed' ? size - 0.75 : size} />;
}

/** A checkpoint on the axis: dashed while no scan belongs to it. */
export function StationShape({
  meaning,
  isScanned,
  x,
  y,
  size,
}: {
  meaning: Meaning;
  isScanned: boolean;
  x: number;
  y: number;
  size: number;
}) {
  const className = classNames(styles.station, styles[meaning], !isScanned && styles.hollow);
  return <circle className={className} cx={x} cy={y} r={size} />;
}

/** A small pennant: the scan carries at least one flag. */
export function FlagShape({ x, y }: { x: number; y: number }) {
  return <path className={styles.flag} d={`M${x} ${y}v-13l9 3.5l-9 3.5`} />;
}
