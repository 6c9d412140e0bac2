// Guards: who walks the rounds (MNG-01, MNG-03).
import { employeeIdMaxLength, employeeIdMinLength, profileNameMaxLength } from '@watchpost/domain/limits';
import { guardSitesMax, secretsAtOnceMax, secretStates } from '@watchpost/domain/guards';
import { alphanumericPattern, guardPhonePattern } from '@watchpost/domain/patterns';
import { cleanEmail, emailMaxLength, readEmail } from '@watchpost/domain/readers/emails';
import { plainText } from '@watchpost/domain/readers/fold';
import { cleanName, personNamePattern } from '@watchpost/domain/readers/names';
import { trustFlags } from '@watchpost/domain/trust';
import * as z from 'zod/mini';
import { defineEndpoint } from './endpoint.ts';
import { editedVersion, listFilter, recordHead, recordParams, savedReply } from './managed-records.ts';
import { recordEndpoints } from './record-endpoints.ts';
import { profileFields } from './profile.ts';
import { dialled, editable, id, readAs } from './values.ts';

/** What can be written of a guard as text, in a form or in a column of a spreadsheet; errors are label keys. */
export const guardTexts = {
  employeeId: z
    .string({ error: 'employee_id_required' })
    .check(
      readAs(plainText),
      z.minLength(1, { error: 'employee_id_required', abort: true }),
      z.regex(alphanumericPattern, { error: 'employee_id_pattern', abort: true }),
      z.minLength(employeeIdMinLength, { error: 'employee_id_pattern' }),
      z.maxLength(employeeIdMaxLength, { error: 'employee_id_pattern' }),
    ),
  firstName: z
    .string({ error: 'guard_first_name_required' })
    .check(
      readAs(cleanName),
      z.minLength(1, { error: 'guard_first_name_required', abort: true }),
      z.maxLength(profileNameMaxLength, { error: 'max_length' }),
      z.regex(personNamePattern, { error: 'name_pattern' }),
    ),
  lastName: z.string().check(
    readAs(cleanName),
    z.maxLength(profileNameMaxLength, { error: 'max_length' }),
    z.refine((text) => text === '' || personNamePattern.test(text), { error: 'name_pattern' }),
  ),
  /** No one signs in with it: any address that a mail server takes. */
  email: z.string().check(
    readAs((text) => readEmail(text) ?? cleanEmail(text)),
    z.maxLength(emailMaxLength, { error: 'exceed_max_length' }),
    z.refine((text) => text === '' || readEmail(text) !== null, { error: 'email_pattern' }),
  ),
  /** Empty, or the digits after the country code. */
  phoneNumber: z.string().check(dialled, z.regex(guardPhonePattern, { error: 'guard_phone_pattern' })),
  countryCode: profileFields.countryCode,
};

/** As a form has them: a phone number with a plus says its country itself, in place of `countryCode`. */
export const writtenGuardTexts = {
  ...guardTexts,
  phoneNumber: z.string().check(dialled, z.regex(/^(?:\+?[0-9]{7,16})?$/, { error: 'guard_phone_pattern' })),
};

export const guardFields = {
  ...writtenGuardTexts,
  /** Those that the caller may see; a sub admin's guard is at the own site, whatever stands here. */
  siteIds: z.array(id).check(z.maxLength(guardSitesMax, { error: 'guard_sites_too_many' })),
  /** Id of a file just uploaded as profileImage, or the one that the guard has; empty for none. */
  photo: z
    .string()
    .check(
      z.toLowerCase(),
      z.regex(/^(?:[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})?$/, { error: 'photo_unknown' }),
    ),
};

const siteName = z.object({ id: z.string(), name: z.string() });

const guardRow = z.object({
  ...recordHead,
  employeeId: z.string(),
  firstName: z.string(),
  lastName: z.string(),
  email: z.string(),
  phoneNumber: z.string(),
  countryCode: z.string(),
  photo: z.string(),
  /** Whether the guard can sign in on a phone. */
  hasSecret: z.boolean(),
  /**
   * Whether the secret opens nothing more, since who issued it may no longer see all of the guard's sites: phones that are signed
   * in go on, and for another sign-in it must be issued again.
   */
  isSecretRetired: z.boolean(),
  /** When the guard's personal data was erased, which nothing undoes; null for everybody else. */
  erasedAt: z.nullable(z.int()),
  /** Those that the caller may see, by name. */
  sites: z.array(siteName),
  /** Whether the guard works at sites that the caller may not see: what holds at all of them is then not the caller's to change. */
  isShared: z.boolean(),
});
export type GuardRow = z.output<typeof guardRow>;

export const guardSortColumns = ['name', 'employeeId', 'email', 'createdAt', 'updatedAt'] as const;

export const {
  list: listGuards,
  exportAll: exportGuards,
  get: getGuard,
  setStatus: setGuardStatus,
  remove: deleteGuard,
  restore: restoreGuards,
} = recordEndpoints({
  noun: 'Guard',
  word: 'guard',
  path: '/secure/guards',
  group: 'GUARDS',
  filter: { ...listFilter(guardSortColumns), site: z.optional(id), secret: z.optional(z.enum(secretStates)) },
  row: guardRow,
  one: guardRow,
  summaries: {
    get: 'One guard, to be shown or edited.',
    setStatus:
      'Activates or deactivates guards; who is deactivated is signed out of every phone. 403 when one works where the caller may not look.',
    delete: 'Deletes an activated guard; 409 once rounds or duty are recorded.',
  },
});

export const createGuard = defineEndpoint({
  name: 'createGuard',
  method: 'POST',
  path: '/secure/guards',
  access: 'GUARDS:add',
  summary: "Makes a guard; a sub admin's is at the own site.",
  body: z.strictObject(guardFields),
  reply: savedReply,
});

export const updateGuard = defineEndpoint({
  name: 'updateGuard',
  method: 'PUT',
  path: '/secure/guards/:id',
  access: 'GUARDS:edit',
  summary:
    'Stores the fields; 409 when somebody else saved since the version that was edited, 403 when the guard also works where the caller may not look.',
  params: recordParams,
  body: z.strictObject({
    ...guardFields,
    employeeId: editable(guardTexts.employeeId),
    firstName: editable(guardTexts.firstName),
    lastName: editable(guardTexts.lastName),
    email: editable(guardTexts.email),
    phoneNumber: editable(writtenGuardTexts.phoneNumber),
    countryCode: editable(guardTexts.countryCode),
    ...editedVersion,
  }),
  reply: z.object({
    id: z.string(),
    version: z.int(),
    /** Whether the secret must be issued again by now: see the row. */
    isSecretRetired: z.boolean(),
  }),
});

export const removeGuardFromSite = defineEndpoint({
  name: 'removeGuardFromSite',
  method: 'DELETE',
  path: '/secure/guards/:id/sites/:siteId',
  access: 'GUARDS:edit',
  summary: 'Ends the work of a guard at one of the sites that the caller may see; all else stays as it is.',
  params: z.strictObject({ id, siteId: id }),
  reply: savedReply,
});

export const issueGuardSecrets = defineEndpoint({
  name: 'issueGuardSecrets',
  method: 'POST',
  path: '/secure/guards/secrets',
  access: 'GUARDS:edit',
  summary:
    'Makes new secrets for signing in on a phone, told this once; the ones before end, with their phones’ sessions, of retired ones after a day. 403 when the caller may not see every site of one of them.',
  body: z.strictObject({ ids: z.array(id).check(z.minLength(1), z.maxLength(secretsAtOnceMax)) }),
  reply: z.object({
    /** Not for guards that are gone, deactivated or not the caller's. */
    secrets: z.array(
      z.object({ id: z.string(), employeeId: z.string(), name: z.string(), secret: z.string() }),
    ),
  }),
});
export type IssuedSecret = z.output<typeof issueGuardSecrets.reply>['secrets'][number];

const guardRound = z.object({
  id: z.string(),
  siteName: z.string(),
  siteTimeZone: z.string(),
  routeName: z.string(),
  startedAtMs: z.int(),
  statusCode: z.int(),
  /** Null while the round's start has not arrived. */
  totalCheckPoints: z.nullable(z.int()),
  scannedCheckPoints: z.int(),
});
export type GuardRound = z.output<typeof guardRound>;

export const getGuardDetails = defineEndpoint({
  name: 'getGuardDetails',
  method: 'GET',
  path: '/secure/guards/:id/details',
  access: 'GUARDS:view',
  summary:
    'One guard with duty, rounds, doubts, shifts and open incidents, as far as the caller may see them.',
  params: recordParams,
  reply: z.object({
    guard: guardRow,
    /** The last duty by its start; null when there was none. */
    duty: z.nullable(
      z.object({
        siteName: z.nullable(z.string()),
        siteTimeZone: z.nullable(z.string()),
        startedAtMs: z.nullable(z.int()),
        /** Null while on duty. */
        endedAtMs: z.nullable(z.int()),
      }),
    ),
    /** Null for who may not see rounds. */
    rounds: z.nullable(
      z.object({
        /** Those of the last days, newest first. */
        list: z.array(guardRound),
        doubts: z.array(
          z.object({ flag: z.enum(trustFlags), scans: z.int(), roundIds: z.array(z.string()) }),
        ),
      }),
    ),
    /** Null for who may not see shifts. */
    shifts: z.nullable(
      z.array(
        z.object({
          id: z.string(),
          name: z.string(),
          siteName: z.string(),
          fromMinute: z.int(),
          toMinute: z.int(),
          weekdays: z.array(z.int()),
        }),
      ),
    ),
    /** Null for who may not see incidents. */
    incidents: z.nullable(
      z.array(
        z.object({
          id: z.string(),
          type: z.string(),
          severity: z.string(),
          status: z.string(),
          siteName: z.string(),
          siteTimeZone: z.string(),
          reportedAtMs: z.int(),
        }),
      ),
    ),
  }),
});
export type GuardDetails = z.output<typeof getGuardDetails.reply>;
