// The rules of the profile form, which are the contract's own (PROF-02).
import { type ProfileField, profileFields } from '@watchpost/contract/profile';
import type { UserDetails } from '@watchpost/contract/session';
import * as z from 'zod/mini';
import { checkDraft } from '../../records/check-draft.ts';

export type ProfileValues = Readonly<Record<ProfileField, string>>;
export type ProfileErrors = Partial<Record<ProfileField, string>>;

const form = z.object(profileFields);

export function isProfileField(name: unknown): name is ProfileField {
  return typeof name === 'string' && Object.hasOwn(profileFields, name);
}

/** The first error of each field, as a label key. What is as it was stored may be saved again. */
export const errorsOf = (values: ProfileValues, stored: ProfileValues | null = null): ProfileErrors =>
  checkDraft(form, values, stored).problems;

/** The form as it opens (PROF-01): what is stored, its country code with a plus, the default one where there is none. */
export function valuesOf(user: UserDetails | undefined, defaultCode: string): ProfileValues {
  const code = user?.countryCode ?? '';
  return {
    firstName: user?.firstName ?? '',
    lastName: user?.lastName ?? '',
    email: user?.email ?? '',
    phoneNumber: user?.phoneNumber ?? '',
    countryCode: code === '' ? defaultCode : `+${code.replace(/^\+/, '')}`,
  };
}
