import {
  addPasskey,
  askPasskey,
  beginAuthenticator,
  confirmAuthenticator,
  confirmPassword,
  getSignInFactors,
  makeRecoveryCodes,
  removeAuthenticator,
  removePasskey,
  renamePasskey,
} from '@watchpost/contract/sign-in-factors';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { call } from '../../lib/api-client.ts';

const explainedBy = 'caller';
const factorsKey = ['sign-in-factors'];

export function useSignInFactors() {
  return useQuery({
    queryKey: factorsKey,
    queryFn: ({ signal }) => call(getSignInFactors, { signal, explainedBy }),
    staleTime: 0,
  });
}

/** Asks again what the account has. */
export function useReloadFactors(): () => Promise<void> {
  const queryClient = useQueryClient();
  return () => queryClient.invalidateQueries({ queryKey: factorsKey });
}

export const sendPassword = (password: string) => call(confirmPassword, { body: { password }, explainedBy });

export const startAuthenticator = () => call(beginAuthenticator, { explainedBy });

export const finishAuthenticator = (code: string) =>
  call(confirmAuthenticator, { body: { code }, explainedBy });

export const dropAuthenticator = () => call(removeAuthenticator, { explainedBy });

export const newRecoveryCodes = () => call(makeRecoveryCodes, { explainedBy });

export async function makeNewPasskey(name: string) {
  const { makePasskey } = await import('../../lib/sign-in-factors/passkey-ceremonies.ts');
  const options = await call(askPasskey, { explainedBy });
  const response = await makePasskey(options);
  return call(addPasskey, { body: { name, response }, explainedBy });
}

export const nameOfPasskey = (passkeyId: string, name: string) =>
  call(renamePasskey, { params: { passkeyId }, body: { name }, explainedBy });

export const dropPasskey = (passkeyId: string) => call(removePasskey, { params: { passkeyId }, explainedBy });
