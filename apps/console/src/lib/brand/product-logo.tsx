import styles from './product-logo.module.css';
import { t } from '../labels.ts';

/** A watchman's clock: the case, its hand and the hub. */
export function ProductLogo() {
  return (
    <span className={styles.logo}>
      <svg viewBox="0 0 32 32" width="28" height="28" aria-hidden className={styles.mark}>
        <rect width="32" height="32" rx="8" className={styles.case} />
        <g className={styles.lines}>
          <path d="M10.2 21.8a8.2 8.2 0 1 1 11.6 0" />
          <path d="M16 16v9" />
        </g>
        <circle cx="16" cy="15.6" r="2.6" className={styles.hub} />
      </svg>
      <span className={styles.name}>{t('product.name')}</span>
    </span>
  );
}
