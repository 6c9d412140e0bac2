// Thresholds of doubt as their form holds them: numbers are text, times in the units that people read. Pure.
import type { TrustSettingsReply } from '@watchpost/contract/trust-settings';
import { type TrustFlag, trustFlags } from '@watchpost/domain/trust';
import {
  areSpeedsInOrder,
  type TrustSettings,
  type TrustThreshold,
  trustBounds,
  trustThresholdNames,
} from '@watchpost/domain/trust-thresholds';

type Settings = TrustSettingsReply['settings'];

export interface TrustDraft {
  readonly texts: Readonly<Record<TrustThreshold, string>>;
  readonly alwaysFlags: readonly TrustFlag[];
}

/** Stored units in one that is shown. */
const scaleOf = (name: TrustThreshold): number =>
  ({ metres: 1, metresPerSecond: 1, seconds: 1_000, minutes: 60_000, hours: 3_600_000, points: 1 })[
    trustBounds[name].unit
  ];

const each = <Value>(of: (name: TrustThreshold) => Value): Record<TrustThreshold, Value> => ({
  radiusSlackMetres: of('radiusSlackMetres'),
  accuracyMaxMetres: of('accuracyMaxMetres'),
  clockSkewMaxMs: of('clockSkewMaxMs'),
  speedMaxMetresPerSecond: of('speedMaxMetresPerSecond'),
  travelMaxMetresPerSecond: of('travelMaxMetresPerSecond'),
  teleportMetresPerSecond: of('teleportMetresPerSecond'),
  burstMs: of('burstMs'),
  sharedDeviceMs: of('sharedDeviceMs'),
  rotatingCodeMs: of('rotatingCodeMs'),
  sentLateMs: of('sentLateMs'),
  positionDwellMs: of('positionDwellMs'),
  scoreMin: of('scoreMin'),
});

export function shownValue(settings: TrustSettings, name: TrustThreshold): string {
  return String(settings[name] / scaleOf(name));
}

/** In the unit that is shown. */
export function shownRange(name: TrustThreshold): { readonly min: number; readonly max: number } {
  const { min, max } = trustBounds[name];
  return { min: min / scaleOf(name), max: max / scaleOf(name) };
}

export function trustDraftOf(settings: TrustSettings): TrustDraft {
  return { texts: each((name) => shownValue(settings, name)), alwaysFlags: settings.alwaysFlags };
}

export function trustSettingsOf({ texts, alwaysFlags }: TrustDraft): Settings {
  const numbers = each((name) => Number(texts[name].trim().replace(',', '.')) * scaleOf(name));
  return { ...numbers, alwaysFlags: trustFlags.filter((flag) => alwaysFlags.includes(flag)) };
}

export const isSameTrustDraft = (a: TrustDraft, b: TrustDraft): boolean =>
  JSON.stringify(trustSettingsOf(a)) === JSON.stringify(trustSettingsOf(b));

/** Label keys of what is wrong, by field. */
export function trustProblemsOf(draft: TrustDraft): Partial<Record<TrustThreshold, string>> {
  const settings = trustSettingsOf(draft);
  const wrong = trustThresholdNames.filter((name) => {
    const { min, max } = trustBounds[name];
    return draft.texts[name].trim() === '' || !(settings[name] >= min && settings[name] <= max);
  });
  const problems = Object.fromEntries(wrong.map((name) => [name, 'doubt_threshold']));
  if (wrong.length > 0 || areSpeedsInOrder(settings)) return problems;
  return { travelMaxMetresPerSecond: 'doubt_order' };
}
