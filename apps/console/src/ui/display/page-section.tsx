import type { ReactNode } from 'react';
import { useId } from 'react';
import styles from './page-section.module.css';

type PageSectionProps = { title: string; description?: ReactNode; actions?: ReactNode; children: ReactNode };

/** A titled part of a page. */
export function PageSection({ title, description, actions, children }: PageSectionProps) {
  const titleId = useId();
  return (
    <section aria-labelledby={titleId} className={styles.section}>
      <div className={styles.head}>
        <div>
          <h2 id={titleId} className={styles.title}>
            {title}
          </h2>
          {description && <p className={styles.description}>{description}</p>}
        </div>
        {actions && <div className={styles.actions}>{actions}</div>}
      </div>
      {children}
    </section>
  );
}
