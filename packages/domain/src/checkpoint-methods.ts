// Which ways of scanning count at a checkpoint (TRUTH-01).
import { decodeRotatingCode } from './rotating-codes.ts';
import type { ScanMethod } from './trust.ts';
import type { TrustSettings } from './trust-thresholds.ts';

/** As scans are made, but that a code of a screen which changes is a way of its own. */
export const checkpointMethods = ['qr', 'nfc', 'screen', 'position', 'typed'] as const;
export type CheckpointMethod = (typeof checkpointMethods)[number];

/** Of a checkpoint of which no one chose any; the database has them as default. */
export const defaultCheckpointMethods = [
  'qr',
  'nfc',
  'screen',
  'typed',
] as const satisfies readonly CheckpointMethod[];

/** How long after a change the ways of before count, too: a phone without a network knows of none for a shift. */
export const formerMethodsMs = 86_400_000;

export interface MethodSetting {
  readonly methods: readonly CheckpointMethod[];
  /** Those of before the last change. */
  readonly formerMethods: readonly CheckpointMethod[];
  /** When they were changed last; epoch milliseconds. */
  readonly sinceMs: number;
}

interface MadeScan {
  readonly method: ScanMethod;
  readonly code?: string | undefined;
}

/** A scanned code that rotates comes from a screen; a typed one stays typed, in every app. */
export function checkpointMethodOf({ method, code = '' }: MadeScan): CheckpointMethod {
  return method === 'qr' && decodeRotatingCode(code) !== null ? 'screen' : method;
}

/** Whether a scan made so, at that time by the server's clock, is one that the checkpoint takes. */
export function isMethodAllowed(
  scan: MadeScan,
  { methods, formerMethods, sinceMs }: MethodSetting,
  atMs: number,
): boolean {
  const method = checkpointMethodOf(scan);
  return methods.includes(method) || (atMs < sinceMs + formerMethodsMs && formerMethods.includes(method));
}

/** Longest dwell that a phone reports. */
export const dwellMaxMs = 3_600_000;

export interface PositionEvidence {
  /** Null where the phone knew none. */
  readonly accuracyMetres: number | null;
  /** How long the phone says that it stayed within the geofence. */
  readonly dwellMs: number | null;
}

/** Whether a position alone shows too little: vaguer than the geofence, or not stayed at for long enough. */
export function isWeakPosition(
  { accuracyMetres, dwellMs }: PositionEvidence,
  radiusMetres: number,
  { positionDwellMs }: TrustSettings,
): boolean {
  return accuracyMetres === null || accuracyMetres > radiusMetres || (dwellMs ?? 0) < positionDwellMs;
}
