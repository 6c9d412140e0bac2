// What was measured about a doubt that is stored with a scan, by the thresholds that were in force.
import { serverTimeOf } from './device-clock.ts';
import { decodeRotatingCode, lagOf } from './rotating-codes.ts';
import type { TrustFlag } from './trust.ts';
import type { SequenceFlag } from './trust-sequence.ts';
import type { TrustSettings } from './trust-thresholds.ts';

export interface MeasuredScan {
  readonly distanceMetres: number | null;
  readonly radiusMetres: number;
  readonly accuracyMetres: number | null;
  /** Device's clock minus the server's; milliseconds. */
  readonly clockSkewMs: number;
  readonly deviceAtMs: number;
  readonly receivedAtMs: number;
  /** What the device's clock said, where it was not taken at its word. */
  readonly phoneAtMs: number | null;
  /** What was read. */
  readonly code: string | null;
}

const known = <Name extends string>(name: Name, value: number | null) =>
  value === null ? {} : { [name]: value };

export function measuredFlag(flag: TrustFlag, scan: MeasuredScan, settings: TrustSettings): SequenceFlag {
  const accuracy = known('accuracyMetres', scan.accuracyMetres);
  if (flag === 'outsideRadius') {
    const limit = settings.radiusSlackMetres;
    const distance = known('metres', scan.distanceMetres);
    return { flag, ...distance, radiusMetres: scan.radiusMetres, ...accuracy, limit };
  }
  if (flag === 'poorAccuracy') return { flag, ...accuracy, limit: settings.accuracyMaxMetres };
  if (flag === 'clockSkew') return { flag, elapsedMs: scan.clockSkewMs, limit: settings.clockSkewMaxMs };
  if (flag === 'staleCode') {
    const step = decodeRotatingCode(scan.code ?? '')?.step;
    if (step === undefined) return { flag };
    return {
      flag,
      elapsedMs: lagOf(step, serverTimeOf(scan)),
      limit: settings.rotatingCodeMs,
    };
  }
  if (flag === 'sentLate') {
    return { flag, elapsedMs: scan.receivedAtMs - serverTimeOf(scan), limit: settings.sentLateMs };
  }
  return { flag };
}
