// Who may enter the console, once it is proven who it is.
import { menuOf } from '@watchpost/domain/menu';
import type { Role } from '@watchpost/domain/permissions';
import type { SiteScope } from '../../platform/access/caller.ts';
import { insertAuditEntry } from '../../platform/audit/audit.queries.ts';
import type { AuditOrigin } from '../../platform/audit/audit-origin.ts';
import { AppError } from '../../platform/http/app-error.ts';
import { findAccessSwitches, type FoundUser } from './console-users.queries.ts';

type Db = SiteScope['db'];
export type ConsoleUser = FoundUser & { readonly role: Role };

/**
 * The user, when the account may enter. Throws accountDeactivated, roleInvalid, noAccessGroup, or signInFailed for an
 * account with neither record, of which `warn` hears (SIGN-08, SIGN-09, SIGN-13).
 */
export async function admit(
  db: Db,
  tenantId: string,
  user: FoundUser,
  warn: (message: string) => void,
): Promise<ConsoleUser> {
  const { role } = user;
  if (role === null) {
    warn(`account ${user.id} is neither super admin nor sub admin`);
    throw new AppError('signInFailed');
  }
  if (!user.activated) throw new AppError('accountDeactivated');
  if (role === 'guard') throw new AppError('roleInvalid');
  const { switches } = await findAccessSwitches(db, tenantId);
  if (menuOf(role, switches).length === 0 || (role === 'subAdmin' && user.siteId === null)) {
    throw new AppError('noAccessGroup');
  }
  return { ...user, role };
}

/** Throws the error on. Guesses beyond the limit leave no entry, so that no one can fill the log: the limit itself bounds the others. */
export async function recordRefusal(
  db: Db,
  origin: AuditOrigin,
  username: string,
  error: unknown,
): Promise<never> {
  if (error instanceof AppError && error.code !== 'slowDown') {
    await insertAuditEntry(db, origin, {
      action: 'session.refused',
      subject: { id: username.toLowerCase(), label: username },
      after: { reason: error.code },
    });
  }
  throw error;
}
