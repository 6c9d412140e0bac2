// What may become a password of an account (OWASP ASVS 6.2.4, 6.2.11, 6.2.12). What was chosen before stays.
import { isEasyPassword } from '@watchpost/domain/easy-passwords';
import { InvalidInput } from '../http/app-error.ts';
import type { BreachedPasswords } from './breached-passwords.ts';
import type { Tenant } from './caller.ts';

let common: Promise<ReadonlySet<string>> | undefined;

/** Some 49,000 as they were counted in leaks, in small letters; read when somebody first chooses a password. */
async function readCommon(): Promise<ReadonlySet<string>> {
  const { dictionary } = await import('@zxcvbn-ts/language-common');
  return new Set(dictionary['passwords-common']);
}

/** In whatever case. */
async function isCommonPassword(password: string): Promise<boolean> {
  return (await (common ??= readCommon())).has(password.toLowerCase());
}

/** Throws InvalidInput of `field` for what is tried first. */
export async function requireUncommon(
  { slug, name }: Tenant,
  field: string,
  password: string,
): Promise<void> {
  if ((await isCommonPassword(password)) || isEasyPassword(password, [slug, name])) {
    throw new InvalidInput({ [field]: 'password_too_easy' });
  }
}

/** Throws InvalidInput of `field` for what is in the operator's list; nothing is where there is no list. */
export async function requireUnbreached(
  breached: BreachedPasswords | undefined,
  field: string,
  password: string,
): Promise<void> {
  if (breached !== undefined && (await breached.has(password))) {
    throw new InvalidInput({ [field]: 'password_breached' });
  }
}
