// What belongs to a record, on the record's page.
import type { ReactNode } from 'react';
import { t } from '../lib/labels.ts';
import { Card, CardFoot } from '../ui/display/card.tsx';
import styles from './list-card.module.css';

/** In place of what the caller may not see. */
export function HiddenCard({ title }: { readonly title: string }) {
  return <NoteCard title={title} note={t('records.hidden')} />;
}

/** A part of the page of which there is nothing to show. */
export function NoteCard({ title, note }: { readonly title: string; readonly note: string }) {
  return (
    <Card title={title}>
      <p className={styles.quiet}>{note}</p>
    </Card>
  );
}

interface ListCardProps<Row> {
  readonly title: string;
  /** Null for who may not see them. */
  readonly rows: readonly Row[] | null;
  readonly none: string;
  readonly row: (row: Row) => ReactNode;
  /** The way to those that are not among the rows. */
  readonly more?: ReactNode;
}

export function ListCard<Row extends { readonly id: string }>(props: ListCardProps<Row>) {
  const { title, rows, none, row, more } = props;
  if (rows === null) return <HiddenCard title={title} />;
  if (rows.length === 0) return <NoteCard title={title} note={none} />;
  return (
    <Card title={title} isFlush>
      <ul className={styles.rows}>
        {rows.map((one) => (
          <li key={one.id}>{row(one)}</li>
        ))}
      </ul>
      {more !== undefined && <CardFoot>{more}</CardFoot>}
    </Card>
  );
}
