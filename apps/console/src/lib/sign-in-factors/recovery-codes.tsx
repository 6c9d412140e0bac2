// Recovery codes, shown this once: to be copied, kept as a file or printed.
import { IconCopy, IconDownload, IconPrinter } from '@tabler/icons-react';
import { createPortal } from 'react-dom';
import { Button } from '../../ui/actions/button.tsx';
import { toasts } from '../../ui/feedback/toasts.ts';
import { t } from '../labels.ts';
import { saveFile } from '../save-file.ts';
import styles from './sign-in-factors.module.css';

/** Where the browser refuses the clipboard, whoever asked is told to copy by hand. */
export async function copyText(text: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(text);
    toasts.success({ text: t('codes.copied') });
  } catch {
    toasts.error({ summary: t('error.summary'), text: t('codes.copyFailed') });
  }
}

export function RecoveryCodes({ codes }: { readonly codes: readonly string[] }) {
  const text = `${codes.join('\n')}\n`;
  return (
    <div className={styles.block}>
      <p>{t('codes.text')}</p>
      <ul className={styles.codes} aria-label={t('codes.title')}>
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      {/* Dialogs are not printed: on paper this stands alone. */}
      {createPortal(<pre className={styles.printed}>{`${t('codes.title')}\n\n${text}`}</pre>, document.body)}
      <div className={styles.row}>
        <Button size="small" icon={<IconCopy size={16} />} onClick={() => void copyText(text)}>
          {t('codes.copy')}
        </Button>
        <Button
          size="small"
          icon={<IconDownload size={16} />}
          onClick={() => saveFile(new Blob([text], { type: 'text/plain' }), 'watchpost-recovery-codes.txt')}
        >
          {t('codes.download')}
        </Button>
        <Button size="small" icon={<IconPrinter size={16} />} onClick={() => window.print()}>
          {t('codes.print')}
        </Button>
      </div>
    </div>
  );
}
