// What a tenant may choose of how its console looks and counts, with the product's own choice of each (MNG-09).
import { dutyLimitHours, dutyLimitHoursMax, dutyLimitHoursMin } from './duty-sessions.ts';
import {
  dateFormats,
  defaultCountryCode,
  mapDefaultCentre,
  mapDefaultZoom,
  passwordMaxLength,
} from './limits.ts';
import { sitePhonePattern } from './patterns.ts';
import { emergencyNumberPattern } from './sos-phones.ts';
import { defaultTimeZone } from './zone-names.ts';

/** Display formats to choose from, in day.js tokens; the first is the product's own. */
export const dateFormatChoices = [
  dateFormats.dateTime,
  'DD MMM YYYY hh:mm A',
  'DD MMM YYYY HH:mm',
  'DD/MM/YYYY hh:mm A',
  'DD/MM/YYYY HH:mm',
  'MM/DD/YYYY hh:mm A',
] as const;
export type DateFormatChoice = (typeof dateFormatChoices)[number];

export const tenantNameMaxLength = 100;
export const pageSizeMin = 5;
export const mapZoomMin = 1;
export const mapZoomMax = 19;
/** The specification's 25 is the least that a tenant may allow; 128 the most (OWASP ASVS 6.2.9 asks for at least 64). */
export const passwordMaxLengthCeiling = 128;
export const countryCodePattern = /^\+[1-9]\d{0,3}$/;
export const accentColourPattern = /^#[0-9a-f]{6}$/;

export interface TenantSettings {
  readonly name: string;
  /** #rrggbb in lower case; null for the product's own. */
  readonly accentColour: string | null;
  readonly dateFormat: DateFormatChoice;
  /** IANA name. */
  readonly timeZone: string;
  /** BCP 47 language, e.g. 'en'; null for that of each browser. */
  readonly language: string | null;
  readonly defaultCountryCode: string;
  /** Rows of a page; null for each list's own number. */
  readonly pageSize: number | null;
  readonly mapCentre: { readonly latitude: number; readonly longitude: number };
  readonly mapZoom: number;
  readonly passwordMaxLength: number;
  /** No one signs in with a password alone. */
  readonly isTwoStepRequired: boolean;
  /** After so many hours without a sign of a guard who did not log out, the system does. */
  readonly dutyLimitHours: number;
  /** Whom guards phone in danger, with its country's code; empty for none. */
  readonly controlRoomPhone: string;
  /** Empty for the usual one: see usualEmergencyNumber(). */
  readonly emergencyNumber: string;
}

export const defaultTenantSettings: Omit<TenantSettings, 'name'> = {
  accentColour: null,
  dateFormat: dateFormats.dateTime,
  timeZone: defaultTimeZone,
  language: null,
  defaultCountryCode,
  pageSize: null,
  mapCentre: mapDefaultCentre,
  mapZoom: mapDefaultZoom,
  passwordMaxLength,
  isTwoStepRequired: false,
  dutyLimitHours,
  controlRoomPhone: '',
  emergencyNumber: '',
};

/** The configKeys of the stored settings: config entries are text (A3). */
export const settingKeys = [
  'accentColour',
  'dateFormat',
  'timeZone',
  'language',
  'defaultCountryCode',
  'pageSize',
  'mapCentreLatitude',
  'mapCentreLongitude',
  'mapZoom',
  'passwordMaxLength',
  'isTwoStepRequired',
  'dutyLimitHours',
  'controlRoomPhone',
  'emergencyNumber',
] as const;
type SettingKey = (typeof settingKeys)[number];

/** The configKey of the logo, which is set apart from the others: id of its file, empty for the product's own. */
export const logoConfigKey = 'logo';
/** The configKey under which a session gets its tenant's name. */
export const tenantNameConfigKey = 'tenantName';

/** Settings as config entries; null for what is not chosen, which is not stored. */
export function toConfig(
  settings: Omit<TenantSettings, 'name'>,
): Readonly<Record<SettingKey, string | null>> {
  return {
    accentColour: settings.accentColour,
    dateFormat: settings.dateFormat,
    timeZone: settings.timeZone,
    language: settings.language,
    defaultCountryCode: settings.defaultCountryCode,
    pageSize: settings.pageSize === null ? null : String(settings.pageSize),
    mapCentreLatitude: String(settings.mapCentre.latitude),
    mapCentreLongitude: String(settings.mapCentre.longitude),
    mapZoom: String(settings.mapZoom),
    passwordMaxLength: String(settings.passwordMaxLength),
    isTwoStepRequired: String(settings.isTwoStepRequired),
    dutyLimitHours: String(settings.dutyLimitHours),
    controlRoomPhone: settings.controlRoomPhone,
    emergencyNumber: settings.emergencyNumber,
  };
}

/** The entries that a save changes: what was shown and left as it was is not chosen by saving something else. */
export function changedConfig(
  before: Omit<TenantSettings, 'name'>,
  after: Omit<TenantSettings, 'name'>,
): ReadonlyMap<SettingKey, string | null> {
  const [old, chosen] = [toConfig(before), toConfig(after)];
  return new Map(
    settingKeys.filter((key) => chosen[key] !== old[key]).map((key) => [key, chosen[key]] as const),
  );
}

type ReadConfig = (key: SettingKey) => string | undefined;

function numberIn<Fallback>(
  text: string | undefined,
  min: number,
  max: number,
  fallback: Fallback,
): number | Fallback {
  const value = Number(text === undefined || text.trim() === '' ? Number.NaN : text);
  return value >= min && value <= max ? value : fallback;
}

function wholeIn<Fallback>(
  text: string | undefined,
  min: number,
  max: number,
  fallback: Fallback,
): number | Fallback {
  const value = numberIn(text, min, max, fallback);
  return typeof value === 'number' && Number.isInteger(value) ? value : fallback;
}

/** Settings from config entries, which may be missing or, written by hand, anything: those count as not set. */
export function fromConfig(read: ReadConfig): Omit<TenantSettings, 'name'> {
  const own = defaultTenantSettings;
  const matching = (text: string | undefined, pattern: RegExp) =>
    text !== undefined && pattern.test(text) ? text : undefined;
  return {
    accentColour: matching(read('accentColour'), accentColourPattern) ?? null,
    dateFormat: dateFormatChoices.find((choice) => choice === read('dateFormat')) ?? own.dateFormat,
    timeZone: read('timeZone') || own.timeZone,
    language: read('language') || null,
    defaultCountryCode: matching(read('defaultCountryCode'), countryCodePattern) ?? own.defaultCountryCode,
    pageSize: wholeIn(read('pageSize'), pageSizeMin, 100, own.pageSize),
    mapCentre: {
      latitude: numberIn(read('mapCentreLatitude'), -90, 90, own.mapCentre.latitude),
      longitude: numberIn(read('mapCentreLongitude'), -180, 180, own.mapCentre.longitude),
    },
    mapZoom: numberIn(read('mapZoom'), mapZoomMin, mapZoomMax, own.mapZoom),
    passwordMaxLength: wholeIn(
      read('passwordMaxLength'),
      passwordMaxLength,
      passwordMaxLengthCeiling,
      own.passwordMaxLength,
    ),
    isTwoStepRequired: read('isTwoStepRequired') === 'true',
    dutyLimitHours: wholeIn(read('dutyLimitHours'), dutyLimitHoursMin, dutyLimitHoursMax, own.dutyLimitHours),
    controlRoomPhone: matching(read('controlRoomPhone'), sitePhonePattern) ?? own.controlRoomPhone,
    emergencyNumber: matching(read('emergencyNumber'), emergencyNumberPattern) ?? own.emergencyNumber,
  };
}

/**
 * The format to show times in, given the tenant's: a year that the tenant writes in full is shortened to two digits
 * (A9: 'yyyy' becomes 'yy' when the tenant supplies the format). The product's own format stays as it is.
 */
export function displayFormat(supplied: string | undefined): string {
  const known = dateFormatChoices.find((choice) => choice === supplied);
  if (known === undefined || known === dateFormats.dateTime) return dateFormats.dateTime;
  return known.replaceAll(/y{4}/gi, (year) => year.slice(2));
}

const clockPattern = /h{1,2}:mm(?: A)?/i;

/** The clock of a display format, in day.js tokens. */
export const clockFormat = (format: string): string => clockPattern.exec(format)?.[0] ?? 'hh:mm A';

/** The calendar date of a display format, in day.js tokens. */
export const calendarFormat = (format: string): string => format.replace(clockPattern, '').trim();

/** The Intl option that counts hours as a display format does. */
export const hourCycleOf = (format: string): 'h12' | 'h23' =>
  clockFormat(format).endsWith('A') ? 'h12' : 'h23';
