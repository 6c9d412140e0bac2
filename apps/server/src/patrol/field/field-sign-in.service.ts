import type { GuardScope } from '../../platform/access/caller.ts';
import { meetDevice, noteUse } from '../../platform/access/field-devices.queries.ts';
import { isPassword } from '../../platform/access/password.ts';
import { hasRetiredSecret } from '../../platform/access/retired-secrets.queries.ts';
import { hashToken } from '../../platform/access/session-token.ts';
import { fieldSubject, releaseTry, reserveTry } from '../../platform/access/sign-in-limit.queries.ts';
import { insertAuditEntry } from '../../platform/audit/audit.queries.ts';
import type { AuditOrigin } from '../../platform/audit/audit-origin.ts';
import { AppError } from '../../platform/http/app-error.ts';
import { findKeyRecord, hasEverSigned } from './device-keys.queries.ts';
import { enrol, hasProvedKey, type KeyClaim, deviceProofOf } from './enrolment.ts';
import { findGuard, type FoundGuard, lockGuard, insertFieldSession } from './field-session.queries.ts';
import { findUsedPhone, isUsedPhone } from './used-phones.queries.ts';

type Db = GuardScope['db'];

export interface FieldSubject {
  readonly tenantId: string;
  readonly employeeId: string;
  readonly address: string;
  readonly deviceId: string;
  /** Null for a device without a key. */
  readonly key: KeyClaim | null;
  readonly origin: AuditOrigin;
}

/**
 * The guard of a right employee id and secret (FIELD-01). Throws fieldSignInFailed for everything that must not tell
 * guards apart, slowDown after too many failures; accountDeactivated, and fieldSecretRetired, only after a right secret. Refusals but slowDown, which
 * bounds them, stand in the audit log.
 */
export async function checkFieldSignIn(db: Db, subject: FieldSubject, secret: string): Promise<FoundGuard> {
  const { tenantId, employeeId, address, origin } = subject;
  const known = await knownPhone(db, subject);
  const familiar = known === null ? await familiarPhone(db, subject) : null;
  const counted = { ...fieldSubject(employeeId), tenantId, address, known, familiar };
  await reserveTry(db, counted);
  const guard = await findGuard(db, tenantId, employeeId);
  if (!(await isPassword(guard?.secretHash ?? null, secret)) || guard === null) {
    return refuse(db, origin, guard ?? { employeeId }, new AppError('fieldSignInFailed'));
  }
  await releaseTry(db, counted);
  if (!guard.activated) return refuse(db, origin, guard, new AppError('accountDeactivated'));
  if (await hasRetiredSecret(db, tenantId, guard.id)) {
    return refuse(db, origin, guard, new AppError('fieldSecretRetired'));
  }
  return guard;
}

/**
 * A digest of the phone where the guard used it before, with the key that it brings, and proves to hold where it once did; null for
 * any other.
 */
async function knownPhone(
  db: Db,
  { tenantId, employeeId, deviceId, key }: FieldSubject,
): Promise<Buffer | null> {
  const phone = { employeeId, deviceId, publicKey: key?.publicKey ?? null };
  const found = await findUsedPhone(db, tenantId, phone);
  if (found === null || (found.isProved && !(await hasProvedKey(key, deviceId)))) return null;
  return hashToken(`phone ${deviceId}`);
}

/** A digest of the phone where any guard of the company signed in with it before, as at a change of shift; null for others. */
async function familiarPhone(db: Db, { tenantId, deviceId }: FieldSubject): Promise<Buffer | null> {
  return (await isUsedPhone(db, tenantId, deviceId)) ? hashToken(`phone ${deviceId}`) : null;
}

/** A guard, or what was typed where none is called so. */
type Refused = FoundGuard | { readonly employeeId: string };

const subjectOf = (guard: Refused) =>
  'id' in guard
    ? { id: guard.id, label: nameOf(guard) }
    : { id: guard.employeeId.toLowerCase(), label: guard.employeeId };

const nameOf = ({ firstName, lastName }: FoundGuard): string => `${firstName} ${lastName}`.trim();

async function refuse(db: Db, origin: AuditOrigin, guard: Refused, error: AppError): Promise<never> {
  const after = { reason: error.code };
  await insertAuditEntry(db, origin, { action: 'guard.signInRefused', subject: subjectOf(guard), after });
  throw error;
}

export interface Opening {
  readonly tokenHash: Buffer;
  readonly address: string;
  readonly agent: string;
  /** Null for a device without a key. */
  readonly key: KeyClaim | null;
}

/**
 * Opens the guard's session with the device. Throws deviceRevoked or deviceCleared for one that an admin has blocked, and
 * fieldSignInFailed, as for a wrong secret, where the guard got another one, or was deactivated, since it was found right.
 */
export async function letIn(
  scope: GuardScope,
  guard: FoundGuard,
  { tokenHash, address, agent, key }: Opening,
  origin: AuditOrigin,
): Promise<void> {
  const { deviceId } = scope;
  const opening = scope.db.transaction().execute(async (transaction) => {
    const own = { ...scope, db: transaction };
    if (!(await lockGuard(transaction, scope.tenantId, guard))) throw new AppError('fieldSignInFailed');
    // Again, now that no one moves the guard.
    if (await hasRetiredSecret(transaction, scope.tenantId, guard.id))
      throw new AppError('fieldSecretRetired');
    const status = await meetDevice(own, agent);
    if (status !== 'active') throw new AppError(status === 'revoked' ? 'deviceRevoked' : 'deviceCleared');
    const standing = await deviceProofOf(await findKeyRecord(own), key, deviceId);
    await noteUse(own, { agent, isProved: standing.isHere, isClaim: standing.isClaim });
    const publicKey = key === null ? null : await enrol(own, key.publicKey, standing);
    // A key that was not taken is one that somebody says to have.
    const owesSignature = key !== null || (await hasEverSigned(own));
    await insertFieldSession(own, { tokenHash, address, agent, publicKey, owesSignature });
    await insertAuditEntry(transaction, origin, { action: 'guard.signedIn', subject: subjectOf(guard) });
  });
  await opening.catch((error: unknown) => {
    if (error instanceof AppError) return refuse(scope.db, origin, guard, error);
    throw error;
  });
}
