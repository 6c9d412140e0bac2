// The third step: what the file would do, what is wrong with it, and what to do about that.
import type { RecordImport } from '@watchpost/contract/record-imports';
import { type ImportMode, importModes } from '@watchpost/domain/record-import';
import { useEffect, useRef, useState } from 'react';
import { ApiError } from '../../lib/api-error.ts';
import { t, translate } from '../../lib/labels.ts';
import { Button } from '../../ui/actions/button.tsx';
import { Card } from '../../ui/display/card.tsx';
import { PlainTable } from '../../ui/display/plain-table.tsx';
import { toasts } from '../../ui/feedback/toasts.ts';
import { ImportCounts } from './import-counts.tsx';
import { runImport } from './import-api.ts';
import type { ImportKind } from './import-kind.ts';
import { ImportLosses, LossCounts } from './import-losses.tsx';
import styles from './imports.module.css';
import { RowsFileButton } from './rows-file-button.tsx';

interface CheckedProps {
  readonly kind: ImportKind;
  readonly current: RecordImport;
  readonly onRun: (next: RecordImport) => void;
}

export function ImportChecked({ kind, current, onRun }: CheckedProps) {
  const { counts, state, stopReason } = current;
  const isRefused = state === 'refused';
  const isOpen = state === 'checked';
  const top = useRef<HTMLDivElement>(null);
  // On a narrow screen it stands far below the button that asked for it.
  useEffect(() => {
    // Not as the effect's answer: newer browsers give a promise, which React would call as a function.
    top.current?.scrollIntoView({ block: 'nearest' });
  }, [current]);
  return (
    <>
      <div ref={top} className={styles.checked}>
        <Card title={t(titleOf(current))}>
          {isRefused && <p className={styles.problem}>{t('imports.refusedText')}</p>}
          {stopReason !== '' && <p className={styles.problem}>{t(`imports.stopped.${stopReason}`)}</p>}
          <ImportCounts current={current} />
          {isOpen && <LossCounts kind={kind} current={current} />}
          {isOpen && counts.new + counts.changed === 0 && (
            <p className={styles.outcome}>{t(counts.wrong === 0 ? 'imports.nothing' : 'imports.noneFits')}</p>
          )}
          {isOpen && counts.new + counts.changed > 0 && <Run kind={kind} current={current} onRun={onRun} />}
        </Card>
      </div>
      {isOpen && <ImportLosses kind={kind} current={current} />}
      <ImportErrors kind={kind} current={current} />
    </>
  );
}

function titleOf({ state }: RecordImport) {
  if (state === 'stopped') return 'imports.stopped';
  return state === 'refused' ? 'imports.refused' : 'imports.checked';
}

function Run({ kind, current, onRun }: CheckedProps) {
  const { counts, id } = current;
  const [mode, setMode] = useState<ImportMode>('allOrNothing');
  const [isBusy, setIsBusy] = useState(false);
  const isBlocked = mode === 'allOrNothing' && counts.wrong > 0;
  const run = async () => {
    setIsBusy(true);
    try {
      onRun(await runImport(kind, id, mode));
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
          <legend>{t('imports.mode')}</legend>
          {importModes.map((each) => (
            <label key={each}>
              <input type="radio" name="mode" checked={mode === each} onChange={() => setMode(each)} />
              {t(`imports.mode.${each}`)}
            </label>
          ))}
          {isBlocked && <p className={styles.quiet}>{t('imports.blocked')}</p>}
        </fieldset>
      )}
      <div className={styles.next}>
        <Button variant="primary" disabled={isBlocked} isBusy={isBusy} onClick={() => void run()}>
          {t('imports.run', { count: counts.new + counts.changed + counts.unchanged })}
        </Button>
      </div>
    </>
  );
}

/** The first rows with errors, and a file of all of them. */
export function ImportErrors({ kind, current }: Omit<CheckedProps, 'onRun'>) {
  const { id, errors, counts } = current;
  if (errors.length === 0) return null;
  const shown = new Set(errors.map(({ row }) => row)).size;
  return (
    <Card
      isFlush
      title={t('imports.errors')}
      actions={
        <RowsFileButton kind={kind} importId={id} of="errors">
          {t('imports.errorsFile')}
        </RowsFileButton>
      }
    >
      {shown < counts.wrong && <p className={styles.note}>{t('imports.errorsFirst', { count: shown })}</p>}
      <PlainTable isFocusable className={styles.errors}>
        <thead>
          <tr>
            <th scope="col">{t('imports.row')}</th>
            <th scope="col">{t('imports.field')}</th>
            <th scope="col">{t('imports.value')}</th>
            <th scope="col">{t('imports.problem')}</th>
          </tr>
        </thead>
        <tbody>
          {errors.map(({ row, field, value, message }) => (
            <tr key={`${row} ${field} ${value} ${message}`}>
              <td>{row}</td>
              <td>{kind.fieldWords(field)}</td>
              <td>
                <span className={value === '' ? styles.absent : styles.value}>
                  {value === '' ? t('records.empty') : value}
                </span>
              </td>
              <td>{translate(message)}</td>
            </tr>
          ))}
        </tbody>
      </PlainTable>
    </Card>
  );
}
