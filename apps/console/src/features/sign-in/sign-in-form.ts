// The rules of the sign-in form, which are the contract's own (SIGN-03, SIGN-04).
import { password, username } from '@watchpost/contract/values';
import * as z from 'zod/mini';

export interface SignInValues {
  readonly username: string;
  readonly password: string;
}
export type SignInErrors = Partial<Record<keyof SignInValues, string>>;

const form = z.object({ username, password });

/** The first error of each field, as a label key. */
export function errorsOf(values: SignInValues): SignInErrors {
  const result = form.safeParse(values);
  const errors: SignInErrors = {};
  for (const issue of result.error?.issues ?? []) {
    const field = issue.path[0] === 'username' ? 'username' : 'password';
    errors[field] ??= issue.message;
  }
  return errors;
}

export const toCredentials = (values: SignInValues): SignInValues => ({
  username: values.username.trim(),
  password: values.password,
});
