// Slows guessing per account and per address, across all server processes (SIGN-12).
import { createHash } from 'node:crypto';
import { CompiledQuery, sql } from 'kysely';
import type { Db } from '../db/database.ts';
import { AppError } from '../http/app-error.ts';

export const signInLimits = { perAccount: 10, perAddress: 30, windowSeconds: 900 } as const;

/** Counts against a name whether or not an account bears it. */
export interface SignInSubject {
  readonly tenantId: string;
  readonly username: string;
  readonly address: string;
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
  await db
    .updateTable('sign_in_failures')
    .set({ failures: sql`greatest(failures - 1, 0)` })
    .where('tenant_id', '=', subject.tenantId)
    .where('subject', 'in', [account, address])
    .execute();
}

/** Forgets windows that have ended. */
export async function deleteOldTries(db: Db, tenantId: string): Promise<void> {
  await db
    .deleteFrom('sign_in_failures')
    .where('tenant_id', '=', tenantId)
    .where(sql<boolean>`window_started_at < now() - make_interval(secs => ${signInLimits.windowSeconds})`)
    .execute();
}

function keysOf({ username, address }: SignInSubject): { account: string; address: string } {
  const digest = (text: string) => createHash('sha256').update(text).digest('base64url');
  return { account: `account:${digest(username.toLowerCase())}`, address: `address:${digest(address)}` };
}
