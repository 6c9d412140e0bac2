import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import {
  calendarDate,
  epochMs,
  id,
  latitude,
  longitude,
  pageLimit,
  password,
  queryInteger,
  searchText,
  username,
} from './values.ts';

/** The value as it comes out, or the messages of its refusal in their order. */
function outcome(schema: z.ZodMiniType, input: unknown): unknown {
  const parsed = z.safeParse(schema, input);
  return parsed.success ? parsed.data : parsed.error.issues.map((issue) => issue.message);
}
const isTaken = (schema: z.ZodMiniType, input: unknown) => z.safeParse(schema, input).success;
const notStrings = [undefined, null, 5, true, {}, [], ['a@b.co']].map((value) => [value]);

describe('id', () => {
  const uuid = '0190f3c2-7b1e-7cc0-8a51-0f3b2c4d5e6f';
  it.each([
    [uuid, uuid],
    [uuid.toUpperCase(), uuid],
    ['F47AC10B-58cc-4372-A567-0E02B2C3D479', 'f47ac10b-58cc-4372-a567-0e02b2c3d479'],
  ])('%s comes out as %s', (sent, stored) => expect(outcome(id, sent)).toBe(stored));

  it.each([
    '',
    '00000000-0000-0000-0000-000000000000',
    'ffffffff-ffff-ffff-ffff-ffffffffffff',
    uuid.slice(1),
    `${uuid}0`,
    ` ${uuid}`,
    `${uuid}\n`,
    `{${uuid}}`,
    uuid.replaceAll('-', ''),
    uuid.replace('7cc0', '9cc0'),
    uuid.replace('8a51', 'ca51'),
    uuid.replace('0f3b', '0g3b'),
    "' or 1=1 --",
  ])('%j is no id', (text) => expect(outcome(id, text)).toEqual(['Must be an id.']));

  it('takes every UUID of a known version and gives it back in lower case', () => {
    fc.assert(
      fc.property(fc.uuid(), (each) => {
        expect(outcome(id, each.toUpperCase())).toBe(each);
      }),
    );
  });
});

describe('epochMs', () => {
  it.each([
    [946_684_799_999, false],
    [946_684_800_000, true],
    [Date.UTC(2026, 0, 1), true],
    [4_102_444_800_000, true],
    [4_102_444_800_001, false],
    [0, false],
    [-1, false],
    [1_767_225_600, false],
    [1_767_225_600_000.5, false],
    [Number.NaN, false],
    [Number.POSITIVE_INFINITY, false],
    ['1767225600000', false],
    [null, false],
  ])('%j is taken: %s', (value, taken) => expect(isTaken(epochMs, value)).toBe(taken));
});

describe('positions', () => {
  it.each([
    [latitude, [-90, 0, 90], [-90.0001, 90.0001, Number.NaN, '1', null]],
    [longitude, [-180, 0, 180], [-180.0001, 180.0001, Number.POSITIVE_INFINITY, '1', null]],
  ])('end where the earth does', (schema, taken, refused) => {
    for (const value of taken) expect(isTaken(schema, value)).toBe(true);
    for (const value of refused) expect(isTaken(schema, value)).toBe(false);
  });
});

describe('calendarDate', () => {
  it.each(['2000-01-01', '2024-02-29', '2026-12-31', '2099-12-31'])('takes %s', (date) =>
    expect(outcome(calendarDate, date)).toBe(date),
  );

  it.each([
    ['2026-02-30', 'The calendar has no such date.'],
    ['2025-02-29', 'The calendar has no such date.'],
    ['2026-04-31', 'The calendar has no such date.'],
    ['2026-13-01', 'The calendar has no such date.'],
    ['2026-00-01', 'The calendar has no such date.'],
    ['2026-01-00', 'The calendar has no such date.'],
    ['1999-12-31', 'Must be a date from 2000 to 2099.'],
    ['2100-01-01', 'Must be a date from 2000 to 2099.'],
    ['9999-12-31', 'Must be a date from 2000 to 2099.'],
    ['', 'Must be a date as YYYY-MM-DD.'],
    ['2026-1-1', 'Must be a date as YYYY-MM-DD.'],
    ['01/01/2026', 'Must be a date as YYYY-MM-DD.'],
    ['2026-01-01T00:00:00Z', 'Must be a date as YYYY-MM-DD.'],
    [' 2026-01-01', 'Must be a date as YYYY-MM-DD.'],
    ['+012026-01-01', 'Must be a date as YYYY-MM-DD.'],
  ])('%j is refused once: %s', (date, message) => expect(outcome(calendarDate, date)).toEqual([message]));

  it('takes each day of its years', () => {
    const day = fc.integer({ min: Date.UTC(2000, 0, 1), max: Date.UTC(2100, 0, 1) - 1 });
    fc.assert(
      fc.property(day, (ms) => {
        expect(isTaken(calendarDate, new Date(ms).toISOString().slice(0, 10))).toBe(true);
      }),
    );
  });
});

describe('queryInteger', () => {
  it.each([
    ['0', 0],
    ['7', 7],
    ['007', 7],
    ['999', 999],
  ])('%j is %d', (text, value) => expect(outcome(queryInteger(0, 999), text)).toBe(value));

  it.each([
    '',
    ' ',
    '-1',
    '+1',
    '1.0',
    '1e2',
    '0x1',
    '1000',
    '٣',
    '1 ',
    '1\n',
    '9'.repeat(400),
    ['1'],
    1,
    null,
  ])('%j is refused with the range', (text) =>
    expect(outcome(queryInteger(0, 999), text)).toEqual(['Must be a whole number from 0 to 999.']),
  );

  it.each([
    ['0', false],
    ['1', true],
    ['100', true],
    ['101', false],
  ])('a page limit of %s is taken: %s', (text, taken) => expect(isTaken(pageLimit, text)).toBe(taken));

  it('reads what it is written for and nothing beyond', () => {
    fc.assert(
      fc.property(fc.nat(1_000_000), fc.nat(1_000_000), fc.nat(1_000_000), (a, b, value) => {
        const [min, max] = [Math.min(a, b), Math.max(a, b)];
        expect(isTaken(queryInteger(min, max), `${value}`)).toBe(value >= min && value <= max);
      }),
    );
  });
});

describe('searchText', () => {
  it.each([
    ['  Asha ', 'Asha'],
    ['', ''],
    ['%_\\', '%_\\'],
    ['x'.repeat(100), 'x'.repeat(100)],
    [` ${'x'.repeat(100)} `, 'x'.repeat(100)],
  ])('%j comes out as %j', (sent, text) => expect(outcome(searchText, sent)).toBe(text));

  it.each(['x'.repeat(101), 'a\0b', 5, null, ['a']])('%j is refused', (sent) =>
    expect(isTaken(searchText, sent)).toBe(false),
  );
});

describe('username', () => {
  const longest = `${'a'.repeat(50 - '@b.co'.length)}@b.co`;
  it.each([
    ['a@b.co', 'a@b.co'],
    ['  super@demo.example\t', 'super@demo.example'],
    [longest, longest],
    [` ${longest} `, longest],
  ])('[SIGN-03] %j comes out as %j', (sent, stored) => expect(outcome(username, sent)).toBe(stored));

  it.each([
    ['', ['email_required']],
    ['   ', ['email_required']],
    ['nobody', ['email_pattern']],
    ['a b@c.co', ['email_pattern']],
    [`a${longest}`, ['exceed_max_length']],
    ['a'.repeat(51), ['exceed_max_length', 'email_pattern']],
  ])('[SIGN-03] %j is refused: %j', (sent, messages) => expect(outcome(username, sent)).toEqual(messages));

  it.each(notStrings)('[SIGN-03] %j is refused, first of all as missing', (sent) =>
    expect(outcome(username, sent)).toHaveProperty('0', 'email_required'),
  );
});

describe('password', () => {
  it.each(['Patrol-demo-1', '12345678', 'x'.repeat(25), 'पासवर्ड१२३'])('[SIGN-04] takes %j as it is', (sent) =>
    expect(outcome(password, sent)).toBe(sent),
  );

  it.each([
    ['', ['error_password_required']],
    ['1234567', ['password_too_short']],
    ['x'.repeat(26), ['exceed_max_length']],
    ['1234 5678', ['password_no_spaces']],
    [' 12345678', ['password_no_spaces']],
    ['12345678\t', ['password_no_spaces']],
    ['1234\u00a05678', ['password_no_spaces']],
    ['a b', ['password_too_short', 'password_no_spaces']],
  ])('[SIGN-04] %j is refused: %j', (sent, messages) => expect(outcome(password, sent)).toEqual(messages));

  it.each(notStrings)('[SIGN-04] %j is refused, first of all as missing', (sent) =>
    expect(outcome(password, sent)).toHaveProperty('0', 'error_password_required'),
  );
});
