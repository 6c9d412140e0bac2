// The tenant's settings as its form holds them: numbers are text until they are saved. Pure.
import type { TenantSettingsReply } from '@watchpost/contract/tenant-settings';
import {
  accentColourPattern,
  countryCodePattern,
  mapZoomMax,
  mapZoomMin,
  pageSizeMin,
  passwordMaxLengthCeiling,
  tenantNameMaxLength,
} from '@watchpost/domain/tenant-settings';
import { dutyLimitHoursMax, dutyLimitHoursMin } from '@watchpost/domain/duty-sessions';
import { pageSizeMax, passwordMaxLength } from '@watchpost/domain/limits';
import { sitePhonePattern } from '@watchpost/domain/patterns';
import { emergencyNumberPattern } from '@watchpost/domain/sos-phones';

type Settings = TenantSettingsReply['settings'];

export interface SettingsDraft
  extends Pick<
    Settings,
    | 'name'
    | 'accentColour'
    | 'dateFormat'
    | 'timeZone'
    | 'isTwoStepRequired'
    | 'controlRoomPhone'
    | 'emergencyNumber'
  > {
  readonly defaultCountryCode: string;
  /** Empty for that of each browser. */
  readonly language: string;
  /** Empty for each list's own. */
  readonly pageSize: string;
  readonly latitude: string;
  readonly longitude: string;
  readonly mapZoom: string;
  readonly passwordMaxLength: string;
  readonly dutyLimitHours: string;
}

export function draftOf(settings: Settings): SettingsDraft {
  const { mapCentre, ...rest } = settings;
  return {
    ...rest,
    language: settings.language ?? '',
    pageSize: settings.pageSize === null ? '' : String(settings.pageSize),
    latitude: String(mapCentre.latitude),
    longitude: String(mapCentre.longitude),
    mapZoom: String(settings.mapZoom),
    passwordMaxLength: String(settings.passwordMaxLength),
    dutyLimitHours: String(settings.dutyLimitHours),
  };
}

/** Numbers are written in groups, and stored without. */
const compact = (phone: string): string => phone.replaceAll(/[\s()-]/g, '');

export function settingsOf(draft: SettingsDraft): Settings {
  const { latitude, longitude, ...rest } = draft;
  return {
    ...rest,
    name: draft.name.trim(),
    defaultCountryCode: draft.defaultCountryCode.trim(),
    language: draft.language === '' ? null : draft.language,
    pageSize: draft.pageSize.trim() === '' ? null : Number(draft.pageSize),
    mapCentre: { latitude: Number(latitude), longitude: Number(longitude) },
    mapZoom: Number(draft.mapZoom),
    passwordMaxLength: Number(draft.passwordMaxLength),
    dutyLimitHours: Number(draft.dutyLimitHours),
    controlRoomPhone: compact(draft.controlRoomPhone),
    emergencyNumber: compact(draft.emergencyNumber),
  };
}

export type Problems = Readonly<Partial<Record<keyof SettingsDraft, string>>>;

const isNumber = (text: string, min: number, max: number): boolean =>
  text.trim() !== '' && Number(text) >= min && Number(text) <= max;
const isWhole = (text: string, min: number, max: number): boolean =>
  /^\d+$/.test(text.trim()) && isNumber(text, min, max);

/** Message keys of what cannot be saved, by field; the server has the same rules. */
export function problemsOf(draft: SettingsDraft): Problems {
  const name = draft.name.trim();
  const rules: readonly [keyof SettingsDraft, boolean, string][] = [
    ['name', name !== '' && name.length <= tenantNameMaxLength, 'setting_name'],
    [
      'accentColour',
      draft.accentColour === null || accentColourPattern.test(draft.accentColour),
      'setting_accent',
    ],
    ['defaultCountryCode', countryCodePattern.test(draft.defaultCountryCode.trim()), 'setting_country_code'],
    [
      'pageSize',
      draft.pageSize.trim() === '' || isWhole(draft.pageSize, pageSizeMin, pageSizeMax),
      'setting_page_size',
    ],
    ['latitude', isNumber(draft.latitude, -90, 90), 'setting_latitude'],
    ['longitude', isNumber(draft.longitude, -180, 180), 'setting_longitude'],
    ['mapZoom', isNumber(draft.mapZoom, mapZoomMin, mapZoomMax), 'setting_map_zoom'],
    [
      'passwordMaxLength',
      isWhole(draft.passwordMaxLength, passwordMaxLength, passwordMaxLengthCeiling),
      'setting_password_max',
    ],
    [
      'dutyLimitHours',
      isWhole(draft.dutyLimitHours, dutyLimitHoursMin, dutyLimitHoursMax),
      'setting_duty_limit',
    ],
    ['controlRoomPhone', sitePhonePattern.test(compact(draft.controlRoomPhone)), 'contact_phone_pattern'],
    [
      'emergencyNumber',
      emergencyNumberPattern.test(compact(draft.emergencyNumber)),
      'setting_emergency_number',
    ],
  ];
  return Object.fromEntries(rules.filter(([, isMet]) => !isMet).map(([field, , key]) => [field, key]));
}

export function isSameDraft(one: SettingsDraft, other: SettingsDraft): boolean {
  return JSON.stringify(settingsOf(one)) === JSON.stringify(settingsOf(other));
}
