// The two things that a browser does with passkeys; loaded when one of them is wanted.
import type { PasskeyCreationOptions, PasskeyRequestOptions } from '@watchpost/contract/passkey-ceremonies';
import {
  startAuthentication,
  startRegistration,
  WebAuthnAbortService,
  WebAuthnError,
} from '@simplewebauthn/browser';
import { t } from '../labels.ts';

/** In words that people can act on: nothing came of it, whyever. */
export class PasskeyFailure extends Error {
  override readonly name = 'PasskeyFailure';
}

function explain(error: unknown): never {
  const isKnown =
    error instanceof WebAuthnError && error.code === 'ERROR_AUTHENTICATOR_PREVIOUSLY_REGISTERED';
  throw new PasskeyFailure(t(isKnown ? 'passkey.known' : 'passkey.cancelled'));
}

/** Throws PasskeyFailure. */
export async function makePasskey(optionsJSON: PasskeyCreationOptions) {
  const { id, rawId, response } = await startRegistration({ optionsJSON }).catch(explain);
  const { clientDataJSON, attestationObject, transports } = response;
  return {
    id,
    rawId,
    type: 'public-key',
    response: { clientDataJSON, attestationObject, transports },
  } as const;
}

/** Throws PasskeyFailure. With `isOffered` the browser offers passkeys beside what it fills in, and waits. */
export async function signChallenge(optionsJSON: PasskeyRequestOptions, isOffered = false) {
  const signed = await startAuthentication({ optionsJSON, useBrowserAutofill: isOffered }).catch(explain);
  const { id, rawId, response } = signed;
  const { clientDataJSON, authenticatorData, signature, userHandle } = response;
  return {
    id,
    rawId,
    type: 'public-key',
    response: { clientDataJSON, authenticatorData, signature, userHandle },
  } as const;
}

/** Ends an offer that still waits. */
export const stopOffer = (): void => WebAuthnAbortService.cancelCeremony();
