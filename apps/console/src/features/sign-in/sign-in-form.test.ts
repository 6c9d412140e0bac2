import { describe, expect, it } from 'vitest';
import { errorsOf, toCredentials } from './sign-in-form.ts';

const good = { username: 'super@demo.example', password: 'Patrol-demo-1' };

describe('sign-in form', () => {
  it('takes what is right', () => expect(errorsOf(good)).toEqual({}));

  it.each([
    ['', 'email_required'],
    ['   ', 'email_required'],
    ['no-at-sign', 'email_pattern'],
    ['name@host.toolong', 'email_pattern'],
    [`${'a'.repeat(50)}@demo.in`, 'exceed_max_length'],
  ])('[SIGN-03] username %j: %s', (username, key) => {
    expect(errorsOf({ ...good, username })).toEqual({ username: key });
  });

  it('[SIGN-03] spaces around the username are taken off', () => {
    const values = { ...good, username: `  ${good.username} ` };
    expect(errorsOf(values)).toEqual({});
    expect(toCredentials(values)).toEqual(good);
  });

  it.each([
    ['', 'error_password_required'],
    ['seven77', 'password_too_short'],
    ['x'.repeat(26), 'exceed_max_length'],
    ['with a space', 'password_no_spaces'],
  ])('[SIGN-04] password %j: %s', (password, key) => {
    expect(errorsOf({ ...good, password })).toEqual({ password: key });
  });

  it.each([8, 25])('[SIGN-04] a password of %i characters is taken', (length) => {
    expect(errorsOf({ ...good, password: 'x'.repeat(length) })).toEqual({});
  });
});
