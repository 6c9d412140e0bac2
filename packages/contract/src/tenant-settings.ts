import { dutyLimitHoursMax, dutyLimitHoursMin } from '@watchpost/domain/duty-sessions';
import {
  accentColourPattern,
  countryCodePattern,
  dateFormatChoices,
  mapZoomMax,
  mapZoomMin,
  pageSizeMin,
  passwordMaxLengthCeiling,
  tenantNameMaxLength,
} from '@watchpost/domain/tenant-settings';
import { pageSizeMax, passwordMaxLength } from '@watchpost/domain/limits';
import { storableTextPattern } from '@watchpost/domain/patterns';
import { isTimeZone } from '@watchpost/domain/time-zone';
import * as z from 'zod/mini';
import { defineEndpoint } from './endpoint.ts';
import { latitude, longitude, version } from './values.ts';

const whole = (min: number, max: number, error: string) =>
  z.int({ error }).check(z.minimum(min, { error }), z.maximum(max, { error }));

const settings = z.strictObject({
  name: z
    .string({ error: 'setting_name' })
    .check(
      z.trim(),
      z.minLength(1, { error: 'setting_name' }),
      z.maxLength(tenantNameMaxLength, { error: 'setting_name' }),
      z.regex(storableTextPattern, { error: 'setting_name' }),
    ),
  /** #rrggbb; null for the product's own. */
  accentColour: z.nullable(
    z.string().check(z.toLowerCase(), z.regex(accentColourPattern, { error: 'setting_accent' })),
  ),
  dateFormat: z.enum(dateFormatChoices, { error: 'setting_date_format' }),
  timeZone: z.string().check(z.refine(isTimeZone, { error: 'setting_time_zone' })),
  language: z.string().check(z.regex(/^[a-z]{2,3}$/, { error: 'setting_language' })),
  defaultCountryCode: z.string().check(z.regex(countryCodePattern, { error: 'setting_country_code' })),
  pageSize: whole(pageSizeMin, pageSizeMax, 'setting_page_size'),
  mapCentre: z.strictObject({ latitude, longitude }),
  mapZoom: z
    .number({ error: 'setting_map_zoom' })
    .check(
      z.minimum(mapZoomMin, { error: 'setting_map_zoom' }),
      z.maximum(mapZoomMax, { error: 'setting_map_zoom' }),
    ),
  passwordMaxLength: whole(passwordMaxLength, passwordMaxLengthCeiling, 'setting_password_max'),
  isTwoStepRequired: z.boolean(),
  dutyLimitHours: whole(dutyLimitHoursMin, dutyLimitHoursMax, 'setting_duty_limit'),
});

const reply = z.object({
  settings: z.object({ ...settings.shape, mapCentre: z.object({ latitude, longitude }) }),
  version: z.number(),
  /** Languages to choose from. */
  languages: z.array(z.string()),
});
export type TenantSettingsReply = z.output<typeof reply>;

export const getTenantSettings = defineEndpoint({
  name: 'getTenantSettings',
  method: 'GET',
  path: '/secure/app-settings/tenant',
  access: 'APP_SETTINGS:view',
  summary: "The tenant's settings with their version, to be edited.",
  reply,
});

export const saveTenantSettings = defineEndpoint({
  name: 'saveTenantSettings',
  method: 'PUT',
  path: '/secure/app-settings/tenant',
  access: 'APP_SETTINGS:edit',
  summary: 'Stores the settings, which hold from then on; 409 when somebody else saved meanwhile.',
  body: z.strictObject({ settings, version }),
  reply,
});
