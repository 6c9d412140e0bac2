import type { RecordImport } from '@watchpost/contract/record-imports';
import { importOutcomes } from '@watchpost/domain/record-import';
import { t } from '../../lib/labels.ts';
import styles from './imports.module.css';

/** How many rows are new, change something, change nothing, or have errors. */
export function ImportCounts({ current: { counts } }: { readonly current: RecordImport }) {
  return (
    <dl className={styles.counts}>
      {importOutcomes.map((outcome) => (
        <div key={outcome}>
          <dt>{t(`imports.outcome.${outcome}`)}</dt>
          <dd>{counts[outcome]}</dd>
        </div>
      ))}
    </dl>
  );
}
