// Slows guessing per account and per address, across all server processes (SIGN-12).
import { createHash } from 'node:crypto';
import { CompiledQuery } from 'kysely';
import type { Db } from '../db/database.ts';
import { AppError } from '../http/app-error.ts';
import { networkOf } from './network.ts';

export const signInLimits = { perAccount: 10, perAddress: 30, windowSeconds: 900 } as const;

/** Counts against a name whether or not an account bears it. */
export interface SignInSubject {
  readonly tenantId: string;
  readonly username: string;
  readonly address: string;
  /** What is tried, where it is counted apart from sign-ins. */
  readonly kind?: string;
}

/**
 * Reserves one try before the password is looked at, so that parallel guesses are counted too. Throws slowDown when
 * the account or the address has none left; the window then ends by itself, whoever keeps guessing.
 */
export async function reserveTry(db: Db, subject: SignInSubject): Promise<void> {
  const text = `INSERT INTO sign_in_failures AS f (tenant_id, subject, failures)
    SELECT $1::uuid, unnest($2::text[]), 1 ORDER BY 2
    ON CONFLICT (tenant_id, subject) DO UPDATE SET
      failures = CASE WHEN f.window_started_at < now() - make_interval(secs => $3::int) THEN 1 ELSE f.failures + 1 END,
      window_started_at = CASE WHEN f.window_started_at < now() - make_interval(secs => $3::int) THEN now()
        ELSE f.window_started_at END
    RETURNING subject, failures,
      ceil(extract(epoch FROM window_started_at - now()) + $3::int)::int AS "secondsLeft"`;
  const { account, address } = keysOf(subject);
  const { rows } = await db.executeQuery<{ subject: string; failures: number; secondsLeft: number }>(
    CompiledQuery.raw(text, [subject.tenantId, [account, address], signInLimits.windowSeconds]),
  );
  for (const row of rows) {
    const allowed = row.subject === account ? signInLimits.perAccount : signInLimits.perAddress;
    if (row.failures > allowed) throw new AppError('slowDown', { retryAfterSeconds: row.secondsLeft });
  }
}

/** Takes the reserved try back after a right password: only failures count. */
export async function releaseTry(db: Db, subject: SignInSubject): Promise<void> {
  const { account, address } = keysOf(subject);
  // Locked in the order of reserveTry, so that parallel sign-ins of one account cannot wait for each other in a circle.
  const text = `WITH own AS (SELECT subject FROM sign_in_failures
      WHERE tenant_id = $1::uuid AND subject = ANY($2::text[]) ORDER BY subject FOR UPDATE)
    UPDATE sign_in_failures AS f SET failures = greatest(f.failures - 1, 0)
    FROM own WHERE f.tenant_id = $1::uuid AND f.subject = own.subject`;
  await db.executeQuery(CompiledQuery.raw(text, [subject.tenantId, [account, address]]));
}

/** Forgets the tries at an account, whose owner has proved to be it in another way. */
export async function forgetTries(db: Db, tenantId: string, username: string): Promise<void> {
  const text = 'DELETE FROM sign_in_failures WHERE tenant_id = $1::uuid AND subject = $2';
  await db.executeQuery(
    CompiledQuery.raw(text, [tenantId, keysOf({ tenantId, username, address: '' }).account]),
  );
}

/** Forgets windows that have ended, but for those that somebody is using right now. */
export async function deleteOldTries(db: Db, tenantId: string): Promise<void> {
  const text = `WITH old AS (SELECT subject FROM sign_in_failures
      WHERE tenant_id = $1::uuid AND window_started_at < now() - make_interval(secs => $2::int)
      ORDER BY subject FOR UPDATE SKIP LOCKED)
    DELETE FROM sign_in_failures AS f USING old WHERE f.tenant_id = $1::uuid AND f.subject = old.subject`;
  await db.executeQuery(CompiledQuery.raw(text, [tenantId, signInLimits.windowSeconds]));
}

function keysOf({ username, address, kind }: SignInSubject): { account: string; address: string } {
  const before = kind === undefined ? '' : `${kind} `;
  const digest = (text: string) => createHash('sha256').update(`${before}${text}`).digest('base64url');
  return {
    account: `account:${digest(username.toLowerCase())}`,
    address: `address:${digest(networkOf(address))}`,
  };
}
