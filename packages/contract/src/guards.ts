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
import { describeFields, editShape, formShape, readShape } from './record-fields.ts';
import { dialled, id, readAs } from './values.ts';

/** The digits of a phone number after its country's code; empty for none. */
export const guardPhoneDigits = z
  .string()
  .check(dialled, z.regex(guardPhonePattern, { error: 'guard_phone_pattern' }));

const siteName = z.object({ id: z.string(), name: z.string() });

/** What is known of a guard. */
export const guardFields = describeFields({
  employeeId: {
    label: 'guards.employeeId',
    read: z.string(),
    write: z
      .string({ error: 'employee_id_required' })
      .check(
        readAs(plainText),
        z.minLength(1, { error: 'employee_id_required', abort: true }),
        z.regex(alphanumericPattern, { error: 'employee_id_pattern', abort: true }),
        z.minLength(employeeIdMinLength, { error: 'employee_id_pattern' }),
        z.maxLength(employeeIdMaxLength, { error: 'employee_id_pattern' }),
      ),
    column: 'employee_id',
    isPersonal: true,
    isKept: true,
    isAudited: true,
    input: {
      as: 'text',
      card: 'about',
      isRequired: true,
      maxLength: employeeIdMaxLength,
      spellCheck: false,
    },
    list: { width: 116, isSortable: true },
    file: { heading: 'Employee ID', width: 16 },
  },
  firstName: {
    label: 'guards.firstName',
    read: z.string(),
    write: z
      .string({ error: 'guard_first_name_required' })
      .check(
        readAs(cleanName),
        z.minLength(1, { error: 'guard_first_name_required', abort: true }),
        z.maxLength(profileNameMaxLength, { error: 'max_length' }),
        z.regex(personNamePattern, { error: 'name_pattern' }),
      ),
    column: 'first_name',
    isPersonal: true,
    isKept: true,
    isAudited: true,
    input: { as: 'text', card: 'about', isRequired: true, maxLength: profileNameMaxLength },
    list: {
      id: 'name',
      label: 'guards.name',
      width: 168,
      fitWidth: 118,
      mayWrap: true,
      isSortable: true,
      order: -1,
    },
    file: { heading: 'First Name', width: 20 },
  },
  lastName: {
    label: 'guards.lastName',
    read: z.string(),
    write: z.string().check(
      readAs(cleanName),
      z.maxLength(profileNameMaxLength, { error: 'max_length' }),
      z.refine((text) => text === '' || personNamePattern.test(text), { error: 'name_pattern' }),
    ),
    column: 'last_name',
    isPersonal: true,
    isKept: true,
    isAudited: true,
    input: { as: 'text', card: 'about', maxLength: profileNameMaxLength },
    file: { heading: 'Last Name', width: 20 },
  },
  /** No one signs in with it: any address that a mail server takes. */
  email: {
    label: 'guards.email',
    read: z.string(),
    write: z.string().check(
      readAs((text) => readEmail(text) ?? cleanEmail(text)),
      z.maxLength(emailMaxLength, { error: 'exceed_max_length' }),
      z.refine((text) => text === '' || readEmail(text) !== null, { error: 'email_pattern' }),
    ),
    column: 'email',
    isPersonal: true,
    isKept: true,
    isAudited: true,
    input: { as: 'text', card: 'contact', maxLength: emailMaxLength, inputMode: 'email' },
    list: { width: 160, fitWidth: 110, mayWrap: true, isSortable: true, order: 2 },
    file: { heading: 'Email', width: 28 },
    fact: { order: 1 },
  },
  /** As a form has it, with a plus it says its country itself, in place of `countryCode`; stored are the digits after that. */
  phoneNumber: {
    label: 'guards.phoneNumber',
    read: z.string(),
    write: z.string().check(dialled, z.regex(/^(?:\+?[0-9]{7,16})?$/, { error: 'guard_phone_pattern' })),
    column: 'phone_number',
    isPersonal: true,
    isKept: true,
    isAudited: true,
    input: { as: 'text', card: 'contact', inputMode: 'tel', order: 1 },
    list: { id: 'phone', label: 'guards.phone', width: 150, fitWidth: 136, order: 1 },
    file: { heading: 'Phone', width: 20 },
    fact: { label: 'guards.phone' },
  },
  countryCode: {
    label: 'guards.countryCode',
    read: z.string(),
    write: profileFields.countryCode,
    column: 'country_code',
    isPersonal: true,
    isKept: true,
    isAudited: true,
    input: { as: 'own', card: 'contact' },
  },
  /** Those that the caller may see; a sub admin's guard is at the own site, whatever is sent here. */
  siteIds: {
    label: 'guards.sites',
    write: z.array(id).check(z.maxLength(guardSitesMax, { error: 'guard_sites_too_many' })),
    // The audit log has their names.
    isAudited: false,
    input: { as: 'own', card: 'sites' },
  },
  /** Those that the caller may see, by name. */
  sites: {
    label: 'guards.sites',
    read: z.array(siteName),
    list: { width: 196, mayWrap: true },
    file: { heading: 'Sites', width: 36 },
    fact: { order: 3 },
  },
  /** Id of a file just uploaded as profileImage, or the one that the guard has; empty for none. */
  photo: {
    label: 'guards.photo',
    read: z.string(),
    write: z
      .string()
      .check(
        z.toLowerCase(),
        z.regex(/^(?:[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})?$/, { error: 'photo_unknown' }),
      ),
    column: 'photo',
    isPersonal: true,
    // The audit log says whether there is one.
    isAudited: false,
    input: { as: 'own', card: 'about', order: -1 },
  },
  /** Whether the guard can sign in on a phone. */
  hasSecret: {
    label: 'guards.secret',
    read: z.boolean(),
    list: { width: 104, mayWrap: true, order: 3 },
    file: { heading: 'Field Secret', width: 18 },
    fact: { order: 2 },
  },
  /**
   * Whether the secret opens nothing more, since who issued it may no longer see all of the guard's sites: phones that are signed
   * in go on, and for another sign-in it must be issued again.
   */
  isSecretRetired: { label: 'guards.secretRetired', read: z.boolean() },
  /** When the guard's personal data was erased, which nothing undoes; null for everybody else. */
  erasedAt: { label: 'personalData.done', read: z.nullable(z.int()) },
  /** Whether the guard works at sites that the caller may not see: what holds at all of them is then not the caller's to change. */
  isShared: { label: 'guards.shared', read: z.boolean() },
});

const guardRow = z.object({ ...recordHead, ...readShape(guardFields) });
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
  body: z.strictObject(formShape(guardFields)),
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
  body: z.strictObject({ ...editShape(guardFields), ...editedVersion }),
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
