import type { RecordImport } from '@watchpost/contract/record-imports';
import { type ImportOutcome, importOutcomes } from '@watchpost/domain/record-import';
import { t } from '../../lib/labels.ts';
import styles from './imports.module.css';

/** How many rows are new, change something, change nothing, or have errors, for which they were left out in the end. */
export function ImportCounts({ current: { counts, state } }: { readonly current: RecordImport }) {
  const words = (outcome: ImportOutcome) =>
    t(outcome === 'wrong' && state === 'done' ? 'imports.notImported' : `imports.outcome.${outcome}`);
  return (
    <dl className={styles.counts}>
      {importOutcomes.map((outcome) => (
        <div key={outcome}>
          <dt>{words(outcome)}</dt>
          <dd>{counts[outcome]}</dd>
        </div>
      ))}
    </dl>
  );
}
