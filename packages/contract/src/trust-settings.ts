// From where on scans are doubted, per tenant (FIELD-03).
import { trustFlags } from '@watchpost/domain/trust';
import { areSpeedsInOrder, type TrustThreshold, trustBounds } from '@watchpost/domain/trust-thresholds';
import * as z from 'zod/mini';
import { defineEndpoint } from './endpoint.ts';
import { version } from './values.ts';

const threshold = (name: TrustThreshold) => {
  const { min, max } = trustBounds[name];
  return z
    .number({ error: 'doubt_threshold' })
    .check(z.minimum(min, { error: 'doubt_threshold' }), z.maximum(max, { error: 'doubt_threshold' }));
};

const shape = {
  radiusSlackMetres: threshold('radiusSlackMetres'),
  accuracyMaxMetres: threshold('accuracyMaxMetres'),
  clockSkewMaxMs: threshold('clockSkewMaxMs'),
  speedMaxMetresPerSecond: threshold('speedMaxMetresPerSecond'),
  travelMaxMetresPerSecond: threshold('travelMaxMetresPerSecond'),
  teleportMetresPerSecond: threshold('teleportMetresPerSecond'),
  burstMs: threshold('burstMs'),
  sharedDeviceMs: threshold('sharedDeviceMs'),
  rotatingCodeMs: threshold('rotatingCodeMs'),
  sentLateMs: threshold('sentLateMs'),
  positionDwellMs: threshold('positionDwellMs'),
  scoreMin: threshold('scoreMin'),
  alwaysFlags: z.array(z.enum(trustFlags)).check(z.maxLength(trustFlags.length)),
} satisfies Record<TrustThreshold | 'alwaysFlags', z.ZodMiniType>;

const settings = z
  .strictObject(shape)
  .check(z.refine(areSpeedsInOrder, { error: 'doubt_order', path: ['travelMaxMetresPerSecond'] }));

const reply = z.object({
  settings: z.object(shape),
  /** 0 while they are the product's own. */
  version: z.int(),
  /** Since when they hold; null while they are the product's own. */
  sinceMs: z.nullable(z.int()),
});
export type TrustSettingsReply = z.output<typeof reply>;

export const getTrustSettings = defineEndpoint({
  name: 'getTrustSettings',
  method: 'GET',
  path: '/secure/app-settings/trust',
  access: 'APP_SETTINGS:view',
  summary: 'From where on scans are doubted, and which rounds become exceptions for it.',
  reply,
});

export const saveTrustSettings = defineEndpoint({
  name: 'saveTrustSettings',
  method: 'PUT',
  path: '/secure/app-settings/trust',
  access: 'APP_SETTINGS:edit',
  summary: 'Stores the thresholds for scans that arrive from then on; 409 when somebody else saved since.',
  body: z.strictObject({ settings, version }),
  reply,
});
