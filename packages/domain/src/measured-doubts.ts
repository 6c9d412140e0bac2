// What was measured about a doubt that is stored with a scan, by the thresholds that were in force.
import type { TrustFlag } from './trust.ts';
import type { Doubt } from './trust-sequence.ts';
import type { TrustSettings } from './trust-thresholds.ts';

export interface MeasuredScan {
  readonly distanceMetres: number | null;
  readonly radiusMetres: number;
  readonly accuracyMetres: number | null;
  /** Device's clock minus the server's; milliseconds. */
  readonly clockSkewMs: number;
}

const known = <Name extends string>(name: Name, value: number | null) =>
  value === null ? {} : { [name]: value };

export function measuredDoubt(flag: TrustFlag, scan: MeasuredScan, settings: TrustSettings): Doubt {
  const accuracy = known('accuracyMetres', scan.accuracyMetres);
  if (flag === 'outsideRadius') {
    const limit = settings.radiusSlackMetres;
    const distance = known('metres', scan.distanceMetres);
    return { flag, ...distance, radiusMetres: scan.radiusMetres, ...accuracy, limit };
  }
  if (flag === 'poorAccuracy') return { flag, ...accuracy, limit: settings.accuracyMaxMetres };
  if (flag === 'clockSkew') return { flag, elapsedMs: scan.clockSkewMs, limit: settings.clockSkewMaxMs };
  return { flag };
}
