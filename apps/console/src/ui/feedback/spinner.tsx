import styles from './spinner.module.css';

/** Decorative: say what is loading beside it. */
export function Spinner({ sizePx = 20 }: { sizePx?: number }) {
  return (
    <svg className={styles.spinner} width={sizePx} height={sizePx} viewBox="0 0 20 20" aria-hidden>
      <circle className={styles.track} cx="10" cy="10" r="8" />
      <path className={styles.head} d="M10 2a8 8 0 0 1 8 8" />
    </svg>
  );
}
