// The rules of a new password and its repetition (SETPW-01, SETPW-02, CHPW-03, CHPW-04), as label keys.
import { passwordMaxLength, passwordMinLength } from '@watchpost/domain/limits';
import { noWhitespacePattern } from '@watchpost/domain/patterns';

/** The first rule that a password breaks; `required` is the key for an empty one. */
export function passwordError(
  password: string,
  required: string,
  maxLength: number = passwordMaxLength,
): string | undefined {
  if (password === '') return required;
  if (!noWhitespacePattern.test(password)) return 'password_no_spaces';
  if (password.length < passwordMinLength) return 'password_too_short';
  return password.length > maxLength ? 'exceed_max_length' : undefined;
}

/** What is wrong with the repetition of a new password. */
export function confirmError(
  newPassword: string,
  confirm: string,
  maxLength: number = passwordMaxLength,
): string | undefined {
  const own = passwordError(confirm, 'error_new_confirm_password_required', maxLength);
  return own ?? (confirm === newPassword ? undefined : 'error_new_confirm_password_not_match');
}
