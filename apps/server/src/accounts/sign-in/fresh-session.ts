// Sessions whose owner was asked for the password a short while ago: others change nothing that opens the account.
import { freshSessionMinutes } from '@watchpost/domain/sign-in-factors';
import type { ConsoleCaller } from '../../platform/access/caller.ts';
import { AppError } from '../../platform/http/app-error.ts';
import { isFreshSession } from './fresh-session.queries.ts';

type Caller = Pick<ConsoleCaller, 'scope' | 'tokenHash'>;

export const needsPassword = async ({ scope, tokenHash }: Caller): Promise<boolean> =>
  !(await isFreshSession(scope.db, scope.tenantId, tokenHash, freshSessionMinutes));

/** Throws confirmFirst unless the session was opened, or its password typed again, a few minutes ago. */
export async function requireFresh(caller: Caller): Promise<void> {
  if (await needsPassword(caller)) throw new AppError('confirmFirst');
}
