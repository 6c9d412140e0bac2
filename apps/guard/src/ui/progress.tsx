import styles from './progress.module.css';

interface ProgressProps {
  readonly label: string;
  readonly value: number;
  readonly max: number;
}

export function Progress({ label, value, max }: ProgressProps) {
  return <progress className={styles.track} aria-label={label} value={value} max={Math.max(1, max)} />;
}
