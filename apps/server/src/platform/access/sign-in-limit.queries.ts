// Slows guessing per account and per address, across all server processes (SIGN-12). Who was here before has tries of their own.
import { createHash } from 'node:crypto';
import { CompiledQuery } from 'kysely';
import type { Db } from '../db/database.ts';
import { AppError } from '../http/app-error.ts';
import { networkOf } from './network.ts';

/**
 * `perKnown` is of one browser or phone and one account that signed in with it before; `perAddress` also of a browser or phone
 * that another account of the company signed in with.
 */
export const signInLimits = { perAccount: 10, perAddress: 30, perKnown: 10, windowSeconds: 900 } as const;

/** Counts against a name whether or not an account bears it. */
export interface SignInSubject {
  readonly tenantId: string;
  readonly username: string;
  readonly address: string;
  /** What is tried, where it is counted apart from sign-ins of the console. */
  readonly kind?: string;
  /**
   * A browser or phone that this account was used with before, by a digest of what only it holds: its tries are counted by
   * themselves, so that no stranger can use them up, however many guess at the account or behind the same address.
   */
  readonly known?: Buffer | null;
  /**
   * A browser or phone that others of the company signed in with before, in the same way: its tries are counted by it, and not by
   * the address, behind which a whole site or mobile network may be.
   */
  readonly familiar?: Buffer | null;
}

/**
 * Reserves one try before the password is looked at, so that parallel guesses are counted too. Throws slowDown when
 * the account or the address has none left; the window then ends by itself, also while somebody keeps guessing.
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
  const limits = limitsOf(subject);
  const { rows } = await db.executeQuery<{ subject: string; failures: number; secondsLeft: number }>(
    CompiledQuery.raw(text, [subject.tenantId, [...limits.keys()], signInLimits.windowSeconds]),
  );
  for (const row of rows) {
    if (row.failures > (limits.get(row.subject) ?? 0))
      throw new AppError('slowDown', { retryAfterSeconds: row.secondsLeft });
  }
}

/** Takes the reserved try back after a right password: only failures count. */
export async function releaseTry(db: Db, subject: SignInSubject): Promise<void> {
  // Locked in the order of reserveTry, so that parallel sign-ins of one account cannot wait for each other in a circle.
  const text = `WITH own AS (SELECT subject FROM sign_in_failures
      WHERE tenant_id = $1::uuid AND subject = ANY($2::text[]) ORDER BY subject FOR UPDATE)
    UPDATE sign_in_failures AS f SET failures = greatest(f.failures - 1, 0)
    FROM own WHERE f.tenant_id = $1::uuid AND f.subject = own.subject`;
  await db.executeQuery(CompiledQuery.raw(text, [subject.tenantId, [...limitsOf(subject).keys()]]));
}

/** Whose tries they are, whatever address they come from. */
export type TriedAccount = Pick<SignInSubject, 'username' | 'kind' | 'known'>;

/** A guard's sign-ins, counted apart from the console's: those behind one address lock out no one of the other. */
export const fieldSubject = (employeeId: string) => ({ username: `field:${employeeId}`, kind: 'field' });

/** Forgets the tries at accounts whose owners have proved to be it in another way; also those of a known browser. */
export async function forgetTries(
  db: Db,
  tenantId: string,
  accounts: readonly TriedAccount[],
): Promise<void> {
  const subjects = accounts.flatMap((account) => {
    const [ofAll = ''] = limitsOf({ ...account, tenantId, address: '', known: null }).keys();
    const [own = ofAll] = limitsOf({ ...account, tenantId, address: '' }).keys();
    return [ofAll, own];
  });
  // One that is being counted this very moment is left: nothing waits for a guess.
  const text = `WITH tried AS (SELECT subject FROM sign_in_failures
      WHERE tenant_id = $1::uuid AND subject = ANY($2::text[]) FOR UPDATE SKIP LOCKED)
    DELETE FROM sign_in_failures AS f USING tried WHERE f.tenant_id = $1::uuid AND f.subject = tried.subject`;
  await db.executeQuery(CompiledQuery.raw(text, [tenantId, subjects]));
}

/** Forgets windows that have ended, but for those that somebody is using right now. */
export async function deleteOldTries(db: Db, tenantId: string): Promise<void> {
  const text = `WITH old AS (SELECT subject FROM sign_in_failures
      WHERE tenant_id = $1::uuid AND window_started_at < now() - make_interval(secs => $2::int)
      ORDER BY subject FOR UPDATE SKIP LOCKED)
    DELETE FROM sign_in_failures AS f USING old WHERE f.tenant_id = $1::uuid AND f.subject = old.subject`;
  await db.executeQuery(CompiledQuery.raw(text, [tenantId, signInLimits.windowSeconds]));
}

/**
 * How many failures each counter takes: that of a known browser or phone alone, else those of the account and of the familiar
 * device or the address.
 */
function limitsOf({
  username,
  address,
  kind,
  known = null,
  familiar = null,
}: SignInSubject): ReadonlyMap<string, number> {
  const before = kind === undefined ? '' : `${kind} `;
  const digest = (text: string) => createHash('sha256').update(`${before}${text}`).digest('base64url');
  const name = username.toLowerCase();
  if (known !== null) {
    return new Map([[`known:${digest(`${known.toString('hex')} ${name}`)}`, signInLimits.perKnown]]);
  }
  return new Map([
    [`account:${digest(name)}`, signInLimits.perAccount],
    [
      familiar === null
        ? `address:${digest(networkOf(address))}`
        : `device:${digest(familiar.toString('hex'))}`,
      signInLimits.perAddress,
    ],
  ]);
}
