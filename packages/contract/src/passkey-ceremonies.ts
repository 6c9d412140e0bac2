// The messages between a browser's passkeys and the server, as WebAuthn writes them in JSON.
import * as z from 'zod/mini';

/** What a browser's key ceremony returns, in base64url. Browsers add members from time to time: they are left out. */
const base64url = (maxLength: number) =>
  z
    .string({ error: 'passkey_broken' })
    .check(
      z.minLength(1, { error: 'passkey_broken' }),
      z.maxLength(maxLength, { error: 'passkey_broken' }),
      z.regex(/^[\w-]+=*$/, { error: 'passkey_broken' }),
    );
const credential = { id: base64url(2000), rawId: base64url(2000), type: z.literal('public-key') };
export const registrationResponse = z.object({
  ...credential,
  response: z.object({
    clientDataJSON: base64url(20_000),
    attestationObject: base64url(40_000),
    transports: z.optional(z.array(z.string().check(z.maxLength(40))).check(z.maxLength(10))),
  }),
});
export const assertionResponse = z.object({
  ...credential,
  response: z.object({
    clientDataJSON: base64url(20_000),
    authenticatorData: base64url(20_000),
    signature: base64url(4000),
    userHandle: z.optional(z.nullable(base64url(200))),
  }),
});

const credentialList = z.array(
  z.object({ id: z.string(), type: z.literal('public-key'), transports: z.optional(z.array(z.string())) }),
);
/** For navigator.credentials.create(). */
export const creationOptions = z.object({
  rp: z.object({ name: z.string(), id: z.string() }),
  user: z.object({ id: z.string(), name: z.string(), displayName: z.string() }),
  challenge: z.string(),
  pubKeyCredParams: z.array(z.object({ alg: z.number(), type: z.literal('public-key') })),
  timeout: z.number(),
  attestation: z.literal('none'),
  excludeCredentials: credentialList,
  authenticatorSelection: z.object({
    residentKey: z.literal('required'),
    requireResidentKey: z.boolean(),
    userVerification: z.literal('required'),
  }),
});
export type PasskeyCreationOptions = z.output<typeof creationOptions>;
/** For navigator.credentials.get(). */
export const requestOptions = z.object({
  rpId: z.string(),
  challenge: z.string(),
  timeout: z.number(),
  userVerification: z.literal('required'),
  /** Empty: whichever passkey of this console the browser knows. */
  allowCredentials: credentialList,
});
export type PasskeyRequestOptions = z.output<typeof requestOptions>;
