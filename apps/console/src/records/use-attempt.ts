// A change at a press of a button: run, its end told, and what shows it asked again.
import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useState } from 'react';
import { ApiError } from '../lib/api-error.ts';
import { t } from '../lib/labels.ts';
import type { ToastInput } from '../ui/feedback/toast-store.ts';
import { toasts } from '../ui/feedback/toasts.ts';

export interface Attempts {
  readonly isBusy: boolean;
  /** Resolves to whether it was made; `done` is said then, and else the reason, as `refused` puts it. */
  readonly attempt: (
    run: () => Promise<unknown>,
    done?: string,
    refused?: (error: ApiError) => Partial<ToastInput>,
  ) => Promise<boolean>;
}

/** `area` is the first part of the query keys that are asked again, however an attempt ends. */
export function useAttempt(area: string): Attempts {
  const queries = useQueryClient();
  const [isBusy, setIsBusy] = useState(false);
  const attempt = useCallback(
    async (...[run, done, refused]: Parameters<Attempts['attempt']>): Promise<boolean> => {
      setIsBusy(true);
      try {
        await run();
        if (done !== undefined) toasts.success({ text: done });
        return true;
      } catch (error) {
        if (!(error instanceof ApiError)) throw error;
        toasts.error({ summary: t('error.summary'), text: error.message, ...refused?.(error) });
        return false;
      } finally {
        setIsBusy(false);
        void queries.invalidateQueries({ queryKey: [area] });
      }
    },
    [queries, area],
  );
  return { isBusy, attempt };
}
