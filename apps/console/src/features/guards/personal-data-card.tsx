// A guard's own data: all of it as a file, and its erasure, which says before what goes and what stays (decision 0022).
import type { GuardRow } from '@watchpost/contract/guards';
import { IconDownload, IconUserOff } from '@tabler/icons-react';
import { useState } from 'react';
import { useSession } from '../../lib/current-session.ts';
import { t } from '../../lib/labels.ts';
import { timeWords } from '../../records/record-time.ts';
import { useFileExport } from '../../records/use-file-export.ts';
import { Button } from '../../ui/actions/button.tsx';
import { Card } from '../../ui/display/card.tsx';
import { EraseDialog } from './erase-dialog.tsx';
import { saveGuardData } from './guards.api.ts';
import styles from './personal-data.module.css';

export function PersonalDataCard({ guard }: { readonly guard: GuardRow }) {
  const mayExport = useSession((session) => session.hasAccessTo('PERSONAL_DATA', 'export'));
  if (guard.erasedAt !== null) {
    return (
      <Card title={t('personalData.title')}>
        <p>{t('personalData.erasedOn', { time: timeWords(guard.erasedAt) })}</p>
      </Card>
    );
  }
  if (!mayExport) return null;
  return (
    <Card title={t('personalData.title')}>
      <p className={styles.text}>{t('personalData.text')}</p>
      <div className={styles.actions}>
        <ExportButton guard={guard} />
        <EraseButton guard={guard} />
      </div>
    </Card>
  );
}

function ExportButton({ guard }: { readonly guard: GuardRow }) {
  const { isRunning, run, cancel } = useFileExport((id: string, signal) => saveGuardData(id, signal));
  if (isRunning) return <Button onClick={cancel}>{t('records.exportCancel')}</Button>;
  return (
    <Button icon={<IconDownload size={18} aria-hidden />} onClick={() => void run(guard.id)}>
      {t('personalData.export')}
    </Button>
  );
}

/** Only for who left: the sentence says what comes first for others. */
function EraseButton({ guard }: { readonly guard: GuardRow }) {
  const mayErase = useSession((session) => session.hasAccessTo('PERSONAL_DATA', 'erase'));
  const [isOpen, setIsOpen] = useState(false);
  if (!mayErase) return null;
  if (guard.activated) return <p className={styles.hint}>{t('personalData.activeHint')}</p>;
  return (
    <>
      <Button icon={<IconUserOff size={18} aria-hidden />} onClick={() => setIsOpen(true)}>
        {t('personalData.erase')}
      </Button>
      {isOpen && <EraseDialog guard={guard} onClose={() => setIsOpen(false)} />}
    </>
  );
}
