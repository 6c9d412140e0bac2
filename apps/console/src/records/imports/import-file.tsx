// The first step: which file.
import type { RecordImport } from '@watchpost/contract/record-imports';
import { importMaxBytes, importRowsMax } from '@watchpost/domain/record-import';
import { IconFileSpreadsheet } from '@tabler/icons-react';
import { useState } from 'react';
import { ApiError } from '../../lib/api-error.ts';
import { t, translate } from '../../lib/labels.ts';
import { saveFile } from '../../lib/save-file.ts';
import { Button } from '../../ui/actions/button.tsx';
import { FileButton } from '../../ui/actions/file-button.tsx';
import { Card } from '../../ui/display/card.tsx';
import { PlainTable } from '../../ui/display/plain-table.tsx';
import { uploadSpreadsheet } from './import-api.ts';
import type { ImportKind } from './import-kind.ts';
import styles from './imports.module.css';

function useUpload(kind: ImportKind, onTaken: (taken: RecordImport) => void) {
  const [isBusy, setIsBusy] = useState(false);
  const [problem, setProblem] = useState('');
  return {
    isBusy,
    problem,
    send: async (file: File) => {
      if (file.size > importMaxBytes) {
        setProblem('import_file_large');
        return;
      }
      setIsBusy(true);
      setProblem('');
      try {
        onTaken(await uploadSpreadsheet(kind, file));
      } catch (error) {
        if (!(error instanceof ApiError)) throw error;
        setProblem(error.fields['file']?.[0]?.message ?? error.message);
        setIsBusy(false);
      }
    },
  };
}

interface FileProps {
  readonly kind: ImportKind;
  readonly onTaken: (taken: RecordImport) => void;
}

export function ImportFile({ kind, onTaken }: FileProps) {
  const { isBusy, problem, send } = useUpload(kind, onTaken);
  const size = importMaxBytes / 1_000_000;
  return (
    <div className={styles.page}>
      <Card title={t('imports.fileTitle')}>
        <div className={styles.file}>
          <p>{t(`imports.${kind.name}.intro`)}</p>
          <p className={styles.quiet}>{t('imports.fileRule', { rows: importRowsMax, size })}</p>
          <div className={styles.next}>
            <FileButton
              label={t('imports.file')}
              accept=".xlsx,.csv"
              variant="primary"
              isBusy={isBusy}
              icon={<IconFileSpreadsheet size={18} aria-hidden />}
              onChoose={(file) => void send(file)}
            >
              {t('imports.choose')}
            </FileButton>
            <Button onClick={() => saveExample(kind)}>{t('imports.example')}</Button>
          </div>
          <p role="alert" className={styles.problem}>
            {problem !== '' && translate(problem)}
          </p>
        </div>
      </Card>
      <FieldsCard kind={kind} />
    </div>
  );
}

/** What can stand in the file, and how it is written there. */
function FieldsCard({ kind }: Pick<FileProps, 'kind'>) {
  const { fields, fieldWords, example, otherExamples } = kind;
  const needed = kind.needed({});
  return (
    <Card title={t('imports.fields')} isFlush>
      <PlainTable isFocusable className={styles.fields}>
        <thead>
          <tr>
            <th scope="col">{t('imports.field')}</th>
            <th scope="col">{t('imports.forExample')}</th>
          </tr>
        </thead>
        <tbody>
          {fields.map((field) => (
            <tr key={field}>
              <td>
                {fieldWords(field)}{' '}
                {needed.includes(field) && <span className={styles.quiet}>({t('imports.needed')})</span>}
              </td>
              <td className={styles.quiet}>{otherExamples[field] ?? example[field]}</td>
            </tr>
          ))}
        </tbody>
      </PlainTable>
    </Card>
  );
}

/** Headings in the viewer's language, which the guess knows. */
function saveExample({ name, fieldWords, example }: ImportKind): void {
  const headings = Object.keys(example).map(fieldWords);
  const lines = [headings, Object.values(example)].map((cells) => `${cells.join(',')}\r\n`);
  saveFile(new Blob(['\uFEFF', ...lines], { type: 'text/csv' }), `${name}.csv`);
}
