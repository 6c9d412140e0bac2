import type { GuardScope } from '../../access/caller.ts';
import { isPassword } from '../../access/password.ts';
import { releaseTry, reserveTry } from '../../access/sign-in-limit.queries.ts';
import { AppError } from '../../http/app-error.ts';
import { findGuard, type FoundGuard } from './field-session.queries.ts';

export interface FieldSubject {
  readonly tenantId: string;
  readonly employeeId: string;
  readonly address: string;
}

/**
 * The guard of a right employee id and secret (FIELD-01). Throws fieldSignInFailed for everything that must not tell
 * guards apart, slowDown after too many failures, accountDeactivated only after a right secret.
 */
export async function checkFieldSignIn(
  db: GuardScope['db'],
  subject: FieldSubject,
  secret: string,
): Promise<FoundGuard> {
  const { tenantId, employeeId, address } = subject;
  const counted = { tenantId, username: `field:${employeeId}`, address };
  await reserveTry(db, counted);
  const guard = await findGuard(db, tenantId, employeeId);
  if (!(await isPassword(guard?.secretHash ?? null, secret)) || guard === null) {
    throw new AppError('fieldSignInFailed');
  }
  await releaseTry(db, counted);
  if (!guard.activated) throw new AppError('accountDeactivated');
  return guard;
}
