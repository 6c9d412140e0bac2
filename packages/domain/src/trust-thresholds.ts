// From where on a scan is doubted (FIELD-03), as each tenant sets it; `defaultTrust` holds until it does.
import { type TrustFlag, trustFlags } from './trust.ts';

export interface TrustSettings {
  /** Metres that a scan may lie beyond the checkpoint's radius and its own accuracy. */
  readonly radiusSlackMetres: number;
  /** A position vaguer than this proves little. */
  readonly accuracyMaxMetres: number;
  /** A device's clock further off than this makes its times doubtful. */
  readonly clockSkewMaxMs: number;
  /** Between the checkpoints of a round. */
  readonly speedMaxMetresPerSecond: number;
  /** Between a guard's last scan of one round and the first of the next, which may lie at another site. */
  readonly travelMaxMetresPerSecond: number;
  /** No one travels on the ground as fast as this, whatever the round. */
  readonly teleportMetresPerSecond: number;
  /** Two checkpoints this close in time cannot both have been walked to. */
  readonly burstMs: number;
  /** Two guards who scan with one device within this time share it. */
  readonly sharedDeviceMs: number;
  /** How far a changing code's time may lie from the scan's: both clocks err. */
  readonly rotatingCodeMs: number;
  /** What arrives later than this after it happened is flagged (TRUTH-04). */
  readonly sentLateMs: number;
  /** How long a phone must stay within the geofence before a scan by position counts (TRUTH-01). */
  readonly positionDwellMs: number;
  /** A round whose score is below this is an exception: with 100 each that has any doubt. */
  readonly scoreMin: number;
  /** Doubts that make an exception whatever the score. */
  readonly alwaysFlags: readonly TrustFlag[];
}

/**
 * The product's own. Never changed: what was judged by them is shown by them; other ones are a new set.
 * Speeds: a trained runner keeps 5 to 7 m/s over minutes; 40 m/s (144 km/h) is a car on a motorway; 85 m/s (306 km/h)
 * is beyond the fastest train. Accuracy: phones under open sky know their place to within 5 to 20 m, between houses to
 * 50 m. Clocks: a phone that sets its clock by its network errs by less than a minute. Codes: RFC 6238 allows a step
 * for the way; three allow for a screen that has no network either. Late: a shift of twelve hours and the way home.
 */
export const defaultTrust: TrustSettings = {
  radiusSlackMetres: 0,
  accuracyMaxMetres: 50,
  clockSkewMaxMs: 120_000,
  speedMaxMetresPerSecond: 7,
  travelMaxMetresPerSecond: 40,
  teleportMetresPerSecond: 85,
  burstMs: 5_000,
  sharedDeviceMs: 600_000,
  rotatingCodeMs: 90_000,
  sentLateMs: 57_600_000,
  positionDwellMs: 10_000,
  scoreMin: 100,
  alwaysFlags: ['forgedCode', 'badSignature', 'teleport', 'wrongCode', 'unknownTag', 'sharedDevice'],
};

export type TrustThreshold = Exclude<keyof TrustSettings, 'alwaysFlags'>;

interface Bounds {
  readonly min: number;
  readonly max: number;
  /** As people read it; times are stored in milliseconds. */
  readonly unit: 'metres' | 'metresPerSecond' | 'seconds' | 'minutes' | 'hours' | 'points';
}

/** What a tenant may choose, in the stored unit. */
export const trustBounds: Readonly<Record<TrustThreshold, Bounds>> = {
  radiusSlackMetres: { min: 0, max: 500, unit: 'metres' },
  accuracyMaxMetres: { min: 5, max: 1_000, unit: 'metres' },
  clockSkewMaxMs: { min: 10_000, max: 86_400_000, unit: 'seconds' },
  speedMaxMetresPerSecond: { min: 1, max: 30, unit: 'metresPerSecond' },
  travelMaxMetresPerSecond: { min: 5, max: 80, unit: 'metresPerSecond' },
  teleportMetresPerSecond: { min: 30, max: 350, unit: 'metresPerSecond' },
  burstMs: { min: 0, max: 600_000, unit: 'seconds' },
  sharedDeviceMs: { min: 0, max: 14_400_000, unit: 'minutes' },
  rotatingCodeMs: { min: 30_000, max: 900_000, unit: 'seconds' },
  sentLateMs: { min: 3_600_000, max: 2_592_000_000, unit: 'hours' },
  positionDwellMs: { min: 0, max: 120_000, unit: 'seconds' },
  scoreMin: { min: 0, max: 100, unit: 'points' },
};

export const trustThresholdNames = [
  'radiusSlackMetres',
  'accuracyMaxMetres',
  'clockSkewMaxMs',
  'speedMaxMetresPerSecond',
  'travelMaxMetresPerSecond',
  'teleportMetresPerSecond',
  'burstMs',
  'sharedDeviceMs',
  'rotatingCodeMs',
  'sentLateMs',
  'positionDwellMs',
  'scoreMin',
] as const satisfies readonly TrustThreshold[];

/** Shorter leaps may be a position that was found again, however fast they seem. */
export const teleportMinMetres = 1_000;

/** The settings that a stored record says, as far as it says any; what is missing or broken is the product's own. */
export function readTrustSettings(stored: unknown): TrustSettings {
  const read = new Map(typeof stored === 'object' && stored !== null ? Object.entries(stored) : []);
  const numbers = trustThresholdNames.flatMap((name) => {
    const value: unknown = read.get(name);
    const { min, max } = trustBounds[name];
    return typeof value === 'number' && value >= min && value <= max ? [[name, value] as const] : [];
  });
  const listed: unknown = read.get('alwaysFlags');
  const alwaysFlags = Array.isArray(listed) ? trustFlags.filter((flag) => listed.includes(flag)) : null;
  return {
    ...defaultTrust,
    ...Object.fromEntries(numbers),
    ...(alwaysFlags === null ? {} : { alwaysFlags }),
  };
}

/** Settings as they were saved, each in force from then on until the next. */
export interface TrustSettingsSince {
  readonly sinceMs: number;
  readonly settings: TrustSettings;
}

/** Those in force when a scan arrived; `history` has the latest first. */
export function settingsAt(history: readonly TrustSettingsSince[], receivedAtMs: number): TrustSettings {
  return history.find(({ sinceMs }) => sinceMs <= receivedAtMs)?.settings ?? defaultTrust;
}

/** Anyone who goes on foot is not faster than a car, and no car is impossible. */
export function areSpeedsInOrder(
  settings: Pick<
    TrustSettings,
    'speedMaxMetresPerSecond' | 'travelMaxMetresPerSecond' | 'teleportMetresPerSecond'
  >,
): boolean {
  return (
    settings.speedMaxMetresPerSecond <= settings.travelMaxMetresPerSecond &&
    settings.travelMaxMetresPerSecond <= settings.teleportMetresPerSecond
  );
}
