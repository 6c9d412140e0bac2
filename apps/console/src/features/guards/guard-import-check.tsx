// The third step: what the file would do, what is wrong with it, and what to do about that.
import type { RecordImport } from '@watchpost/contract/record-imports';
import { type ImportMode, importModes } from '@watchpost/domain/record-import';
import { IconDownload } from '@tabler/icons-react';
import { useState } from 'react';
import { ApiError } from '../../lib/api-error.ts';
import { t, translate } from '../../lib/labels.ts';
import { Button } from '../../ui/actions/button.tsx';
import { Card } from '../../ui/display/card.tsx';
import { toasts } from '../../ui/feedback/toasts.ts';
import { fieldWords } from './guard-import-columns.tsx';
import { ImportCounts } from './guard-import-counts.tsx';
import { runImport, saveErrors } from './guard-import.api.ts';
import styles from './guard-import.module.css';

interface CheckedProps {
  readonly current: RecordImport;
  readonly onRun: (next: RecordImport) => void;
}

export function ImportChecked({ current, onRun }: CheckedProps) {
  const { counts, state } = current;
  const isRefused = state === 'refused';
  return (
    <>
      <Card title={t(isRefused ? 'guards.importRefused' : 'guards.importChecked')}>
        {isRefused && <p className={styles.problem}>{t('guards.importRefusedText')}</p>}
        <ImportCounts current={current} />
        {!isRefused && counts.new + counts.changed === 0 && (
          <p className={styles.quiet}>{counts.wrong === 0 && t('guards.importNothing')}</p>
        )}
        {!isRefused && counts.new + counts.changed > 0 && <Run current={current} onRun={onRun} />}
      </Card>
      <ImportErrors current={current} />
    </>
  );
}

function Run({ current, onRun }: CheckedProps) {
  const { counts, id } = current;
  const [mode, setMode] = useState<ImportMode>('allOrNothing');
  const [isBusy, setIsBusy] = useState(false);
  const isBlocked = mode === 'allOrNothing' && counts.wrong > 0;
  const run = async () => {
    setIsBusy(true);
    try {
      onRun(await runImport(id, mode));
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      toasts.error({ summary: t('error.summary'), text: translate(error.message) });
      setIsBusy(false);
    }
  };
  return (
    <>
      {counts.wrong > 0 && (
        <fieldset className={styles.modes}>
          <legend>{t('guards.importMode')}</legend>
          {importModes.map((each) => (
            <label key={each}>
              <input type="radio" name="mode" checked={mode === each} onChange={() => setMode(each)} />
              {t(`guards.importMode.${each}`)}
            </label>
          ))}
          {isBlocked && <p className={styles.quiet}>{t('guards.importBlocked')}</p>}
        </fieldset>
      )}
      <div className={styles.next}>
        <Button variant="primary" disabled={isBlocked} isBusy={isBusy} onClick={() => void run()}>
          {t('guards.importRun', { count: counts.new + counts.changed + counts.unchanged })}
        </Button>
      </div>
    </>
  );
}

/** The first rows with errors, and a file of all of them. */
export function ImportErrors({ current: { id, errors, counts } }: Pick<CheckedProps, 'current'>) {
  if (errors.length === 0) return null;
  const shown = new Set(errors.map(({ row }) => row)).size;
  const save = async () => {
    try {
      await saveErrors(id);
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      toasts.error({ summary: t('error.summary'), text: error.message });
    }
  };
  return (
    <Card
      isFlush
      title={t('guards.importErrors')}
      actions={
        <Button size="small" icon={<IconDownload size={16} aria-hidden />} onClick={() => void save()}>
          {t('guards.importErrorsFile')}
        </Button>
      }
    >
      {shown < counts.wrong && (
        <p className={styles.note}>{t('guards.importErrorsFirst', { count: shown })}</p>
      )}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- so that keys can scroll it */}
      <div className={styles.scroll} tabIndex={0}>
        <table className={styles.table}>
          <thead>
            <tr>
              <th scope="col">{t('guards.importRow')}</th>
              <th scope="col">{t('guards.importField')}</th>
              <th scope="col">{t('guards.importValue')}</th>
              <th scope="col">{t('guards.importProblem')}</th>
            </tr>
          </thead>
          <tbody>
            {errors.map(({ row, field, value, message }) => (
              <tr key={`${row} ${field} ${value}`}>
                <td>{row}</td>
                <td>{fieldWords(field)}</td>
                <td>{value === '' ? t('records.empty') : value}</td>
                <td>{translate(message)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </Card>
  );
}
