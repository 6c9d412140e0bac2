import { describe, expect, it } from 'vitest';
import { confirmError, passwordError } from './password-rules.ts';

describe('a new password', () => {
  it.each([
    ['', 'error_new_password_required'],
    ['short-1', 'password_too_short'],
    ['eight-88', undefined],
    ['x'.repeat(25), undefined],
    ['x'.repeat(26), 'exceed_max_length'],
    ['with space', 'password_no_spaces'],
    [' ', 'password_no_spaces'],
  ])('[SETPW-02] %j: %s', (password, error) => {
    expect(passwordError(password, 'error_new_password_required')).toBe(error);
  });

  it('may be as long as the tenant allows', () => {
    expect(passwordError('x'.repeat(64), '', 64)).toBeUndefined();
    expect(passwordError('x'.repeat(65), '', 64)).toBe('exceed_max_length');
  });
});

it.each([
  ['', 'error_new_confirm_password_required'],
  ['eight-88', undefined],
  ['eight-89', 'error_new_confirm_password_not_match'],
  ['eight', 'password_too_short'],
])('repeated as %j: %s', (confirm, error) => {
  expect(confirmError('eight-88', confirm)).toBe(error);
});
