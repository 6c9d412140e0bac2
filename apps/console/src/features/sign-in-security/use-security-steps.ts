// The dialog's steps: what is there, then one thing at a time, each behind the password where the session is not fresh.
import { useState } from 'react';
import { ApiError } from '../../lib/api-error.ts';
import { withLoader } from '../../lib/app-events.ts';
import type { AuthenticatorKey } from '../../lib/sign-in-factors/authenticator-setup.tsx';
import { factorFailure } from '../../lib/sign-in-factors/factor-failure.ts';
import { toasts } from '../../ui/feedback/toasts.ts';
import { useReloadFactors } from './sign-in-security.api.ts';

export type SecurityStep =
  | { readonly at: 'overview' }
  | { readonly at: 'password'; readonly next: () => void }
  | { readonly at: 'authenticator'; readonly setup: AuthenticatorKey }
  | { readonly at: 'passkey'; readonly id: string | null; readonly name: string }
  | { readonly at: 'codes'; readonly codes: readonly string[] };

export function useSecuritySteps() {
  const [step, setStep] = useState<SecurityStep>({ at: 'overview' });
  const [failure, setFailure] = useState<string>();
  const reload = useReloadFactors();
  const go = (next: SecurityStep) => {
    setFailure(undefined);
    setStep(next);
  };
  const attempt = async <T>(work: () => Promise<T>, then: (result: T) => void): Promise<void> => {
    setFailure(undefined);
    try {
      const result = await withLoader(work);
      await reload();
      then(result);
    } catch (error) {
      // A session that grew old in the meantime: the password first, then the same again.
      if (error instanceof ApiError && error.code === 'confirmFirst') {
        go({ at: 'password', next: () => void attempt(work, then) });
      } else setFailure(factorFailure(error));
    }
  };
  /** Back to what there is now, by way of new recovery codes if any came. */
  const finish = (text: string, codes: readonly string[] | null = null) => {
    toasts.success({ text });
    go(codes === null ? { at: 'overview' } : { at: 'codes', codes });
  };
  return { step, go, failure, attempt, finish };
}
export type SecuritySteps = ReturnType<typeof useSecuritySteps>;
