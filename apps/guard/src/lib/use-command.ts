import { useState } from 'react';
import { type LabelKey, t } from './labels.ts';
import { fromHere } from './screens.ts';
import { storageFaultOf } from './storage-fault.ts';

/** Runs what a button does, once at a time, and then what leads onward from its screen; the words say why it could not be stored. */
export function useCommand() {
  const [isBusy, setIsBusy] = useState(false);
  const [fault, setFault] = useState<LabelKey | null>(null);
  const run = (command: () => Promise<unknown>, onward: () => void = () => {}) => {
    if (isBusy) return;
    const unlessGone = fromHere();
    setIsBusy(true);
    setFault(null);
    command()
      .then(() => unlessGone(onward))
      .catch((error: unknown) => setFault(storageFaultOf(error)))
      .finally(() => setIsBusy(false));
  };
  return { isBusy, fault: fault === null ? null : t(fault), run };
}
