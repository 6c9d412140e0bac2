// Small schemas that many nouns share.
import { calendarDatePattern, emailPattern } from '@watchpost/domain/patterns';
import {
  pageSizeMax,
  passwordMaxLength,
  passwordMinLength,
  usernameMaxLength,
} from '@watchpost/domain/limits';
import * as z from 'zod/mini';

/** A UUID, in lower case whatever was sent; the nil UUID is nobody's. */
export const id = z.string().check(
  z.toLowerCase(),
  z.regex(/^[0-9a-f]{8}-[0-9a-f]{4}-[1-8][0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/, {
    error: 'Must be an id.',
  }),
);

/** Epoch milliseconds from 2000 to 2100: anything else is a broken clock, not a time. */
export const epochMs = z
  .int()
  .check(
    z.minimum(946_684_800_000, { error: 'Must be a time after the year 2000, in milliseconds.' }),
    z.maximum(4_102_444_800_000, { error: 'Must be a time before the year 2100, in milliseconds.' }),
  );

export const latitude = z.number().check(z.minimum(-90), z.maximum(90));
export const longitude = z.number().check(z.minimum(-180), z.maximum(180));

/** A date that the calendar has, as YYYY-MM-DD. */
export const calendarDate = z.string().check(
  z.regex(calendarDatePattern, { error: 'Must be a date as YYYY-MM-DD.' }),
  z.refine((text) => isRealDate(text), { error: 'The calendar has no such date.' }),
);

function isRealDate(text: string): boolean {
  const ms = Date.parse(`${text}T00:00:00Z`);
  return !Number.isNaN(ms) && ms >= Date.UTC(2000, 0, 1) && new Date(ms).toISOString().startsWith(text);
}

/** A whole number written in a query string. */
export function queryInteger(min: number, max: number) {
  return z.pipe(
    z.string().check(z.regex(/^\d{1,9}$/, { error: `Must be a whole number from ${min} to ${max}.` })),
    z.pipe(
      z.transform((text: string) => Number(text)),
      z.int().check(z.minimum(min), z.maximum(max)),
    ),
  );
}

export const pageLimit = queryInteger(1, pageSizeMax);
export const sortType = z.enum(['asc', 'desc']);

export const username = z
  .string({ error: 'email_required' })
  .check(
    z.trim(),
    z.minLength(1, { error: 'email_required' }),
    z.maxLength(usernameMaxLength, { error: 'exceed_max_length' }),
    z.regex(emailPattern, { error: 'email_pattern' }),
  );

export const password = z
  .string({ error: 'error_password_required' })
  .check(
    z.minLength(1, { error: 'error_password_required' }),
    z.minLength(passwordMinLength, { error: 'password_too_short' }),
    z.maxLength(passwordMaxLength, { error: 'exceed_max_length' }),
    z.regex(/^\S*$/, { error: 'password_no_spaces' }),
  );
