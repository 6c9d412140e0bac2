// Slows requests that cost others something or could be guesses, by anyone who makes them, across all server processes.
import { createHash } from 'node:crypto';
import { CompiledQuery } from 'kysely';
import type { Db } from '../db/database.ts';
import { AppError } from '../http/app-error.ts';

export interface RequestLimit {
  /** What is counted; each limit has its own. */
  readonly name: string;
  /** Requests within a window. */
  readonly max: number;
  /** Shorter than that of sign-ins, with whose counters old ones of these are deleted. */
  readonly windowSeconds: number;
}

/** Counts a request of `who`, or several at once; throws slowDown when the window has had all that it takes. */
export async function countRequest(
  db: Db,
  tenantId: string,
  { name, max, windowSeconds }: RequestLimit,
  who: string,
  requests = 1,
): Promise<void> {
  const text = `INSERT INTO sign_in_failures AS f (tenant_id, subject, failures) VALUES ($1::uuid, $2, $4::int)
    ON CONFLICT (tenant_id, subject) DO UPDATE SET
      failures = CASE WHEN f.window_started_at < now() - make_interval(secs => $3::int) THEN $4::int ELSE f.failures + $4::int END,
      window_started_at = CASE WHEN f.window_started_at < now() - make_interval(secs => $3::int) THEN now()
        ELSE f.window_started_at END
    RETURNING failures AS requests,
      ceil(extract(epoch FROM window_started_at - now()) + $3::int)::int AS "secondsLeft"`;
  const subject = `${name}:${createHash('sha256').update(who).digest('base64url')}`;
  const { rows } = await db.executeQuery<{ requests: number; secondsLeft: number }>(
    CompiledQuery.raw(text, [tenantId, subject, windowSeconds, requests]),
  );
  const [row] = rows;
  if (row !== undefined && row.requests > max) {
    throw new AppError('slowDown', { retryAfterSeconds: row.secondsLeft });
  }
}
