// An account's password and the sessions it is signed in with.
import { noWhitespacePattern } from '@watchpost/domain/patterns';
import { otpMinLength, passwordMinLength } from '@watchpost/domain/limits';
import { passwordLinkStates } from '@watchpost/domain/sub-admins';
import { passwordMaxLengthCeiling } from '@watchpost/domain/tenant-settings';
import { cleanText, plainText } from '@watchpost/domain/readers/fold';
import * as z from 'zod/mini';
import { defineEndpoint } from './endpoint.ts';
import { tenantId } from './tenant-id.ts';
import { readAs, username } from './values.ts';

/** What is said after a success: the first message is shown. */
const said = z.object({ general: z.array(z.object({ message: z.string() })) });

/** Longer than a tenant may allow; how long exactly is the tenant's setting. */
const anyPassword = (required: string) =>
  z
    .string({ error: required })
    .check(
      z.minLength(1, { error: required, abort: true }),
      z.maxLength(passwordMaxLengthCeiling, { error: 'exceed_max_length' }),
    );

const newPassword = anyPassword('error_new_password_required').check(
  z.minLength(passwordMinLength, { error: 'password_too_short' }),
  z.regex(noWhitespacePattern, { error: 'password_no_spaces' }),
);

export const forgotPassword = defineEndpoint({
  name: 'forgotPassword',
  method: 'POST',
  path: '/users/forgot-password',
  access: 'public',
  summary:
    'Mails a link and a code for a new password, if the address is that of an account; says the same if not.',
  body: z.strictObject({ username, tenantId }),
  reply: said,
});

const identifier = z.optional(z.string().check(readAs(cleanText), z.minLength(1), z.maxLength(50)));

/** Whom a code is for, by the first that is sent (OTP-03). Codes are mailed, so that only an e-mail address gets one. */
const otpSubject = z
  .strictObject({ email: z.optional(username), phoneNum: identifier, username: identifier, tenantId })
  .check(
    z.refine((body) => (body.email ?? body.phoneNum ?? body.username) !== undefined, {
      error: 'email_required',
      path: ['email'],
    }),
  );

export const resendOtp = defineEndpoint({
  name: 'resendOtp',
  method: 'PUT',
  path: '/users/resend-otp',
  access: 'public',
  summary: 'Mails another code; the one before no longer fits.',
  query: z.strictObject({ userType: z.literal('admin') }),
  body: otpSubject,
  reply: said,
});

export const requestSignupOtp = defineEndpoint({
  name: 'requestSignupOtp',
  method: 'POST',
  path: '/users/signup-otp/request',
  access: 'public',
  summary: 'Mails a first code to a person whom an administrator has made an account for.',
  body: otpSubject,
  reply: said,
});

export const otp = z
  .string({ error: 'invalid_otp' })
  .check(
    readAs(plainText),
    z.minLength(otpMinLength, { error: 'invalid_otp' }),
    z.maxLength(20, { error: 'invalid_otp' }),
  );

/** A secret that stands for a right code or a mailed link, good for one new password. */
const otpId = z.string().check(z.regex(/^[\w-]{20,100}$/, { error: 'Must be the id of a code.' }));

export const verifyOtp = defineEndpoint({
  name: 'verifyOtp',
  method: 'POST',
  path: '/users/verify-otp',
  access: 'public',
  summary: 'Exchanges a right code for an otpId, once.',
  body: z.strictObject({ otp, email: username }),
  reply: z.object({ otpId: z.string() }),
});

export const checkPasswordLink = defineEndpoint({
  name: 'checkPasswordLink',
  method: 'POST',
  path: '/users/password-link',
  access: 'public',
  summary: 'Says to the person who has a mailed link whether it still sets a password, and if not, why.',
  body: z.strictObject({ otpId }),
  reply: z.object({
    state: z.enum(passwordLinkStates),
    isInvitation: z.boolean(),
    /** Epoch milliseconds at which it stops or stopped working; null where it is unknown. */
    endsAtMs: z.nullable(z.int()),
  }),
});

export const setPassword = defineEndpoint({
  name: 'setPassword',
  method: 'POST',
  path: '/users/set-password',
  access: 'public',
  summary:
    'Sets the password of the account that an otpId or the secret of a mailed link stands for; ends its sessions.',
  body: z.strictObject({ otpId, password: newPassword }),
  reply: said,
});

export const changePassword = defineEndpoint({
  name: 'changePassword',
  method: 'PUT',
  path: '/secure/users/profile/password',
  access: 'signedIn',
  summary: "Changes the caller's password and ends all other sessions of the account.",
  body: z.strictObject({ oldPassword: anyPassword('error_old_password_required'), newPassword }),
  reply: said,
});

export const sessionEntry = z.object({
  /** Names the session, but does not open it. */
  id: z.string(),
  address: z.string(),
  /** The browser's own description of itself. */
  agent: z.string(),
  createdAtMs: z.number(),
  /** To about five minutes. */
  lastSeenAtMs: z.number(),
  /** Whether the question came with it. */
  isCurrent: z.boolean(),
});
export type SessionEntry = z.output<typeof sessionEntry>;

export const listSessions = defineEndpoint({
  name: 'listSessions',
  method: 'GET',
  path: '/secure/sessions',
  access: 'signedIn',
  summary: 'Where the caller is signed in, this session first, then the latest used.',
  reply: z.object({ data: z.array(sessionEntry) }),
});

export const endSession = defineEndpoint({
  name: 'endSession',
  method: 'DELETE',
  path: '/secure/sessions/:sessionId',
  access: 'signedIn',
  summary: 'Ends one session of the caller; one that has ended already is as good.',
  params: z.strictObject({
    sessionId: z.string().check(z.regex(/^[0-9a-f]{64}$/, { error: 'Must be an id.' })),
  }),
  reply: said,
});

export const endOtherSessions = defineEndpoint({
  name: 'endOtherSessions',
  method: 'DELETE',
  path: '/secure/sessions',
  access: 'signedIn',
  summary: 'Ends all sessions of the caller but this one.',
  reply: said,
});
