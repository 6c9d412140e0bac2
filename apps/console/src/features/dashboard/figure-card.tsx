// One figure, what it means, how it was before, and what it consists of; each number opens its rows.
import { IconInfoCircle } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { IconButton } from '../../ui/actions/icon-button.tsx';
import { t } from '../../lib/labels.ts';
import type { PartLook } from '../../ui/charts/stacked-bars.tsx';
import styles from './dashboard.module.css';
import type { Delta } from './figure-texts.ts';

export interface FigureRow {
  readonly id: string;
  readonly look: PartLook;
  readonly text: string;
  readonly value: string;
  readonly href: string | null;
}

interface FigureCardProps {
  readonly title: string;
  /** How the figure is reckoned. */
  readonly definition: string;
  readonly value: string;
  /** Null where the figure has no rows of its own. */
  readonly href: string | null;
  /** What it is a figure of. */
  readonly note: string;
  readonly delta?: Delta | null;
  readonly rows?: readonly FigureRow[];
  readonly children?: ReactNode;
}

export function FigureCard(props: FigureCardProps) {
  const { title, definition, value, href, note, delta = null, rows = [], children } = props;
  return (
    <section className={styles.figure} aria-label={title}>
      <div className={styles.figureHead}>
        <h2>{title}</h2>
        <span data-print="hide">
          <IconButton size="small" icon={<IconInfoCircle size={16} aria-hidden />} label={definition} />
        </span>
      </div>
      <p className={styles.headline}>
        {href === null ? <strong>{value}</strong> : <a href={href}>{value}</a>}
        {delta !== null && (
          <span className={styles.delta} data-is-good={delta.isGood ?? undefined}>
            {t('dashboard.before', { change: delta.text })}
          </span>
        )}
      </p>
      <p className={styles.note}>{note}</p>
      {children}
      {rows.length > 0 && (
        <ul className={styles.rows}>
          {rows.map((row) => (
            <li key={row.id}>
              <span className={styles.dot} data-look={row.look} aria-hidden />
              <span>{row.text}</span>
              {row.href === null ? <span>{row.value}</span> : <a href={row.href}>{row.value}</a>}
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
