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
import { sitePhonePattern, wholeTextPattern } from '@watchpost/domain/patterns';
import { emergencyNumberPattern } from '@watchpost/domain/sos-phones';
import { isTimeZone } from '@watchpost/domain/time-zone';
import * as z from 'zod/mini';
import { defineEndpoint } from './endpoint.ts';
import { dialled, latitude, longitude, readAs, version } from './values.ts';
import { cleanText } from '@watchpost/domain/readers/fold';

const whole = (min: number, max: number, error: string) =>
  z.int({ error }).check(z.minimum(min, { error }), z.maximum(max, { error }));

const settings = z.strictObject({
  name: z
    .string({ error: 'setting_name' })
    .check(
      readAs(cleanText),
      z.minLength(1, { error: 'setting_name' }),
      z.maxLength(tenantNameMaxLength, { error: 'setting_name' }),
      z.regex(wholeTextPattern, { error: 'setting_name' }),
    ),
  /** #rrggbb; null for the product's own. */
  accentColour: z.nullable(
    z.string().check(z.toLowerCase(), z.regex(accentColourPattern, { error: 'setting_accent' })),
  ),
  dateFormat: z.enum(dateFormatChoices, { error: 'setting_date_format' }),
  timeZone: z.string().check(z.refine(isTimeZone, { error: 'setting_time_zone' })),
  /** Null for that of each browser. */
  language: z.nullable(z.string().check(z.regex(/^[a-z]{2,3}$/, { error: 'setting_language' }))),
  defaultCountryCode: z.string().check(z.regex(countryCodePattern, { error: 'setting_country_code' })),
  /** Null for each list's own number of rows. */
  pageSize: z.nullable(whole(pageSizeMin, pageSizeMax, 'setting_page_size')),
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

/** The numbers on the guards' SOS screen; see domain/sos-phones.ts. */
const phones = z.strictObject({
  /** Empty for none. */
  controlRoomPhone: z
    .string({ error: 'contact_phone_pattern' })
    .check(dialled, z.regex(sitePhonePattern, { error: 'contact_phone_pattern' })),
  /** Empty for the usual one of the default country code. */
  emergencyNumber: z
    .string({ error: 'setting_emergency_number' })
    .check(dialled, z.regex(emergencyNumberPattern, { error: 'setting_emergency_number' })),
});

const reply = z.object({
  settings: z.object({ ...settings.shape, ...phones.shape, mapCentre: z.object({ latitude, longitude }) }),
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
  summary:
    'Stores the settings that differ from the present ones, which are in force from then on; 409 when someone else saved in between.',
  // What a console of before does not send stays as it is.
  body: z.strictObject({ settings: z.extend(settings, z.partial(phones).shape), version }),
  reply,
});
