// What existing records lose by a file, before it is run: by field, and row by row.
import type { RecordImport } from '@watchpost/contract/record-imports';
import { t } from '../../lib/labels.ts';
import { Card } from '../../ui/display/card.tsx';
import { PlainTable } from '../../ui/display/plain-table.tsx';
import type { ImportKind } from './import-kind.ts';
import styles from './imports.module.css';
import { RowsFileButton } from './rows-file-button.tsx';

interface LossesProps {
  readonly kind: ImportKind;
  readonly current: RecordImport;
}

/** How many values of each field go, above the button that starts the import. */
export function LossCounts({ kind, current }: LossesProps) {
  const { counts } = current.losses;
  if (counts.length === 0) return null;
  return (
    <div className={styles.losses}>
      <p className={styles.problem}>{t('imports.lossesText')}</p>
      <ul>
        {kind.fields.flatMap((field) =>
          counts
            .filter((each) => each.field === field)
            .map(({ emptied, replaced }) => (
              <li key={field}>
                {kind.fieldWords(field)}: {countsText(emptied, replaced)}
              </li>
            )),
        )}
      </ul>
    </div>
  );
}

function countsText(emptied: number, replaced: number): string {
  const parts = [
    ...(emptied > 0 ? [t('imports.taken', { count: emptied })] : []),
    ...(replaced > 0 ? [t('imports.replaced', { count: replaced })] : []),
  ];
  return parts.join(', ');
}

/** The first ones, and a file of all of them. */
export function ImportLosses({ kind, current }: LossesProps) {
  const { id, losses } = current;
  if (losses.rows.length === 0) return null;
  const all = losses.counts.reduce((sum, { emptied, replaced }) => sum + emptied + replaced, 0);
  return (
    <Card
      isFlush
      title={t('imports.losses')}
      actions={
        <RowsFileButton kind={kind} importId={id} of="losses">
          {t('imports.lossesFile')}
        </RowsFileButton>
      }
    >
      {losses.rows.length < all && (
        <p className={styles.note}>{t('imports.lossesFirst', { count: losses.rows.length })}</p>
      )}
      <LossTable kind={kind} current={current} />
    </Card>
  );
}

function LossTable({ kind, current }: LossesProps) {
  return (
    <PlainTable isFocusable className={`${styles.errors} ${styles.losing}`}>
      <thead>
        <tr>
          <th scope="col">{t('imports.row')}</th>
          <th scope="col">{t('imports.record')}</th>
          <th scope="col">{t('imports.field')}</th>
          <th scope="col">{t('imports.before')}</th>
          <th scope="col">{t('imports.after')}</th>
        </tr>
      </thead>
      <tbody>
        {current.losses.rows.map(({ row, record, field, before, after }) => (
          <tr key={`${row} ${field} ${before}`}>
            <td>{row}</td>
            <td>
              <span className={styles.value}>{record}</span>
            </td>
            <td>{kind.fieldWords(field)}</td>
            <td>
              <span className={styles.value}>{before}</span>
            </td>
            <td>
              <span className={after === '' ? styles.problem : styles.value}>
                {after === '' ? t('imports.takenAway') : after}
              </span>
            </td>
          </tr>
        ))}
      </tbody>
    </PlainTable>
  );
}
