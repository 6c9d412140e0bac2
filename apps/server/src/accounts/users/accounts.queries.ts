import { sql } from 'kysely';
import { deviceName } from '@watchpost/domain/browser-name';
import { fromConfig } from '@watchpost/domain/tenant-settings';
import type { SiteScope } from '../../platform/access/caller.ts';
import { insertAuditEntry } from '../../platform/audit/audit.queries.ts';
import type { AuditOrigin } from '../../platform/audit/audit-origin.ts';
import type { Db } from '../../platform/db/database.ts';
import { enqueueJob } from '../../platform/jobs/enqueue-job.queries.ts';
import type { MailValues } from '../../platform/mail/mail-content.ts';
import { queueMail } from '../../platform/mail/mail.queries.ts';
import { deletePendingOf } from '../sign-in/second-step.queries.ts';
import { notify } from '../../platform/notify/notify.queries.ts';
import {
  type ResetRequest,
  resetRequestedJob,
  type PasswordChange,
  passwordChangedJob,
} from './account-jobs.ts';
import { deleteSessions } from './account-sessions.queries.ts';
import { hashEmail } from './one-time-code.ts';
import { deleteGrant, deleteOldCodes, insertCode, type NewCode } from './password-codes.queries.ts';

export interface Account {
  readonly id: string;
  readonly email: string;
  readonly firstName: string;
  /** As chosen by the user; null while none was. */
  readonly language: string | null;
}

const accountColumns = ['id', 'email', 'first_name as firstName', 'language'] as const;

/** The account of an address that may use the console, or null. */
export async function findConsoleAccount(db: Db, tenantId: string, email: string): Promise<Account | null> {
  const row = await db
    .selectFrom('users')
    .select(accountColumns)
    .where('tenant_id', '=', tenantId)
    .where(sql<boolean>`lower(email) = lower(${email})`)
    .where('activated', '=', true)
    .where('role', 'in', ['superAdmin', 'subAdmin'])
    .executeTakeFirst();
  return row ?? null;
}

export async function findAccount(db: Db, tenantId: string, userId: string): Promise<Account | null> {
  const row = await db
    .selectFrom('users')
    .select(accountColumns)
    .where('tenant_id', '=', tenantId)
    .where('id', '=', userId)
    .executeTakeFirst();
  return row ?? null;
}

export async function findPasswordHash(scope: SiteScope, userId: string): Promise<string | null> {
  const row = await scope.db
    .selectFrom('users')
    .select('password_hash')
    .where('tenant_id', '=', scope.tenantId)
    .where('id', '=', userId)
    .executeTakeFirst();
  return row?.password_hash ?? null;
}

/** Longest new password of the tenant. */
export async function findPasswordMaxLength(db: Db, tenantId: string): Promise<number> {
  const row = await db
    .selectFrom('tenant_config')
    .select('config_value')
    .where('tenant_id', '=', tenantId)
    .where('config_key', '=', 'passwordMaxLength')
    .executeTakeFirst();
  return fromConfig((key) => (key === 'passwordMaxLength' ? row?.config_value : undefined)).passwordMaxLength;
}

/** Leaves the search for the account and the mail to a job, so that asking does the same for every address. */
export async function enqueueReset(db: Db, request: ResetRequest, origin: AuditOrigin): Promise<void> {
  const { email } = request;
  await db.transaction().execute(async (trx) => {
    await enqueueJob(trx, resetRequestedJob, request);
    const subject = { id: email.toLowerCase(), label: email };
    await insertAuditEntry(trx, origin, { action: 'password.resetAsked', subject });
  });
}

export interface ResetMail {
  readonly to: Account;
  readonly language: string;
  readonly otp: string;
  readonly link: string;
  readonly minutes: number;
}

/** Stores a code and, where there is somebody to tell, the mail with it: both or neither. */
export async function insertCodeAndMail(db: Db, code: NewCode, mail: ResetMail | null): Promise<void> {
  const { tenantId } = code;
  await db.transaction().execute(async (trx) => {
    await deleteOldCodes(trx, tenantId);
    if (!(await insertCode(trx, code)) || mail === null) return;
    const { firstName, email } = mail.to;
    const values = { firstName, code: mail.otp, link: mail.link, minutes: mail.minutes };
    await queueMail(trx, { tenantId, to: email, template: 'passwordReset', language: mail.language, values });
  });
}

/** Stores a code and the invitation that carries its link: both or neither. */
export async function insertCodeAndInvitation(
  db: Db,
  code: NewCode,
  { to, language, values }: { to: string; language: string; values: MailValues['invitation'] },
): Promise<void> {
  const { tenantId } = code;
  await db.transaction().execute(async (trx) => {
    await deleteOldCodes(trx, tenantId);
    if (!(await insertCode(trx, code))) return;
    await queueMail(trx, { tenantId, to, template: 'invitation', language, values });
  });
}

interface NewPassword extends Omit<PasswordChange, 'atMs'> {
  readonly passwordHash: string;
  /** Of the password that gives the right to this change; null where something else does. */
  readonly formerHash: string | null;
  readonly currentSession: Buffer | null;
}

/** False, and nothing stored, where the account has another password than the former one by now. */
async function updatePassword(trx: Db, change: NewPassword): Promise<boolean> {
  const { tenantId, userId, passwordHash, formerHash, currentSession, language, timeZone } = change;
  const { numUpdatedRows } = await trx
    .updateTable('users')
    .set({
      password_hash: passwordHash,
      invited_at: null,
      invitation_ends_at: null,
      updated_at: sql<Date>`now()`,
      // What gives the right to it was mailed to the account's address.
      ...(formerHash === null ? { is_address_unproven: false } : {}),
    })
    .where('tenant_id', '=', tenantId)
    .where('id', '=', userId)
    .$if(formerHash !== null, (query) => query.where('password_hash', '=', formerHash))
    .executeTakeFirstOrThrow();
  if (numUpdatedRows === 0n) return false;
  await trx
    .deleteFrom('password_codes')
    .where('tenant_id', '=', tenantId)
    .where('user_id', '=', userId)
    .execute();
  await deletePendingOf(trx, tenantId, userId);
  await deleteSessions(trx, { tenantId, userId, current: currentSession });
  await enqueueJob(trx, passwordChangedJob, { tenantId, userId, language, timeZone, atMs: Date.now() });
  return true;
}

interface Asked {
  readonly language: string;
  readonly timeZone: string;
  readonly origin: AuditOrigin;
}

/** Changes the caller's password and ends the account's other sessions; false where it is another than the former one by now. */
export async function changeOwnPassword(
  { db, tenantId }: SiteScope,
  change: Asked & { userId: string; passwordHash: string; formerHash: string; currentSession: Buffer },
): Promise<boolean> {
  return db.transaction().execute(async (trx) => {
    if (!(await updatePassword(trx, { tenantId, ...change }))) return false;
    await insertAuditEntry(trx, change.origin, { action: 'password.changed' });
    await notifyPasswordChanged(trx, change.userId, change.origin);
    return true;
  });
}

/**
 * Spends a grant for a new password and ends all sessions; null when the grant is no longer good, as when the account's
 * address has changed since it was mailed.
 */
export async function spendGrant(
  db: Db,
  change: Asked & { tenantId: string; grantHash: Buffer; passwordHash: string },
): Promise<Account | null> {
  return db.transaction().execute(async (trx) => {
    const grant = await deleteGrant(trx, change.tenantId, change.grantHash);
    if (grant === null || grant.userId === null) return null;
    const account = await findAccount(trx, change.tenantId, grant.userId);
    if (account === null || !hashEmail(account.email).equals(grant.emailHash)) return null;
    await updatePassword(trx, { ...change, userId: account.id, formerHash: null, currentSession: null });
    const subject = { id: account.id, label: account.email };
    await insertAuditEntry(trx, change.origin, { action: 'password.reset', subject });
    await notifyPasswordChanged(trx, account.id, change.origin);
    return account;
  });
}

/** Notifies the account alone, wherever it is signed in or signs in next (NOTIF-05). */
async function notifyPasswordChanged(trx: Db, userId: string, origin: AuditOrigin): Promise<void> {
  const { tenantId, agent, address } = origin;
  const params = { device: deviceName(agent), address };
  await notify(trx, { tenantId, kind: 'passwordChanged', siteId: null, userId, params, link: null });
}

export async function queuePasswordChanged(
  db: Db,
  mail: { tenantId: string; to: Account; language: string; at: string; signInLink: string },
): Promise<void> {
  const { tenantId, language, to, at, signInLink } = mail;
  const values = { firstName: to.firstName, at, signInLink };
  await queueMail(db, { tenantId, to: to.email, template: 'passwordChanged', language, values });
}

export async function findSlug(db: Db, tenantId: string): Promise<string> {
  const row = await db
    .selectFrom('tenants')
    .select('slug')
    .where('tenant_id', '=', tenantId)
    .executeTakeFirstOrThrow();
  return row.slug;
}
