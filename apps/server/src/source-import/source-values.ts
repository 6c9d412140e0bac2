// Fields as the source holds them: numbers as text, times in several shapes, and anything that may be missing.

export type Fields = Readonly<Record<string, unknown>>;

/** Why a record cannot be taken. */
export class Refusal extends Error {}

export function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The first of the fields that holds something. */
function first(fields: Fields, names: readonly string[]): unknown {
  return names
    .map((name) => fields[name])
    .find((value) => value !== undefined && value !== null && value !== '');
}

/** Half of a character that takes two, as of an emoji that was cut off; the database cannot hold it. */
const halfCharacter = /\p{Surrogate}/gu;

/** Trimmed, and without what the database cannot hold: null characters, halves of others; empty when none of the fields is there. */
export function text(fields: Fields, ...names: string[]): string {
  const value = first(fields, names);
  if (typeof value !== 'string' && typeof value !== 'number') return '';
  return String(value).replaceAll('\u0000', '').replaceAll(halfCharacter, '\uFFFD').trim();
}

export function neededText(fields: Fields, ...names: string[]): string {
  const found = text(fields, ...names);
  if (found === '') throw new Refusal(`${names[0]} is missing`);
  return found;
}

/** A number, also one that is written as text; null when there is none or it is no number. */
export function number(fields: Fields, ...names: string[]): number | null {
  const value = first(fields, names);
  const read = typeof value === 'string' && value.trim() !== '' ? Number(value) : value;
  return typeof read === 'number' && Number.isFinite(read) ? read : null;
}

/** True and false, also as text or as 1 and 0. */
export function flag(fields: Fields, name: string, whenMissing: boolean): boolean {
  const value = fields[name];
  if (value === undefined || value === null || value === '') return whenMissing;
  return value === true || value === 1 || (typeof value === 'string' && /^(1|true)$/i.test(value));
}

const earliestMs = Date.UTC(2000, 0, 1);
const latestMs = Date.UTC(2100, 0, 1);

/**
 * Epoch milliseconds of a number, of a number written as text, or of the database's own timestamp. Null when the
 * field is missing, empty or zero. Throws Refusal for what is no time between 2000 and 2100.
 */
export function time(fields: Fields, name: string): number | null {
  const value = fields[name];
  if (value === undefined || value === null || value === '' || value === 0 || value === '0') return null;
  const ms = isFields(value) ? timestampMs(value) : number(fields, name);
  if (ms === null || ms < earliestMs || ms > latestMs) {
    throw new Refusal(
      `${name} ${JSON.stringify(value)} is not a time in epoch milliseconds between 2000 and 2100`,
    );
  }
  return Math.round(ms);
}

function timestampMs(value: Fields): number | null {
  const seconds = number(value, '_seconds', 'seconds');
  return seconds === null ? null : seconds * 1000 + (number(value, '_nanoseconds', 'nanoseconds') ?? 0) / 1e6;
}

export interface Position {
  readonly latitude: number;
  readonly longitude: number;
}

/** Null when there is none; the source writes 0, 0 where it knew none. */
export function position(fields: Fields, prefix: string): Position | null {
  const [lat, lon] = prefix === '' ? ['latitude', 'longitude'] : [`${prefix}Latitude`, `${prefix}Longitude`];
  const latitude = number(fields, lat, 'lat');
  const longitude = number(fields, lon, 'lng');
  if (latitude === null || longitude === null || (latitude === 0 && longitude === 0)) return null;
  return Math.abs(latitude) <= 90 && Math.abs(longitude) <= 180 ? { latitude, longitude } : null;
}

/** Ids in a list, or separated by commas, or as the records themselves. */
export function ids(fields: Fields, ...names: string[]): string[] {
  const value = first(fields, names);
  const list: unknown[] = Array.isArray(value) ? value : typeof value === 'string' ? value.split(',') : [];
  const found = list.map((one) => (isFields(one) ? text(one, 'id', 'value') : text({ one }, 'one')));
  return [...new Set(found.filter((id) => id !== ''))];
}
