// One export of a page at a time: it says how it ended, and ends with the page or the session.
import { useEffect, useRef, useState } from 'react';
import { toasts } from '../ui/feedback/toasts.ts';
import { ApiError } from '../lib/api-error.ts';
import { t } from '../lib/labels.ts';
import { asRunningExport } from '../lib/running-exports.ts';

function tellFailure(error: unknown): void {
  if (error instanceof ApiError && error.code === 'nothingToExport')
    toasts.info({ text: t('records.noData') });
  else {
    const text = error instanceof Error ? error.message : String(error);
    toasts.error({ summary: t('records.exportFailed'), text });
  }
}

/** `save` resolves when the file is saved. */
export function useFileExport<Format>(save: (format: Format, signal: AbortSignal) => Promise<void>) {
  const [isRunning, setIsRunning] = useState(false);
  const controller = useRef<AbortController | null>(null);
  useEffect(() => () => controller.current?.abort(), []);
  const run = async (format: Format) => {
    const own = new AbortController();
    controller.current = own;
    setIsRunning(true);
    try {
      await asRunningExport(own, () => save(format, own.signal));
      toasts.success({ text: t('records.exportDone') });
    } catch (error) {
      if (!own.signal.aborted) tellFailure(error);
    } finally {
      setIsRunning(false);
    }
  };
  return { isRunning, run, cancel: () => controller.current?.abort() };
}
