import type { GuardScope } from '../../access/caller.ts';
import { meetDevice } from '../../access/field-devices.queries.ts';
import { isPassword } from '../../access/password.ts';
import { releaseTry, reserveTry } from '../../access/sign-in-limit.queries.ts';
import { AppError } from '../../http/app-error.ts';
import { enrolDeviceKey } from './device-keys.queries.ts';
import {
  findGuard,
  type FoundGuard,
  insertFieldSession,
  type NewFieldSession,
} from './field-session.queries.ts';

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

/** Opens the guard's session with the device. Throws deviceRevoked or deviceCleared for one that an admin has blocked. */
export async function letIn(scope: GuardScope, session: NewFieldSession): Promise<void> {
  const { agent, publicKey } = session;
  await scope.db.transaction().execute(async (transaction) => {
    const own = { ...scope, db: transaction };
    const status = await meetDevice(own, agent);
    if (status !== 'active') throw new AppError(status === 'revoked' ? 'deviceRevoked' : 'deviceCleared');
    if (publicKey !== null) await enrolDeviceKey(own, publicKey);
    await insertFieldSession(own, session);
  });
}
