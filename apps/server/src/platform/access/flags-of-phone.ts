import type { TrustFlag } from '@watchpost/domain/trust';
import type { GuardScope } from './caller.ts';

/** What is doubted of everything that a phone sends, whatever it is. */
export const flagsOfPhone = ({ isLost }: GuardScope): readonly TrustFlag[] =>
  isLost === true ? ['lostPhone'] : [];
