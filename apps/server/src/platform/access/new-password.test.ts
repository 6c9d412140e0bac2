import { dictionary } from '@zxcvbn-ts/language-common';
import { expect, it } from 'vitest';
import { noWhitespacePattern } from '@watchpost/domain/patterns';
import { passwordMaxLength, passwordMinLength } from '@watchpost/domain/limits';
import { InvalidInput } from '../http/app-error.ts';
import { requireUncommon } from './new-password.ts';

const tenant = { id: '', slug: 'shree', name: 'Shree Guards', isDemo: false };
const isRefused = async (password: string) => {
  try {
    await requireUncommon(tenant, 'password', password);
    return false;
  } catch (error) {
    if (error instanceof InvalidInput) return true;
    throw error;
  }
};
const refusedOf = async (passwords: readonly string[]) => {
  const areRefused = await Promise.all(passwords.map(isRefused));
  return passwords.filter((_, at) => areRefused[at] === true);
};

it('the 3,000 commonest passwords that the policy would take are refused, in whatever case', async () => {
  const fitting = dictionary['passwords-common'].filter(
    (password) =>
      password.length >= passwordMinLength &&
      password.length <= passwordMaxLength &&
      noWhitespacePattern.test(password),
  );
  const commonest = fitting.slice(0, 3_000);
  expect(commonest).toHaveLength(3_000);
  for (const known of ['password', '12345678', 'qwertyuiop', 'iloveyou', 'trustno1']) {
    expect(commonest).toContain(known);
  }
  expect(await refusedOf(commonest)).toEqual(commonest);
  const shouted = commonest.map((password) => password.toUpperCase());
  expect(await refusedOf(shouted)).toEqual(shouted);
});

it('a password of its own is taken', async () => {
  expect(await refusedOf(['Harbour-kettle-41', 'needforspeeding', 'v9#kLq2!xM'])).toEqual([]);
});
