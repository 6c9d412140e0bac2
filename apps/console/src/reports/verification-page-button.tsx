// Saves the page by which anybody checks an evidence file, wherever such a file is saved.
import { IconShieldCheck } from '@tabler/icons-react';
import { useState } from 'react';
import { ApiError } from '../lib/api-error.ts';
import { t } from '../lib/labels.ts';
import { Button } from '../ui/actions/button.tsx';
import { toasts } from '../ui/feedback/toasts.ts';

export function VerificationPageButton({ save }: { readonly save: () => Promise<void> }) {
  const [isBusy, setIsBusy] = useState(false);
  const start = async () => {
    setIsBusy(true);
    try {
      await save();
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      toasts.error({ summary: t('error.summary'), text: error.message });
    } finally {
      setIsBusy(false);
    }
  };
  return (
    <Button icon={<IconShieldCheck size={18} aria-hidden />} disabled={isBusy} onClick={() => void start()}>
      {t('evidence.savePage')}
    </Button>
  );
}
