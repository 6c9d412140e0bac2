// Reasons to doubt a scan that it gives by itself: place, accuracy, clock, and the way it was made (FIELD-03).
import { distanceMetres, knownPosition, type Position } from './geo.ts';
import type { ScanMethod, TrustFlag } from './trust.ts';
import { defaultTrust, type TrustSettings } from './trust-thresholds.ts';

export interface ScanEvidence {
  readonly method: ScanMethod;
  readonly position: Position | null;
  readonly accuracyMetres: number | null;
  /** Device's clock minus the server's when the scan was sent; milliseconds. */
  readonly clockSkewMs: number;
}

export interface ExpectedPosition extends Position {
  readonly radiusMetres: number;
}

/** Flags that a scan earns by itself: they do not depend on what else arrived. */
export function flagsOfScan(
  scan: ScanEvidence,
  expected: ExpectedPosition,
  settings: TrustSettings = defaultTrust,
): TrustFlag[] {
  const flags: TrustFlag[] = [];
  const position = knownPosition(scan.position);
  if (position === null) flags.push('noPosition');
  else if (isOutside(position, scan.accuracyMetres ?? 0, expected, settings)) flags.push('outsideRadius');
  if ((scan.accuracyMetres ?? 0) > settings.accuracyMaxMetres) flags.push('poorAccuracy');
  if (Math.abs(scan.clockSkewMs) > settings.clockSkewMaxMs) flags.push('clockSkew');
  if (scan.method === 'typed') flags.push('typedCode');
  return flags;
}

/** The guard may stand anywhere within the accuracy, of which a vague position excuses no more than the tenant's largest (TRUTH-10). */
function isOutside(
  position: Position,
  accuracyMetres: number,
  expected: ExpectedPosition,
  { accuracyMaxMetres, radiusSlackMetres }: TrustSettings,
): boolean {
  const excused = Math.min(accuracyMetres, accuracyMaxMetres) + radiusSlackMetres;
  return distanceMetres(position, expected) > expected.radiusMetres + excused;
}
