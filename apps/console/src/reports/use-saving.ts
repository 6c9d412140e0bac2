import { useState } from 'react';
import { ApiError } from '../lib/api-error.ts';
import { t } from '../lib/labels.ts';
import { toasts } from '../ui/feedback/toasts.ts';

/** Saves a file at a press of a button; a failure is told. */
export function useSaving(save: () => Promise<void>) {
  const [isBusy, setIsBusy] = useState(false);
  const start = async (): Promise<void> => {
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
  return { isBusy, start };
}
