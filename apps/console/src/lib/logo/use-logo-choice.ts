// A logo on its way: chosen, looked at, stored; or taken away after a question.
import { useState } from 'react';
import { toasts } from '../../ui/feedback/toasts.ts';
import { confirm } from '../../ui/overlays/confirm-store.ts';
import { ApiError } from '../api-error.ts';
import { t, translate } from '../labels.ts';
import { cropLogo, type LogoCrops, LogoRefused } from './crop-logo.ts';

interface Chosen {
  readonly cuts: LogoCrops;
  readonly name: string;
}

interface LogoStore {
  readonly store: (blob: Blob, name: string) => Promise<void>;
  readonly remove: () => Promise<void>;
  /** Asked before it is taken away. */
  readonly removeQuestion: () => string;
}

function tell(error: unknown): void {
  if (!(error instanceof ApiError)) throw error;
  toasts.error({ summary: t('error.summary'), text: translate(error.message) });
}

export function useLogoChoice({ store, remove, removeQuestion }: LogoStore) {
  const [chosen, setChosen] = useState<Chosen | null>(null);
  const [refusal, setRefusal] = useState<string | null>(null);
  const [isSaving, setIsSaving] = useState(false);
  const choose = async (file: File) => {
    setRefusal(null);
    try {
      setChosen({ cuts: await cropLogo(file), name: file.name });
    } catch (error) {
      setRefusal(error instanceof LogoRefused ? error.message : 'photo_broken');
    }
  };
  const storing = async (work: Promise<void>, said: string) => {
    setIsSaving(true);
    try {
      await work;
      setChosen(null);
      toasts.success({ text: said });
    } catch (error) {
      tell(error);
    } finally {
      setIsSaving(false);
    }
  };
  return {
    chosen,
    /** Why the last file will not do, as a label key. */
    refusal,
    isSaving,
    choose,
    use: (blob: Blob) => storing(store(blob, chosen?.name ?? ''), t('logo.saved')),
    remove: async () => {
      if (await confirm({ message: removeQuestion() })) await storing(remove(), t('logo.removed'));
    },
    leave: () => setChosen(null),
  };
}
