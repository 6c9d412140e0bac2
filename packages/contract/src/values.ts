// Small schemas that many nouns share.
import {
  calendarDatePattern,
  emailPattern,
  noWhitespacePattern,
  storableTextPattern,
} from '@watchpost/domain/patterns';
import {
  pageOffsetMax,
  pageSizeMax,
  passwordMaxLength,
  passwordMinLength,
  searchTextMaxLength,
  usernameMaxLength,
} from '@watchpost/domain/limits';
import { passwordMaxLengthCeiling } from '@watchpost/domain/tenant-settings';
import { cleanEmail, emailMaxLength, readEmail } from '@watchpost/domain/readers/emails';
import { cleanLines, cleanText, isShown } from '@watchpost/domain/readers/fold';
import { readDialled, withoutScheme } from '@watchpost/domain/readers/phone-digits';
import * as z from 'zod/mini';

/** A UUID, in lower case whatever was sent; the nil UUID is no one's. */
export const id = z.string().check(
  z.toLowerCase(),
  z.regex(/^[0-9a-f]{8}-[0-9a-f]{4}-[1-8][0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/, {
    error: 'Must be an id.',
  }),
);

/**
 * Epoch milliseconds by a device of the field, whose clock may stand anywhere: nothing from the field is refused for its time
 * (TRUTH-02). What comes from the back office has epochMs.
 */
export const deviceMs = z.int();

/** How long before it was sent something happened, by all that the device knows; milliseconds. */
export const ageMs = z.int();

/** What a device's clock said of a time of the field, where it was not taken at its word (TRUTH-03); else null. */
export const phoneAtMs = z.nullable(z.int());

/** Epoch milliseconds from 2000 to 2100: anything else is a broken clock, not a time. */
export const epochMs = z
  .int()
  .check(
    z.minimum(946_684_800_000, { error: 'Must be a time after the year 2000, in milliseconds.' }),
    z.maximum(4_102_444_800_000, { error: 'Must be a time before the year 2100, in milliseconds.' }),
  );

export const latitude = z.number().check(z.minimum(-90), z.maximum(90));
export const longitude = z.number().check(z.minimum(-180), z.maximum(180));

/** A date that the calendar has, as YYYY-MM-DD, within the years of epochMs: no other can hold a record. */
export const calendarDate = z.string().check(
  z.regex(calendarDatePattern, { error: 'Must be a date as YYYY-MM-DD.', abort: true }),
  z.refine(isRealDate, { error: 'The calendar has no such date.', abort: true }),
  z.refine((text) => text >= '2000-01-01' && text <= '2099-12-31', {
    error: 'Must be a date from 2000 to 2099.',
  }),
);

function isRealDate(text: string): boolean {
  const ms = Date.parse(`${text}T00:00:00Z`);
  return !Number.isNaN(ms) && new Date(ms).toISOString().startsWith(text);
}

/** A text as `read` has it, which leaves what it cannot read for the checks behind. */
export const readAs = (read: (text: string) => string) => z.overwrite(read);

interface TextOptions {
  /** Whether it may have several lines; a name has one, and single blanks. */
  readonly hasLines?: boolean;
}
const cleanBy = ({ hasLines = false }: TextOptions) => readAs(hasLines ? cleanLines : cleanText);

/** Text of a form that must show something, see cleanText(); errors are label keys, `missing` that of an empty one. */
export function neededText(max: number, missing: string, options: TextOptions = {}) {
  return z.string({ error: missing }).check(
    cleanBy(options),
    z.refine((text) => text.includes('\u0000') || isShown(text), { error: missing, abort: true }),
    z.maxLength(max, { error: 'exceed_max_length' }),
    z.regex(storableTextPattern, { error: 'text_unstorable' }),
  );
}

/** Text of a form that may be empty, see cleanText(); errors are label keys. */
export function writtenText(max: number, options: TextOptions = {}) {
  return z
    .string()
    .check(
      cleanBy(options),
      z.maxLength(max, { error: 'exceed_max_length' }),
      z.regex(storableTextPattern, { error: 'text_unstorable' }),
    );
}

const storedText = z
  .string()
  .check(z.maxLength(10_000), z.regex(storableTextPattern, { error: 'text_unstorable' }));

/**
 * A field of an edit: as `field` reads it, or a text that it refuses, which the server takes only where it is what is stored: a record
 * that came in by another door can always be saved again.
 */
export const editable = <Field extends z.ZodMiniType<string, unknown>>(field: Field) =>
  z.union([field, storedText], {
    error: ({ errors }) => (Array.isArray(errors) ? firstMessage(errors) : undefined),
  });

const firstMessage = (errors: readonly (readonly { readonly message: string }[])[]): string | undefined =>
  errors[0]?.[0]?.message;

/** A phone number as it is dialled: digits, with a plus before a country's code; other text is left for the checks behind. */
export const dialled = readAs((text) => readDialled(text) ?? cleanText(text));

/** An address that only receives mail, never signs in: any that a mail server takes; errors are label keys. */
export const recipientEmail = z.string({ error: 'email_required' }).check(
  readAs((text) => readEmail(text) ?? cleanEmail(text)),
  z.minLength(1, { error: 'email_required', abort: true }),
  z.maxLength(emailMaxLength, { error: 'exceed_max_length' }),
  z.refine((text) => readEmail(text) !== null, { error: 'email_pattern' }),
);

const latitudeError = { error: 'latitude_range' };
const longitudeError = { error: 'longitude_range' };
/** A position in degrees (WGS 84) as a form has it; errors are label keys. */
export const formPosition = {
  latitude: z.number(latitudeError).check(z.minimum(-90, latitudeError), z.maximum(90, latitudeError)),
  longitude: z.number(longitudeError).check(z.minimum(-180, longitudeError), z.maximum(180, longitudeError)),
};

/** Free text to search by, see cleanText(). */
export const searchText = z.string().check(
  readAs((text) => withoutScheme(cleanText(text))),
  z.maxLength(searchTextMaxLength, { error: `At most ${searchTextMaxLength} characters.` }),
  z.regex(storableTextPattern, { error: 'Must not hold a null character.' }),
);

/** A whole number written in a query string. */
export function queryInteger(min: number, max: number) {
  const error = `Must be a whole number from ${min} to ${max}.`;
  return z.pipe(
    z.string({ error }).check(z.regex(/^\d{1,9}$/, { error })),
    z.pipe(
      z.transform((text: string) => Number(text)),
      z.int().check(z.minimum(min, { error }), z.maximum(max, { error })),
    ),
  );
}

/** How often something was saved before; sent back to be told when somebody else saved since. */
export const version = z.int().check(z.minimum(0), z.maximum(2_147_483_647));

export const pageOffset = queryInteger(0, pageOffsetMax);
export const pageLimit = queryInteger(1, pageSizeMax);
export const sortType = z.enum(['asc', 'desc']);

/** An address that signs in (SIGN-03). */
export const username = z
  .string({ error: 'email_required' })
  .check(
    readAs(cleanEmail),
    z.minLength(1, { error: 'email_required', abort: true }),
    z.maxLength(usernameMaxLength, { error: 'exceed_max_length' }),
    z.regex(emailPattern, { error: 'email_pattern' }),
  );

/** At sign-in, where a tenant may allow longer passwords than others; the server knows how long exactly. */
export const signInPassword = z
  .string({ error: 'error_password_required' })
  .check(
    z.minLength(1, { error: 'error_password_required', abort: true }),
    z.minLength(passwordMinLength, { error: 'password_too_short' }),
    z.maxLength(passwordMaxLengthCeiling, { error: 'exceed_max_length' }),
    z.regex(noWhitespacePattern, { error: 'password_no_spaces' }),
  );

export const password = z
  .string({ error: 'error_password_required' })
  .check(
    z.minLength(1, { error: 'error_password_required', abort: true }),
    z.minLength(passwordMinLength, { error: 'password_too_short' }),
    z.maxLength(passwordMaxLength, { error: 'exceed_max_length' }),
    z.regex(noWhitespacePattern, { error: 'password_no_spaces' }),
  );
