// A record's fields as the source has them: numbers as text, times in several shapes, and anything that may be missing.
import { cleanLines, cleanText } from '@watchpost/domain/readers/fold';
import { readNumber } from '@watchpost/domain/readers/numbers';
import { readDegrees, readPosition } from '@watchpost/domain/readers/positions';
import { readYesNo } from '@watchpost/domain/readers/yes-no';
import type { FindingKind } from './import-report.ts';
import { readInstant } from '@watchpost/domain/readers/times';

const earliestMs = Date.UTC(2000, 0, 1);
const latestMs = Date.UTC(2100, 0, 1);

const milliseconds = /^\d{12,13}$/;

const isMoment = (ms: number): boolean => ms >= earliestMs && ms <= latestMs;

/** Whole epoch milliseconds between 2000 and 2100; null for anything else, and for a date and time that does not say its zone. */
function momentOf(value: unknown): number | null {
  if (typeof value !== 'number' && typeof value !== 'string') return null;
  // What nearly every time is, without the reader.
  const plain = typeof value === 'number' || milliseconds.test(value) ? Number(value) : Number.NaN;
  if (isMoment(plain)) return Math.floor(plain);
  const ms = readInstant(String(value));
  return ms !== null && isMoment(ms) ? Math.floor(ms) : null;
}

export type Fields = Readonly<Record<string, unknown>>;

/** Why a record cannot be taken. */
export class Refusal extends Error {}

export function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

export interface Position {
  readonly latitude: number;
  readonly longitude: number;
}

/** Reports something about the record, and about which of its fields; null for the record as a whole. */
export type Report = (kind: Exclude<FindingKind, 'refused'>, field: string | null, reason: string) => void;

const isEmpty = (value: unknown): boolean =>
  value === undefined || value === null || (typeof value === 'string' && value.trim() === '');

const shownLength = 60;
/** A value as a reason quotes it. */
export function quoted(value: unknown): string {
  const text = JSON.stringify(value) ?? 'undefined';
  return text.length > shownLength ? `${text.slice(0, shownLength)}…` : text;
}

/**
 * Reads a record's fields one by one and remembers which were asked for, so that what nothing asked for can be reported.
 * A field that cannot be read is reported by its name and counts as missing.
 */
export class SourceRecord {
  readonly #fields: Fields;
  readonly #asked = new Set<string>();
  readonly report: Report;

  constructor(fields: Fields, report: Report) {
    this.#fields = fields;
    this.report = report;
  }

  /** The same fields without a report, for what is read once more. */
  withoutFindings(): SourceRecord {
    return new SourceRecord(this.#fields, () => {});
  }

  /** The first of the fields that has something, by its name. */
  #first(names: readonly string[]): { readonly name: string; readonly value: unknown } | null {
    const name = names.find((each) => !isEmpty(this.#fields[each]));
    if (name === undefined) return null;
    const value = this.#fields[name];
    for (const other of names) if (this.#fields[other] === value) this.#asked.add(other);
    return { name, value };
  }

  /** Which of the fields a value would come from; the first one where all are empty. */
  nameOf(...names: string[]): string {
    return this.#first(names)?.name ?? names[0] ?? '';
  }

  /** As written, but for invisible letters, blanks at the ends and blanks in a row; empty when none is there. */
  text(...names: string[]): string {
    const found = this.#first(names);
    if (found === null) return '';
    const { name, value } = found;
    if (typeof value === 'number' || typeof value === 'boolean') return String(value);
    if (typeof value === 'string') return plain.test(value) ? value : cleanText(storable(value));
    this.report('notTaken', name, `${quoted(value)} is no text`);
    return '';
  }

  /** With its line ends; letters that the database cannot hold are replaced. */
  longText(...names: string[]): string {
    const found = this.#first(names);
    if (found === null || typeof found.value !== 'string') return this.text(...names);
    return cleanLines(storable(found.value));
  }

  neededText(...names: string[]): string {
    const found = this.text(...names);
    if (found === '') throw new Refusal(`${names[0]} is missing`);
    return found;
  }

  number(...names: string[]): number | null {
    const found = this.#first(names);
    if (found === null) return null;
    const { value } = found;
    const read = typeof value === 'string' ? numberOf(value, readNumber) : value;
    if (typeof read === 'number' && Number.isFinite(read)) return read;
    this.report('notTaken', found.name, `${quoted(value)} is no number`);
    return null;
  }

  /** A whole number that fits a column of two bytes. */
  count(name: string): number | null {
    const found = this.number(name);
    if (found === null) return null;
    if (Number.isInteger(found) && found >= 0 && found <= countMax) return found;
    this.report('notTaken', name, `${found} is no number of checkpoints`);
    return null;
  }

  flag(name: string, whenMissing: boolean): boolean {
    return this.statedFlag(name) ?? whenMissing;
  }

  /** Null where the record does not say, or says it in words that are none of yes and no. */
  statedFlag(name: string): boolean | null {
    const found = this.#first([name]);
    if (found === null) return null;
    const { value } = found;
    if (typeof value === 'boolean') return value;
    const read = typeof value === 'string' || typeof value === 'number' ? readYesNo(String(value)) : null;
    if (read === null) this.report('notTaken', name, `${quoted(value)} is neither yes nor no`);
    return read;
  }

  /** Epoch milliseconds; null when the field is missing or 0. Throws Refusal for what is no time between 2000 and 2100. */
  time(name: string): number | null {
    const found = this.#first([name]);
    if (found === null || found.value === 0 || found.value === '0') return null;
    const ms = momentOf(found.value);
    if (ms === null) throw new Refusal(`${name} ${quoted(found.value)} ${noTime}`);
    return ms;
  }

  /** As time(), but what is no time is reported and counts as missing. */
  readableTime(name: string): number | null {
    try {
      return this.time(name);
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      this.report('notTaken', name, error.message.slice(name.length + 1));
      return null;
    }
  }

  /**
   * From fields such as checkPointLatitude and checkPointLongitude, or one with both. Null when there is none; the source
   * writes 0, 0 where it knew none. One that cannot be read takes the other along, and both are reported.
   */
  position(prefix: string): Position | null {
    const capital = (name: string) =>
      prefix === '' ? name : prefix + name.charAt(0).toUpperCase() + name.slice(1);
    const names = [capital('latitude'), capital('longitude')] as const;
    const shorter = prefix === '' ? (['lat', 'lng'] as const) : ([capital('lat'), capital('lng')] as const);
    const latitude = this.#degrees('latitude', names[0], shorter[0]);
    const longitude = this.#degrees('longitude', names[1], shorter[1]);
    if (latitude === null && longitude === null) return this.#wholePosition(prefix, capital);
    if (latitude === null || longitude === null) {
      const [left, lost] = latitude === null ? [names[1], names[0]] : [names[0], names[1]];
      this.report(
        'notTaken',
        left,
        `a position needs ${lost} too, which is ${isEmpty(this.#fields[lost]) ? 'missing' : 'not readable'}`,
      );
      return null;
    }
    if (latitude !== 0 || longitude !== 0) return { latitude, longitude };
    this.report('changed', names[0], '0, 0 is taken for no position');
    return null;
  }

  #degrees(axis: 'latitude' | 'longitude', ...names: string[]): number | null {
    const found = this.#first(names);
    if (found === null) return null;
    const { name, value } = found;
    const read = typeof value === 'string' ? numberOf(value, (text) => readDegrees(text, axis)) : value;
    const max = axis === 'latitude' ? 90 : 180;
    if (typeof read === 'number' && Math.abs(read) <= max) return read;
    this.report('notTaken', name, `${quoted(value)} is no ${axis} (-${max} to ${max})`);
    return null;
  }

  #wholePosition(prefix: string, capital: (name: string) => string): Position | null {
    const names = [...wholePositions.map(capital), ...(prefix === '' ? [] : [prefix])];
    const name = names.find((each) => isFields(this.#fields[each]) || typeof this.#fields[each] === 'string');
    if (name === undefined) return null;
    const value = this.#fields[name];
    if (isFields(value)) {
      const inner = new SourceRecord(value, (kind, field, reason) =>
        this.report(kind, field === null ? name : `${name}.${field}`, reason),
      );
      if (isEmpty(value['latitude'] ?? value['lat'])) return null;
      this.#asked.add(name);
      return inner.position('');
    }
    const read = typeof value === 'string' ? readPosition(value) : null;
    if (read !== null) this.#asked.add(name);
    return read;
  }

  /** Ids in a list, or separated by commas, or as the records themselves. */
  ids(...names: string[]): string[] {
    const found = this.#first(names);
    if (found === null) return [];
    const { name, value } = found;
    const list: readonly unknown[] = Array.isArray(value)
      ? value
      : typeof value === 'string'
        ? value.split(',')
        : [value];
    const read = list.flatMap((one) => {
      const id = isFields(one) ? (one['id'] ?? one['value']) : one;
      if (typeof id === 'string' || typeof id === 'number') return [String(id).trim()];
      if (!isEmpty(one)) this.report('notTaken', name, `${quoted(one)} is no id`);
      return [];
    });
    return [...new Set(read.filter((id) => id !== ''))];
  }

  /** Fields that are known to stand in the record and that no other way than this takes account of. */
  skip(...names: readonly string[]): void {
    for (const name of names) this.#asked.add(name);
  }

  /** Reports each field that is not empty and that nothing asked for. */
  reportUnread(): void {
    for (const name of Object.keys(this.#fields)) {
      if (this.#asked.has(name) || isNothing(this.#fields[name])) continue;
      this.report('notTaken', name, secret.test(name) ? 'is never taken over' : 'has no place here');
    }
  }
}

/** What needs no reader: printable ASCII with single spaces inside, and numbers with a decimal point. */
const plain = /^[!-~]+(?: [!-~]+)*$/;
const decimal = /^-?\d{1,15}(?:\.\d+)?$/;
const countMax = 32_767;
const wholePositions = ['location', 'geoPoint', 'geopoint', 'position', 'coordinates', 'latLng'];
/** What is not even quoted. */
const secret = /password|passcode|secret|token|otp|pin$/i;

const numberOf = (text: string, read: (text: string) => number | null): number | null =>
  decimal.test(text) ? Number(text) : read(text);

/** Half of a character that takes two, as of an emoji that was cut off; the database cannot hold it. */
const halfCharacter = /\p{Surrogate}/gu;
const storable = (text: string): string => text.replaceAll('\u0000', '').replaceAll(halfCharacter, '\uFFFD');

function isNothing(value: unknown): boolean {
  if (Array.isArray(value)) return value.length === 0;
  return isEmpty(value) || (isFields(value) && Object.keys(value).length === 0);
}

const noTime = 'is not a time in epoch milliseconds between 2000 and 2100, nor a date and time with its zone';
