// Changes to exceptions: run, told of, and asked anew after; conflicts with others are said, never overridden.
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { ApiError } from '../../lib/api-error.ts';
import { t } from '../../lib/labels.ts';
import { toasts } from '../../ui/feedback/toasts.ts';
import { exceptionArea } from './exceptions.api.ts';

interface Outcome {
  readonly conflicts?: readonly string[];
}

export interface Changes {
  readonly isBusy: boolean;
  /** Resolves to whether it was made. */
  readonly attempt: (run: () => Promise<unknown>, done?: string) => Promise<boolean>;
}

function conflictsOf(result: unknown): number {
  if (typeof result !== 'object' || result === null || !('conflicts' in result)) return 0;
  const { conflicts } = result as Outcome;
  return conflicts?.length ?? 0;
}

export function useChanges(): Changes {
  const queries = useQueryClient();
  const [isBusy, setIsBusy] = useState(false);
  const attempt = async (run: () => Promise<unknown>, done?: string): Promise<boolean> => {
    setIsBusy(true);
    try {
      const count = conflictsOf(await run());
      if (count > 0)
        toasts.error({ summary: t('error.summary'), text: t('exceptions.conflicts', { count }) });
      else if (done !== undefined) toasts.success({ text: done });
      return true;
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      toasts.error({ summary: t('error.summary'), text: error.message });
      return false;
    } finally {
      setIsBusy(false);
      void queries.invalidateQueries({ queryKey: [exceptionArea] });
    }
  };
  return { isBusy, attempt };
}
