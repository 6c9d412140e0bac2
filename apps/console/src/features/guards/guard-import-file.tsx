// The first step: which file.
import type { RecordImport } from '@watchpost/contract/record-imports';
import { importMaxBytes, importRowsMax } from '@watchpost/domain/record-import';
import { IconFileSpreadsheet } from '@tabler/icons-react';
import { useRef, useState } from 'react';
import { ApiError } from '../../lib/api-error.ts';
import { t, translate } from '../../lib/labels.ts';
import { saveFile } from '../../lib/save-file.ts';
import { Button } from '../../ui/actions/button.tsx';
import { Card } from '../../ui/display/card.tsx';
import { uploadSpreadsheet } from './guard-import.api.ts';
import styles from './guard-import.module.css';

function useUpload(onTaken: (taken: RecordImport) => void) {
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
        onTaken(await uploadSpreadsheet(file));
      } catch (error) {
        if (!(error instanceof ApiError)) throw error;
        setProblem(error.fields['file']?.[0]?.message ?? error.message);
        setIsBusy(false);
      }
    },
  };
}

export function ImportFile({ onTaken }: { readonly onTaken: (taken: RecordImport) => void }) {
  const input = useRef<HTMLInputElement>(null);
  const { isBusy, problem, send } = useUpload(onTaken);
  const size = importMaxBytes / 1_000_000;
  return (
    <Card title={t('guards.importTitle')}>
      <div className={styles.file}>
        <p>{t('guards.importIntro')}</p>
        <p className={styles.quiet}>{t('guards.importFileRule', { rows: importRowsMax, size })}</p>
        <div className={styles.next}>
          <Button
            variant="primary"
            isBusy={isBusy}
            icon={<IconFileSpreadsheet size={18} aria-hidden />}
            onClick={() => input.current?.click()}
          >
            {t('guards.importChoose')}
          </Button>
          <Button onClick={saveExample}>{t('guards.importExample')}</Button>
        </div>
        <input
          ref={input}
          type="file"
          hidden
          accept=".xlsx,.csv"
          aria-label={t('guards.importFile')}
          onChange={(event) => {
            const [file] = event.target.files ?? [];
            // Choosing the same file again is a change too.
            event.target.value = '';
            if (file !== undefined) void send(file);
          }}
        />
        <p role="alert" className={styles.problem}>
          {problem !== '' && translate(problem)}
        </p>
      </div>
    </Card>
  );
}

/** Headings in the viewer's language, which the guess knows. */
function saveExample(): void {
  const headings = [
    t('guards.employeeId'),
    t('guards.firstName'),
    t('guards.lastName'),
    t('guards.email'),
    t('guards.countryCode'),
    t('guards.phoneNumber'),
    t('guards.site'),
  ];
  const row = ['G1001', 'Asha', 'Kale', 'asha@example.com', '+91', '9822012345', ''];
  const text = `\uFEFF${headings.join(',')}\r\n${row.join(',')}\r\n`;
  saveFile(new Blob([text], { type: 'text/csv' }), 'guards.csv');
}
