import { useState } from 'react';
import { type LabelKey, t } from './labels.ts';

/** Runs what a button does, once at a time; the words say why it failed. */
export function useAct(wordsOf: (error: unknown) => LabelKey = () => 'fault.store') {
  const [isBusy, setIsBusy] = useState(false);
  const [fault, setFault] = useState<LabelKey | null>(null);
  const run = (act: () => Promise<unknown>) => {
    if (isBusy) return;
    setIsBusy(true);
    setFault(null);
    act()
      .catch((error: unknown) => setFault(wordsOf(error)))
      .finally(() => setIsBusy(false));
  };
  return { isBusy, fault: fault === null ? null : t(fault), run };
}
