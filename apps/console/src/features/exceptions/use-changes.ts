// Changes to exceptions: conflicts with others are said, never overridden.
import { t } from '../../lib/labels.ts';
import { type Attempts, useAttempt } from '../../records/use-attempt.ts';
import { toasts } from '../../ui/feedback/toasts.ts';
import { exceptionArea } from './exceptions.api.ts';

interface Outcome {
  readonly conflicts?: readonly string[];
}

function conflictsOf(result: unknown): number {
  if (typeof result !== 'object' || result === null || !('conflicts' in result)) return 0;
  const { conflicts } = result as Outcome;
  return conflicts?.length ?? 0;
}

export function useChanges(): Attempts {
  const { isBusy, attempt } = useAttempt(exceptionArea);
  const change = (run: () => Promise<unknown>, done?: string) =>
    attempt(async () => {
      const count = conflictsOf(await run());
      if (count > 0)
        toasts.error({ summary: t('error.summary'), text: t('exceptions.conflicts', { count }) });
      else if (done !== undefined) toasts.success({ text: done });
    });
  return { isBusy, attempt: change };
}
