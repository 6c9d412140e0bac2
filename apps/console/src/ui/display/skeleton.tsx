import { classNames } from '../class-names.ts';
import styles from './skeleton.module.css';

type SkeletonProps = { width?: number | string; height?: number | string; isRound?: boolean };

/** A quiet placeholder of the shape to come. Hidden from screen readers: say 'loading' beside it. */
export function Skeleton({ width = '100%', height = 12, isRound = false }: SkeletonProps) {
  return (
    <span
      aria-hidden
      className={classNames(styles.skeleton, isRound && styles.round)}
      style={{ width, height }}
    />
  );
}
