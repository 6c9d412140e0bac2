import { storableTextPattern, wholeTextPattern } from '@watchpost/domain/patterns';
import {
  providerAddressMaxLength,
  providerClientMaxLength,
  providerFindings,
  providerLabelMaxLength,
  providerScopesMaxLength,
  providerScopesPattern,
  providerSecretMaxLength,
} from '@watchpost/domain/sign-in-providers';
import { cleanText } from '@watchpost/domain/readers/fold';
import * as z from 'zod/mini';
import { defineEndpoint } from './endpoint.ts';
import { version, readAs } from './values.ts';

/** A page of the console, as its address below the hash. */
const page = z.string().check(z.maxLength(1_000), z.regex(/^\/[^\u0000]*$/));
/** Part of what a provider sends a browser back with. */
const sentBack = z.optional(z.string().check(z.maxLength(4_000), z.regex(storableTextPattern)));

export const beginProviderSignIn = defineEndpoint({
  name: 'beginProviderSignIn',
  method: 'POST',
  path: '/sign-in-provider/begin',
  access: 'public',
  summary: "Begins a sign-in through the tenant's provider: sets a short-lived cookie, says where to go on.",
  body: z.strictObject({
    /** Where to come back to; null for the page that people land on. */
    next: z.nullable(page),
  }),
  reply: z.object({ address: z.string() }),
});

export const finishProviderSignIn = defineEndpoint({
  name: 'finishProviderSignIn',
  method: 'POST',
  path: '/sign-in-provider/finish',
  access: 'public',
  summary:
    'Takes what the provider sent the browser back with; opens the session that a password opens, or a second step before it where the tenant requires two factors and the provider tells of one.',
  body: z.strictObject({
    state: z.string().check(z.maxLength(4_000)),
    code: sentBack,
    iss: sentBack,
    error: sentBack,
  }),
  reply: z.object({
    /** Where the sign-in was to come back to. */
    next: z.nullable(z.string()),
    /** No session is open yet: getSecondStep tells what follows. */
    needsSecondStep: z.boolean(),
  }),
});

const text = (maxLength: number, error: string) =>
  z
    .string({ error })
    .check(
      readAs(cleanText),
      z.minLength(1, { error }),
      z.maxLength(maxLength, { error }),
      z.regex(wholeTextPattern, { error }),
    );

/** Which addresses are allowed beyond this depends on the server (PROVIDER_NETWORK). */
function isIssuer(address: string): boolean {
  if (!/^https?:\/\//.test(address) || !URL.canParse(address)) return false;
  const { username, password, search, hash } = new URL(address);
  return `${username}${password}${search}${hash}` === '';
}

const issuer = text(providerAddressMaxLength, 'provider_issuer').check(
  z.refine(isIssuer, { error: 'provider_issuer' }),
);
const scopes = text(providerScopesMaxLength, 'provider_scopes').check(
  z.regex(providerScopesPattern, { error: 'provider_scopes' }),
);
const clientId = text(providerClientMaxLength, 'provider_client_id');
const label = text(providerLabelMaxLength, 'provider_label');

const reply = z.object({
  /** Null until there is one. */
  provider: z.nullable(
    z.object({
      issuer: z.string(),
      clientId: z.string(),
      scopes: z.string(),
      label: z.string(),
      isOn: z.boolean(),
      /** False when the secret has to be entered again, since the server can no longer read it. */
      hasSecret: z.boolean(),
      /** How many accounts are linked to somebody at the provider. */
      linkedAccounts: z.number(),
    }),
  ),
  /** To be registered at the provider. */
  callbackUrl: z.string(),
  version: z.number(),
});
export type SignInProviderReply = z.output<typeof reply>;

export const getSignInProvider = defineEndpoint({
  name: 'getSignInProvider',
  method: 'GET',
  path: '/secure/app-settings/sign-in-provider',
  access: 'APP_SETTINGS:view',
  summary: "The tenant's sign-in provider, its secret left out, to be edited.",
  reply,
});

export const saveSignInProvider = defineEndpoint({
  name: 'saveSignInProvider',
  method: 'PUT',
  path: '/secure/app-settings/sign-in-provider',
  access: 'APP_SETTINGS:edit',
  summary: 'Stores the sign-in provider, which applies from then on; 409 when somebody else saved since.',
  body: z.strictObject({
    provider: z.strictObject({
      issuer,
      clientId,
      /** Left out to keep the one stored; needed with another issuer, which must not be sent the old one. */
      clientSecret: z.optional(
        z
          .string({ error: 'provider_secret' })
          .check(
            z.minLength(1, { error: 'provider_secret' }),
            z.maxLength(providerSecretMaxLength, { error: 'provider_secret' }),
            z.regex(wholeTextPattern, { error: 'provider_secret' }),
          ),
      ),
      scopes,
      label,
      isOn: z.boolean(),
    }),
    version,
  }),
  reply,
});

export const testSignInProvider = defineEndpoint({
  name: 'testSignInProvider',
  method: 'POST',
  path: '/secure/app-settings/sign-in-provider/test',
  access: 'APP_SETTINGS:edit',
  summary: 'Asks the issuer what it offers and says whether signing in through it can work.',
  body: z.strictObject({ issuer, scopes }),
  reply: z.object({
    finding: z.enum(providerFindings),
    /** Of 'lacking': what the provider does not offer. Of 'otherIssuer': what it calls itself. */
    details: z.array(z.string()),
  }),
});
