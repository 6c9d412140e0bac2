// A guard as its form holds it. Pure.
import type { GuardRow } from '@watchpost/contract/guards';
import { fromConfig } from '@watchpost/domain/tenant-settings';

export interface GuardDraft {
  readonly employeeId: string;
  readonly firstName: string;
  readonly lastName: string;
  readonly email: string;
  readonly phoneNumber: string;
  readonly countryCode: string;
  readonly siteIds: readonly string[];
  /** Id of a stored file; empty for none. */
  readonly photo: string;
}

export function draftOf(guard: GuardRow): GuardDraft {
  const { employeeId, firstName, lastName, email, phoneNumber, countryCode, photo, sites } = guard;
  const siteIds = sites.map(({ id }) => id);
  return { employeeId, firstName, lastName, email, phoneNumber, countryCode, siteIds, photo };
}

export const inputOf = (draft: GuardDraft): unknown => draft;

export function newDraft(config: (key: string) => string | undefined): GuardDraft {
  const { defaultCountryCode } = fromConfig(config);
  return {
    employeeId: '',
    firstName: '',
    lastName: '',
    email: '',
    phoneNumber: '',
    countryCode: defaultCountryCode,
    siteIds: [],
    photo: '',
  };
}

export const guardName = ({ firstName, lastName }: Pick<GuardRow, 'firstName' | 'lastName'>): string =>
  `${firstName} ${lastName}`.trim();

/** What became of the guard's secret, in words. */
export const secretKey = ({ hasSecret, isSecretRetired }: Pick<GuardRow, 'hasSecret' | 'isSecretRetired'>) =>
  isSecretRetired ? 'guards.secretRetired' : hasSecret ? 'guards.hasSecret' : 'guards.noSecret';

/** What issuing one is called. */
export const issueKey = ({ hasSecret, isSecretRetired }: Pick<GuardRow, 'hasSecret' | 'isSecretRetired'>) =>
  hasSecret && !isSecretRetired ? 'guards.resetSecret' : 'guards.issueSecret';

export const guardPhone = ({ countryCode, phoneNumber }: GuardRow): string =>
  phoneNumber === '' ? '' : `${countryCode} ${phoneNumber}`;
