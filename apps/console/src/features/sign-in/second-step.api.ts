// The calls between a right password, or none, and the session.
import {
  addFirstPasskey,
  askFirstPasskey,
  askPasskeySignIn,
  beginFirstAuthenticator,
  confirmFirstAuthenticator,
  finishSignIn,
  getSecondStep,
  signInWithPasskey,
} from '@watchpost/contract/sign-in-factors';
import type { SessionView } from '@watchpost/contract/session';
import { call } from '../../lib/api-client.ts';
import { t } from '../../lib/labels.ts';

const explainedBy = 'caller';

export const loadPending = async () => (await call(getSecondStep, { explainedBy })).pending;

export const finishWithCode = (method: 'authenticator' | 'recoveryCode', code: string) =>
  call(finishSignIn, { body: { method, code }, explainedBy });

/** The whole way in by passkey. With `isOffered` it waits until somebody picks one from what the browser fills in. */
export async function enterByPasskey(isOffered = false): Promise<SessionView> {
  const { signChallenge } = await import('../../lib/sign-in-factors/passkey-ceremonies.ts');
  const options = await call(askPasskeySignIn, { explainedBy });
  const response = await signChallenge(options, isOffered);
  return call(signInWithPasskey, { body: { response }, explainedBy });
}

export const beginAuthenticator = () => call(beginFirstAuthenticator, { explainedBy });

export const confirmAuthenticator = (code: string) =>
  call(confirmFirstAuthenticator, { body: { code }, explainedBy });

export async function addPasskey() {
  const { makePasskey } = await import('../../lib/sign-in-factors/passkey-ceremonies.ts');
  const options = await call(askFirstPasskey, { explainedBy });
  const response = await makePasskey(options);
  return call(addFirstPasskey, { body: { name: t('passkey.defaultName'), response }, explainedBy });
}
