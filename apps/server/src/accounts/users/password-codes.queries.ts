import { CompiledQuery, sql } from 'kysely';
import { invitationDays, type PasswordLinkState } from '@watchpost/domain/sub-admins';
import {
  otpLifetimeMinutes,
  otpMailsOfKnown,
  otpMailsPerHour,
  otpTriesMax,
} from '@watchpost/domain/one-time-codes';
import type { Db } from '../../platform/db/database.ts';

export interface NewCode {
  readonly tenantId: string;
  readonly id: string;
  readonly emailHash: Buffer;
  /** Null for an address without an account: no code fits. */
  readonly userId: string | null;
  readonly otpMac: Buffer;
  readonly linkHash: Buffer;
  /** Asked for from a browser that the account was used with: strangers leave it some. */
  readonly isKnown?: boolean;
  /** The link of an invitation, which lives for days and has no code. */
  readonly isInvitation?: boolean;
}

const lifetime = sql<Date>`now() + make_interval(mins => ${sql.lit(otpLifetimeMinutes)})`;
export const invitationEnd = sql<Date>`now() + make_interval(days => ${sql.lit(invitationDays)})`;
/** Days for which an invitation that has ended still says so to the person who opens it. */
const invitationRetentionDays = 90;

/**
 * Stores a code in place of those that the address got before, or an invitation in place of an earlier one: strangers who ask
 * for a code take no invitation away. False, and nothing stored, when the address got its share of this hour. Waits for a parallel one of the same address: call it in a transaction.
 */
export async function insertCode(trx: Db, code: NewCode): Promise<boolean> {
  const { tenantId, emailHash, isInvitation = false } = code;
  const lock = `${tenantId}${emailHash.toString('hex')}`;
  await sql`SELECT pg_advisory_xact_lock(hashtextextended(${lock}, 0))`.execute(trx);
  const { made } = await trx
    .selectFrom('password_codes')
    .select((eb) => eb.fn.countAll<number>().as('made'))
    .where('tenant_id', '=', tenantId)
    .where('email_hash', '=', emailHash)
    .where(sql<boolean>`created_at > now() - interval '1 hour'`)
    .executeTakeFirstOrThrow();
  if (made >= otpMailsPerHour + (code.isKnown === true ? otpMailsOfKnown : 0)) return false;
  // One that was typed right stays: its owner is about to choose a password.
  await trx
    .updateTable('password_codes')
    .set(
      isInvitation
        ? { replaced_at: sql<Date>`coalesce(replaced_at, now())` }
        : { expires_at: sql<Date>`now()`, link_hash: null },
    )
    .where('tenant_id', '=', tenantId)
    .where('email_hash', '=', emailHash)
    .where('grant_hash', 'is', null)
    .where('is_invitation', '=', isInvitation)
    .execute();
  await trx
    .insertInto('password_codes')
    .values({
      tenant_id: tenantId,
      id: code.id,
      email_hash: emailHash,
      user_id: code.userId,
      otp_mac: code.otpMac,
      link_hash: code.linkHash,
      expires_at: isInvitation ? invitationEnd : lifetime,
      is_invitation: isInvitation,
    })
    .execute();
  return true;
}

/** Forgets codes that neither fit nor count any more. */
export async function deleteOldCodes(db: Db, tenantId: string): Promise<void> {
  await db
    .deleteFrom('password_codes')
    .where('tenant_id', '=', tenantId)
    .where(
      sql<boolean>`created_at < now() - make_interval(days => CASE WHEN is_invitation THEN ${invitationRetentionDays} ELSE 1 END)`,
    )
    .execute();
}

export interface TriedCode {
  readonly id: string;
  readonly userId: string | null;
  readonly otpMac: Buffer;
}

/**
 * Takes one try of the live code of an address before it is compared, so that parallel guesses share the tries. Null
 * when there is none, or none left.
 */
export async function takeTry(db: Db, tenantId: string, emailHash: Buffer): Promise<TriedCode | null> {
  const text = `UPDATE password_codes SET tries = tries + 1
    WHERE tenant_id = $1::uuid AND id = (SELECT id FROM password_codes
        WHERE tenant_id = $1::uuid AND email_hash = $2::bytea AND grant_hash IS NULL AND NOT is_invitation
        ORDER BY created_at DESC LIMIT 1)
      AND grant_hash IS NULL AND tries < $3::int AND expires_at > now()
    RETURNING id, user_id AS "userId", otp_mac AS "otpMac"`;
  const { rows } = await db.executeQuery<TriedCode>(
    CompiledQuery.raw(text, [tenantId, emailHash, otpTriesMax]),
  );
  return rows[0] ?? null;
}

/** Spends a right code for a grant; its link dies with it. False when another was faster. */
export async function updateGranted(
  db: Db,
  tenantId: string,
  id: string,
  grantHash: Buffer,
): Promise<boolean> {
  const row = await db
    .updateTable('password_codes')
    .set({ grant_hash: grantHash, link_hash: null, expires_at: lifetime })
    .where('tenant_id', '=', tenantId)
    .where('id', '=', id)
    .where('grant_hash', 'is', null)
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
}

function liveGrants(tenantId: string, hash: Buffer) {
  return sql<boolean>`tenant_id = ${tenantId}::uuid AND (link_hash = ${hash} OR grant_hash = ${hash})
    AND expires_at > now() AND replaced_at IS NULL AND user_id IS NOT NULL`;
}

export async function isGrant(db: Db, tenantId: string, hash: Buffer): Promise<boolean> {
  const row = await db
    .selectFrom('password_codes')
    .select('id')
    .where(liveGrants(tenantId, hash))
    .executeTakeFirst();
  return row !== undefined;
}

export interface FoundLink {
  readonly state: PasswordLinkState;
  readonly isInvitation: boolean;
  readonly endsAt: Date | null;
}

/** What became of a mailed link, for the person who has it. */
export async function findLink(db: Db, tenantId: string, hash: Buffer): Promise<FoundLink> {
  const row = await db
    .selectFrom('password_codes')
    .select([
      'is_invitation as isInvitation',
      'expires_at as endsAt',
      sql<PasswordLinkState>`CASE WHEN user_id IS NULL THEN 'unknown' WHEN replaced_at IS NOT NULL THEN 'replaced'
        WHEN expires_at <= now() THEN 'expired' ELSE 'good' END`.as('state'),
    ])
    .where('tenant_id', '=', tenantId)
    .where('link_hash', '=', hash)
    .executeTakeFirst();
  return row ?? { state: 'unknown', isInvitation: false, endsAt: null };
}

export interface SpentGrant {
  readonly userId: string | null;
  /** Of the address that it was mailed to. */
  readonly emailHash: Buffer;
}

/** Spends a grant or a link; null when it is spent, expired or made up. */
export async function deleteGrant(db: Db, tenantId: string, hash: Buffer): Promise<SpentGrant | null> {
  const row = await db
    .deleteFrom('password_codes')
    .where(liveGrants(tenantId, hash))
    .returning(['user_id as userId', 'email_hash as emailHash'])
    .executeTakeFirst();
  return row ?? null;
}
