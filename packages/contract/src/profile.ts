import {
  profileNameMaxLength,
  profileNameMinLength,
  profilePhoneLength,
  usernameMaxLength,
} from '@watchpost/domain/limits';
import { languages } from '@watchpost/domain/languages';
import { callingCodePattern, emailPattern } from '@watchpost/domain/patterns';
import { cleanEmail } from '@watchpost/domain/readers/emails';
import { plainText } from '@watchpost/domain/readers/fold';
import { cleanName, personNamePattern } from '@watchpost/domain/readers/names';
import { readDialled } from '@watchpost/domain/readers/phone-digits';
import * as z from 'zod/mini';
import { defineEndpoint } from './endpoint.ts';
import { userDetails } from './session.ts';
import { editable, readAs } from './values.ts';

function name(missing: string) {
  return z
    .string({ error: missing })
    .check(
      readAs(cleanName),
      z.minLength(profileNameMinLength, { error: missing, abort: true }),
      z.maxLength(profileNameMaxLength, { error: 'max_length' }),
      z.regex(personNamePattern, { error: 'name_pattern' }),
    );
}

/** A number of ten digits is often dialled with a zero before it. */
function withoutTrunkZero(text: string): string {
  const digits = readDialled(text) ?? plainText(text);
  return /^0\d+$/.test(digits) && digits.length === profilePhoneLength + 1 ? digits.slice(1) : digits;
}

/** The text fields of a profile; their errors are label keys (PROF-02). */
export const profileFields = {
  firstName: name('first_name_reqd'),
  lastName: name('last_name_reqd'),
  email: z
    .string({ error: 'error_email_id_required' })
    .check(
      readAs(cleanEmail),
      z.minLength(1, { error: 'error_email_id_required', abort: true }),
      z.maxLength(usernameMaxLength, { error: 'exceed_max_length' }),
      z.regex(emailPattern, { error: 'email_pattern' }),
    ),
  /** Ten digits, or with a plus a number whose country the server reads. */
  phoneNumber: z.string({ error: 'contact_number_require' }).check(
    readAs(withoutTrunkZero),
    z.minLength(1, { error: 'contact_number_require', abort: true }),
    z.regex(/^\+?[0-9]+$/, { error: 'error_invalid_phone_number', abort: true }),
    z.refine((text) => text.startsWith('+') || text.length === profilePhoneLength, {
      error: 'error_invalid_phone_number_min_max',
    }),
  ),
  /** Its + is added where it is missing. */
  countryCode: z.pipe(
    z
      .string({ error: 'country_code_required' })
      .check(
        readAs(plainText),
        z.minLength(1, { error: 'country_code_required', abort: true }),
        z.regex(callingCodePattern, { error: 'country_code_pattern' }),
      ),
    z.transform((code: string) => (code.startsWith('+') ? code : `+${code}`)),
  ),
} as const;
export type ProfileField = keyof typeof profileFields;

export const getProfile = defineEndpoint({
  name: 'getProfile',
  method: 'GET',
  path: '/secure/users/profile',
  access: 'signedIn',
  summary: "The signed-in user's own profile.",
  reply: z.object({
    firstName: z.string(),
    lastName: z.string(),
    email: z.string(),
    phoneNumber: z.string(),
    countryCode: z.string(),
    /** profileImage: id of a file, empty when there is none. */
    userDetails: z.object({ profileImage: z.string() }),
  }),
});

const idOrNothing = /^(?:[0-9a-f]{8}-[0-9a-f]{4}-[1-8][0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12})?$/;
const { firstName, lastName, email, phoneNumber, countryCode } = profileFields;

export const updateProfile = defineEndpoint({
  name: 'updateProfile',
  method: 'PUT',
  path: '/secure/users/profile',
  access: 'signedIn',
  summary:
    "Saves the signed-in user's own profile: the picture, and the five texts, which come together or not at all. Of a sub admin only the picture may change.",
  body: z.strictObject({
    firstName: z.optional(editable(firstName)),
    lastName: z.optional(editable(lastName)),
    email: z.optional(editable(email)),
    phoneNumber: z.optional(editable(phoneNumber)),
    countryCode: z.optional(editable(countryCode)),
    /** Id of a file just uploaded as profileImage; empty to keep the picture as it is. */
    profileImage: z
      .string({ error: 'photo_unknown' })
      .check(z.toLowerCase(), z.regex(idOrNothing, { error: 'photo_unknown' })),
  }),
  reply: z.object({ results: z.object({ user: userDetails }) }),
});

const language = z.enum(languages, { error: 'setting_language' });

export const saveLanguage = defineEndpoint({
  name: 'saveLanguage',
  method: 'PUT',
  path: '/secure/users/language',
  access: 'signedIn',
  summary: 'Stores the language that the signed-in user reads the console, notifications and mail in.',
  body: z.strictObject({ language }),
  reply: z.object({ language }),
});
