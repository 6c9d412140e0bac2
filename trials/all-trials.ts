// Every trial by its name.
import { failover } from './failover/failover.ts';
import { overload } from './overload/overload.ts';
import { slowClients } from './slow-clients/slow-clients.ts';
import { soak } from './soak/soak.ts';
import { timeZones } from './time-zones/time-zones.ts';
import type { Trial } from './trial.ts';

export const allTrials: Readonly<Record<string, Trial>> = {
  failover,
  overload,
  'slow-clients': slowClients,
  soak,
  'time-zones': timeZones,
};
