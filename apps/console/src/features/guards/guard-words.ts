// What pages say of a guard. Pure.
import type { GuardRow } from '@watchpost/contract/guards';

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
