// The second step of signing in, passkeys, and what an account is signed in with besides its password.
import { wholeTextPattern } from '@watchpost/domain/patterns';
import { passkeyNameMaxLength, secondSteps } from '@watchpost/domain/sign-in-factors';
import { passwordMaxLengthCeiling } from '@watchpost/domain/tenant-settings';
import { cleanText, plainText } from '@watchpost/domain/readers/fold';
import * as z from 'zod/mini';
import { defineEndpoint } from './endpoint.ts';
import {
  assertionResponse,
  creationOptions,
  registrationResponse,
  requestOptions,
} from './passkey-ceremonies.ts';
import { sessionView } from './session.ts';
import { id, readAs } from './values.ts';

const said = z.object({ general: z.array(z.object({ message: z.string() })) });
const wantsToken = z.optional(z.boolean());

/** A code of the authenticator app or one of the recovery codes, as typed: blanks and hyphens do not count. */
export const typedCode = z
  .string({ error: 'code_required' })
  .check(
    readAs(plainText),
    z.minLength(1, { error: 'code_required', abort: true }),
    z.maxLength(40, { error: 'code_wrong' }),
    z.regex(wholeTextPattern, { error: 'code_wrong' }),
  );
export const passkeyName = z
  .string({ error: 'passkey_name' })
  .check(
    readAs(cleanText),
    z.minLength(1, { error: 'passkey_name' }),
    z.maxLength(passkeyNameMaxLength, { error: 'passkey_name' }),
    z.regex(wholeTextPattern, { error: 'passkey_name' }),
  );

/** Secret in base32, to be typed, and the same as an otpauth: address, to be scanned. */
const authenticatorSetup = z.object({ secret: z.string(), uri: z.string() });
/** Shown this once; null when the account has codes already. */
const recoveryCodes = z.nullable(z.array(z.string()));
const opened = z.object({ session: sessionView, recoveryCodes });

const pendingStep = z.object({
  email: z.string(),
  /** The tenant requires a second step and the account has none: only setting one up goes on. */
  mustEnrol: z.boolean(),
  methods: z.array(z.enum(secondSteps)),
  expiresAtMs: z.number(),
});
export type PendingStep = z.output<typeof pendingStep>;

export const getSecondStep = defineEndpoint({
  name: 'getSecondStep',
  method: 'GET',
  path: '/user-signin/second-step',
  access: 'public',
  summary:
    'Follows a right password that was answered with secondStepNeeded, or a provider that used one factor; known by the cookie of that answer.',
  reply: z.object({
    /** Null when this browser has started no sign-in, or took too long. */
    pending: z.nullable(pendingStep),
  }),
});

export const finishSignIn = defineEndpoint({
  name: 'finishSignIn',
  method: 'POST',
  path: '/user-signin/second-step',
  access: 'public',
  summary: 'The second step with a code: opens the session, as signIn does for accounts without a factor.',
  body: z.strictObject({ method: z.enum(['authenticator', 'recoveryCode']), code: typedCode, wantsToken }),
  reply: sessionView,
});

export const askPasskeySignIn = defineEndpoint({
  name: 'askPasskeySignIn',
  method: 'POST',
  path: '/user-signin/passkey/options',
  access: 'public',
  summary: 'A challenge for a passkey to sign, bound to this browser.',
  reply: requestOptions,
});

export const signInWithPasskey = defineEndpoint({
  name: 'signInWithPasskey',
  method: 'POST',
  path: '/user-signin/passkey',
  access: 'public',
  summary:
    'Opens a session with a signed challenge, without a password or after one: a passkey is both factors.',
  body: z.strictObject({ response: assertionResponse, wantsToken }),
  reply: sessionView,
});

export const beginFirstAuthenticator = defineEndpoint({
  name: 'beginFirstAuthenticator',
  method: 'POST',
  path: '/user-signin/enrolment/authenticator',
  access: 'public',
  summary: 'Begins to set up the authenticator that the tenant requires to sign in.',
  reply: authenticatorSetup,
});

export const confirmFirstAuthenticator = defineEndpoint({
  name: 'confirmFirstAuthenticator',
  method: 'PUT',
  path: '/user-signin/enrolment/authenticator',
  access: 'public',
  summary: 'Sets it up with a first code and opens the session.',
  body: z.strictObject({ code: typedCode, wantsToken }),
  reply: opened,
});

export const askFirstPasskey = defineEndpoint({
  name: 'askFirstPasskey',
  method: 'POST',
  path: '/user-signin/enrolment/passkey/options',
  access: 'public',
  summary: 'What a browser needs to make the passkey that the tenant requires to sign in.',
  reply: creationOptions,
});

export const addFirstPasskey = defineEndpoint({
  name: 'addFirstPasskey',
  method: 'POST',
  path: '/user-signin/enrolment/passkey',
  access: 'public',
  summary: 'Keeps that passkey and opens the session.',
  body: z.strictObject({ name: passkeyName, response: registrationResponse, wantsToken }),
  reply: opened,
});

export const passkeyEntry = z.object({
  id: z.string(),
  name: z.string(),
  createdAtMs: z.number(),
  lastUsedAtMs: z.nullable(z.number()),
  /** Kept by a service for several devices rather than in one. */
  isBackedUp: z.boolean(),
});
export type PasskeyEntry = z.output<typeof passkeyEntry>;

export const getSignInFactors = defineEndpoint({
  name: 'getSignInFactors',
  method: 'GET',
  path: '/secure/sign-in-factors',
  access: 'signedIn',
  summary: 'What the caller signs in with besides the password.',
  reply: z.object({
    authenticatorAddedAtMs: z.nullable(z.number()),
    recoveryCodesLeft: z.number(),
    passkeys: z.array(passkeyEntry),
    /** The tenant requires a second step, so that the last factor cannot be removed. */
    isRequired: z.boolean(),
    /** Changes are refused with confirmFirst until the password was typed again. */
    needsPassword: z.boolean(),
  }),
});
export type SignInFactors = z.output<typeof getSignInFactors.reply>;

export const confirmPassword = defineEndpoint({
  name: 'confirmPassword',
  method: 'POST',
  path: '/secure/sign-in-factors/password',
  access: 'signedIn',
  summary: 'The password once more, after which factors may be changed for a while.',
  body: z.strictObject({
    password: z
      .string({ error: 'error_password_required' })
      .check(
        z.minLength(1, { error: 'error_password_required', abort: true }),
        z.maxLength(passwordMaxLengthCeiling, { error: 'exceed_max_length' }),
      ),
  }),
  reply: said,
});

export const beginAuthenticator = defineEndpoint({
  name: 'beginAuthenticator',
  method: 'POST',
  path: '/secure/sign-in-factors/authenticator',
  access: 'signedIn',
  summary: 'Begins to set up an authenticator app, in place of another if there is one.',
  reply: authenticatorSetup,
});

export const confirmAuthenticator = defineEndpoint({
  name: 'confirmAuthenticator',
  method: 'PUT',
  path: '/secure/sign-in-factors/authenticator',
  access: 'signedIn',
  summary: 'Sets it up with a first code.',
  body: z.strictObject({ code: typedCode }),
  reply: z.object({ recoveryCodes }),
});

export const removeAuthenticator = defineEndpoint({
  name: 'removeAuthenticator',
  method: 'DELETE',
  path: '/secure/sign-in-factors/authenticator',
  access: 'signedIn',
  summary: 'Forgets the authenticator app.',
  reply: said,
});

export const makeRecoveryCodes = defineEndpoint({
  name: 'makeRecoveryCodes',
  method: 'POST',
  path: '/secure/sign-in-factors/recovery-codes',
  access: 'signedIn',
  summary: 'Makes new recovery codes in place of the old ones.',
  reply: z.object({ recoveryCodes: z.array(z.string()) }),
});

export const askPasskey = defineEndpoint({
  name: 'askPasskey',
  method: 'POST',
  path: '/secure/sign-in-factors/passkeys/options',
  access: 'signedIn',
  summary: 'What a browser needs to make a passkey.',
  reply: creationOptions,
});

export const addPasskey = defineEndpoint({
  name: 'addPasskey',
  method: 'POST',
  path: '/secure/sign-in-factors/passkeys',
  access: 'signedIn',
  summary: 'Keeps a passkey that the browser made.',
  body: z.strictObject({ name: passkeyName, response: registrationResponse }),
  reply: z.object({ recoveryCodes }),
});

const passkeyParams = z.strictObject({ passkeyId: id });

export const renamePasskey = defineEndpoint({
  name: 'renamePasskey',
  method: 'PUT',
  path: '/secure/sign-in-factors/passkeys/:passkeyId',
  access: 'signedIn',
  summary: 'Gives a passkey of the caller another name.',
  params: passkeyParams,
  body: z.strictObject({ name: passkeyName }),
  reply: said,
});

export const removePasskey = defineEndpoint({
  name: 'removePasskey',
  method: 'DELETE',
  path: '/secure/sign-in-factors/passkeys/:passkeyId',
  access: 'signedIn',
  summary: 'Forgets a passkey of the caller.',
  params: passkeyParams,
  reply: said,
});

export const resetSignInFactors = defineEndpoint({
  name: 'resetSignInFactors',
  method: 'DELETE',
  path: '/secure/sub-admins/:userId/second-steps',
  access: 'APP_SETTINGS:edit',
  summary: "Removes all factors of a sub admin who lost them and ends that account's sessions.",
  params: z.strictObject({ userId: id }),
  reply: said,
});
