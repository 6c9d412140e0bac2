// Which second steps an account has, and sign-ins that wait for theirs.
import { sql } from 'kysely';
import { type SecondStep, secondStepMinutes } from '@watchpost/domain/sign-in-factors';
import type { Db } from '../../platform/db/database.ts';
import { type Admitted, lockAdmitted } from './lock-admitted.queries.ts';

/** The steps that may follow a right password of the account, and whether its tenant lets no one in without one. */
export async function findSecondSteps(
  db: Db,
  tenantId: string,
  userId: string,
): Promise<{ methods: SecondStep[]; isRequired: boolean }> {
  const own = sql`tenant_id = ${tenantId}::uuid AND user_id = ${userId}::uuid`;
  const { rows } = await sql<Record<SecondStep | 'isRequired', boolean>>`SELECT
    EXISTS (SELECT 1 FROM authenticators WHERE ${own} AND sealed_secret IS NOT NULL) AS "authenticator",
    EXISTS (SELECT 1 FROM passkeys WHERE ${own}) AS "passkey",
    EXISTS (SELECT 1 FROM recovery_codes WHERE ${own}) AS "recoveryCode",
    EXISTS (SELECT 1 FROM tenant_config WHERE tenant_id = ${tenantId}::uuid
      AND config_key = 'isTwoStepRequired' AND config_value = 'true') AS "isRequired"`.execute(db);
  const [row] = rows;
  if (row === undefined) return { methods: [], isRequired: false };
  // Recovery codes stand in for a factor; alone they are none.
  const methods: SecondStep[] = [];
  if (row.authenticator) methods.push('authenticator');
  if (row.passkey) methods.push('passkey');
  if (methods.length > 0 && row.recoveryCode) methods.push('recoveryCode');
  return { methods, isRequired: row.isRequired };
}

export interface PendingSignIn {
  readonly userId: string;
  readonly email: string;
  readonly mustEnrol: boolean;
  readonly expiresAt: Date;
  /** What the audit log is to tell of how it began. */
  readonly way: Readonly<Record<string, string>>;
}

type NewPending = { tenantId: string; tokenHash: Buffer } & Pick<
  PendingSignIn,
  'userId' | 'mustEnrol' | 'way'
>;

/** Of a sign-in that began with something else than a password. */
export async function insertPending(db: Db, pending: NewPending): Promise<void> {
  await deleteExpiredPending(db, pending.tenantId);
  await insertOne(db, pending);
}

/** Of a sign-in that began with the password. False, and nothing stored, where the account changed since it was let in. */
export async function insertPendingOf(
  db: Db,
  pending: Omit<NewPending, 'tenantId' | 'userId'>,
  admitted: Admitted,
): Promise<boolean> {
  const { tenantId, userId } = admitted;
  await deleteExpiredPending(db, tenantId);
  return db.transaction().execute(async (transaction) => {
    if (!(await lockAdmitted(transaction, admitted))) return false;
    await insertOne(transaction, { ...pending, tenantId, userId });
    return true;
  });
}

async function deleteExpiredPending(db: Db, tenantId: string): Promise<void> {
  await db
    .deleteFrom('pending_sign_ins')
    .where('tenant_id', '=', tenantId)
    .where(sql<boolean>`expires_at < now()`)
    .execute();
}

async function insertOne(db: Db, pending: NewPending): Promise<void> {
  const { tenantId, tokenHash, userId, mustEnrol, way } = pending;
  await db
    .insertInto('pending_sign_ins')
    .values({
      tenant_id: tenantId,
      token_hash: tokenHash,
      user_id: userId,
      must_enrol: mustEnrol,
      way: sql`${JSON.stringify(way)}::jsonb`,
      expires_at: sql<Date>`now() + make_interval(mins => ${sql.lit(secondStepMinutes)})`,
    })
    .execute();
}

export async function findPending(
  db: Db,
  tenantId: string,
  tokenHash: Buffer,
): Promise<PendingSignIn | null> {
  const row = await db
    .selectFrom('pending_sign_ins as p')
    .innerJoin('users as u', (join) =>
      join.onRef('u.tenant_id', '=', 'p.tenant_id').onRef('u.id', '=', 'p.user_id'),
    )
    .select([
      'p.user_id as userId',
      'u.email',
      'p.must_enrol as mustEnrol',
      'p.expires_at as expiresAt',
      'p.way',
    ])
    .where('p.tenant_id', '=', tenantId)
    .where('p.token_hash', '=', tokenHash)
    .where(sql<boolean>`p.expires_at > now()`)
    .executeTakeFirst();
  return row ?? null;
}

/** Spends a pending sign-in; false when another request was faster, or it ended in the meantime. */
export async function deletePending(db: Db, tenantId: string, tokenHash: Buffer): Promise<boolean> {
  const row = await db
    .deleteFrom('pending_sign_ins')
    .where('tenant_id', '=', tenantId)
    .where('token_hash', '=', tokenHash)
    .where(sql<boolean>`expires_at > now()`)
    .returning('token_hash')
    .executeTakeFirst();
  return row !== undefined;
}

/** Ends the sign-ins of an account that wait for a second step, since what they began with no longer holds. */
export async function deletePendingOf(db: Db, tenantId: string, userId: string): Promise<void> {
  await db
    .deleteFrom('pending_sign_ins')
    .where('tenant_id', '=', tenantId)
    .where('user_id', '=', userId)
    .execute();
}
