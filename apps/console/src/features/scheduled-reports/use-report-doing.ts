// One thing done to a report at a time, with a toast of how it went.
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { ApiError } from '../../lib/api-error.ts';
import { t, translate } from '../../lib/labels.ts';
import { toasts } from '../../ui/feedback/toasts.ts';
import { reportArea, sendTest } from './scheduled-reports.api.ts';

export function useReportDoing() {
  const queries = useQueryClient();
  const [what, setWhat] = useState<string | null>(null);
  const work = async (name: string, action: () => Promise<string>) => {
    setWhat(name);
    try {
      const text = await action();
      if (text !== '') toasts.success({ text });
      await queries.invalidateQueries({ queryKey: [reportArea] });
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      toasts.error({ summary: t('error.summary'), text: translate(error.message) });
    } finally {
      setWhat(null);
    }
  };
  /** `act` answers with what to say when it is done; nothing is said for an empty text. */
  const run = (name: string, action: () => Promise<string>): void => void work(name, action);
  return {
    /** Name of what is under way; null when nothing is. */
    what,
    run,
    test: (id: string) =>
      run('test', async () => {
        const { email } = await sendTest(id);
        return t('scheduled.testSent', { email });
      }),
  };
}
