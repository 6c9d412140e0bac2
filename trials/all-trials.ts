// Every trial by its name.
import { authorization } from './authorization/authorization.ts';
import { board } from './board/board.ts';
import { crossSite } from './cross-site/cross-site.ts';
import { crashTrial } from './crash/crash.ts';
import { databaseRestartTrial } from './database-restart/database-restart.ts';
import { enumeration } from './enumeration/enumeration.ts';
import { failover } from './failover/failover.ts';
import { fieldNames } from './field-names/field-names.ts';
import { forgery } from './forgery/forgery.ts';
import { formulas } from './formulas/formulas.ts';
import { fullDiskTrial } from './full-disk/full-disk.ts';
import { fuzz } from './fuzz/fuzz.ts';
import { guessing } from './guessing/guessing.ts';
import { overload } from './overload/overload.ts';
import { slowClients } from './slow-clients/slow-clients.ts';
import { soak } from './soak/soak.ts';
import { timeZones } from './time-zones/time-zones.ts';
import { pointInTime } from './point-in-time/point-in-time.ts';
import { powerLossCounterProof, powerLossTrial } from './power-loss/power-loss.ts';
import { replicas } from './replicas/replicas.ts';
import { replayTrial } from './replay/replay.ts';
import { retention } from './retention/retention.ts';
import type { Trial } from './trial.ts';
import { uploads } from './uploads/uploads.ts';

export const allTrials: Readonly<Record<string, Trial>> = {
  authorization,
  board,
  crash: crashTrial,
  'cross-site': crossSite,
  'database-restart': databaseRestartTrial,
  enumeration,
  failover,
  'field-names': fieldNames,
  forgery,
  formulas,
  'full-disk': fullDiskTrial,
  fuzz,
  guessing,
  overload,
  'slow-clients': slowClients,
  soak,
  'time-zones': timeZones,
  'point-in-time': pointInTime,
  'power-loss': powerLossTrial,
  'power-loss-counter-proof': powerLossCounterProof,
  replay: replayTrial,
  replicas,
  retention,
  uploads,
};
