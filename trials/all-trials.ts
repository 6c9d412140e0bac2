// Every trial by its name.
import { failover } from './failover/failover.ts';
import type { Trial } from './trial.ts';

export const allTrials: Readonly<Record<string, Trial>> = {
  failover,
};
