// A dialog that closes once what it holds is saved, and says within itself why it is not.
import { type QueryKey, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { failureTexts, type FormMessageContent } from '../lib/form-message.tsx';
import { toasts } from '../ui/feedback/toasts.ts';

/** What `key` stands for is asked anew however saving ends. */
export function useDialogSave(key: QueryKey, onClose: () => void) {
  const queries = useQueryClient();
  const [message, setMessage] = useState<FormMessageContent>();
  const [isBusy, setIsBusy] = useState(false);
  /** `run` resolves to what is said then. */
  const save = async (run: () => Promise<string>): Promise<void> => {
    setMessage(undefined);
    setIsBusy(true);
    try {
      const text = await run();
      toasts.success({ text });
      onClose();
    } catch (error) {
      setMessage({ isError: true, texts: failureTexts(error) });
    } finally {
      setIsBusy(false);
      void queries.invalidateQueries({ queryKey: key });
    }
  };
  return { message, isBusy, save };
}
