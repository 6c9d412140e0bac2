// A dialog that closes once what it holds is saved, and says within itself why it is not.
import { type QueryKey, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { ApiError } from '../lib/api-error.ts';
import { failureTexts, type FormMessageContent } from '../lib/form-message.tsx';
import { toasts } from '../ui/feedback/toasts.ts';

export interface Versioned {
  readonly version: number;
}

interface DialogSaveOptions<Stored extends Versioned> {
  /** What it stands for is asked again however saving ends. */
  readonly key: QueryKey;
  /** As the dialog began with it. */
  readonly stored: Stored;
  /** As it is stored now. */
  readonly load: () => Promise<Stored>;
  readonly onClose: () => void;
}

/** Where somebody else saved in the meantime, `theirs` is what they saved, and saving again is upon that. */
export function useDialogSave<Stored extends Versioned>(options: DialogSaveOptions<Stored>) {
  const { key, stored, load, onClose } = options;
  const queries = useQueryClient();
  const [message, setMessage] = useState<FormMessageContent>();
  const [isBusy, setIsBusy] = useState(false);
  const [version, setVersion] = useState(stored.version);
  const [theirs, setTheirs] = useState<Stored | null>(null);
  const meet = async (): Promise<void> => {
    const newest = await load().catch(() => null);
    if (newest === null) return;
    setVersion(newest.version);
    setTheirs(newest);
  };
  /** `run` resolves to what is said then. */
  const save = async (run: (version: number) => Promise<string>): Promise<void> => {
    setMessage(undefined);
    setIsBusy(true);
    try {
      const text = await run(version);
      toasts.success({ text });
      onClose();
    } catch (error) {
      if (error instanceof ApiError && error.code === 'editedMeanwhile') await meet();
      setMessage({ isError: true, texts: failureTexts(error) });
    } finally {
      setIsBusy(false);
      void queries.invalidateQueries({ queryKey: key });
    }
  };
  const settle = () => {
    setTheirs(null);
    setMessage(undefined);
  };
  return { message, isBusy, theirs, save, settle };
}
