// Every trial by its name.
import { failover } from './failover/failover.ts';
import { fieldNames } from './field-names/field-names.ts';
import { formulas } from './formulas/formulas.ts';
import { fuzz } from './fuzz/fuzz.ts';
import { guessing } from './guessing/guessing.ts';
import { overload } from './overload/overload.ts';
import { slowClients } from './slow-clients/slow-clients.ts';
import { soak } from './soak/soak.ts';
import { timeZones } from './time-zones/time-zones.ts';
import type { Trial } from './trial.ts';
import { uploads } from './uploads/uploads.ts';

export const allTrials: Readonly<Record<string, Trial>> = {
  failover,
  'field-names': fieldNames,
  formulas,
  fuzz,
  guessing,
  overload,
  'slow-clients': slowClients,
  soak,
  'time-zones': timeZones,
  uploads,
};
