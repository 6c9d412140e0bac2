// The rules of the sign-in form, which are the contract's own (SIGN-03, SIGN-04).
import { signInPassword, username } from '@watchpost/contract/values';
import { passwordMaxLength } from '@watchpost/domain/limits';
import * as z from 'zod/mini';

export interface SignInValues {
  readonly username: string;
  readonly password: string;
}
export type SignInErrors = Partial<Record<keyof SignInValues, string>>;

const form = z.object({ username, password: signInPassword });

/** The first error of each field, as a label key; passwords are as long as the tenant allows. */
export function errorsOf(values: SignInValues, maxLength: number = passwordMaxLength): SignInErrors {
  const result = form.safeParse(values);
  const errors: SignInErrors = {};
  for (const issue of result.error?.issues ?? []) {
    const field = issue.path[0] === 'username' ? 'username' : 'password';
    errors[field] ??= issue.message;
  }
  if (values.password.length > maxLength) errors.password ??= 'exceed_max_length';
  return errors;
}

export const toCredentials = (values: SignInValues): SignInValues => ({
  username: values.username.trim(),
  password: values.password,
});
