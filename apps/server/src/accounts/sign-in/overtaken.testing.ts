// A sign-in and a change of who signs in, at the same moment.
import { type RawBuilder, sql } from 'kysely';
import type { LightMyRequestResponse } from 'fastify';
import { expect, vi } from 'vitest';
import type { Db } from '../../platform/db/database.ts';

type Asking = () => Promise<LightMyRequestResponse>;

/** Until so many statements wait for what another transaction holds. */
export async function untilWaiting(owner: Db, count: number): Promise<void> {
  await vi.waitFor(
    async () => {
      const { rows } = await sql<{ waiting: number }>`SELECT count(*)::int AS waiting FROM pg_stat_activity
        WHERE datname = current_database() AND wait_event_type = 'Lock'`.execute(owner);
      expect(rows[0]?.waiting).toBe(count);
    },
    { timeout: 15_000, interval: 20 },
  );
}

/** Makes the change while the sign-in waits for what the statement holds; what the sign-in was answered. */
export async function changedBefore(
  owner: Db,
  holding: RawBuilder<unknown>,
  signIn: Asking,
  change: Asking,
): Promise<LightMyRequestResponse> {
  const asked = await owner.transaction().execute(async (transaction) => {
    await holding.execute(transaction);
    const signingIn = Promise.resolve().then(signIn);
    await untilWaiting(owner, 1);
    expect((await change()).statusCode).toBe(200);
    return { signingIn };
  });
  return asked.signingIn;
}

/** Begins the change once the sign-in has stored its session and has still to commit it; what both answered. */
export async function changedWhileOpening(
  owner: Db,
  signIn: Asking,
  change: Asking,
): Promise<LightMyRequestResponse[]> {
  const asked = await owner.transaction().execute(async (holding) => {
    // Both write an entry after all else that counts.
    await sql`LOCK TABLE audit_entries IN SHARE MODE`.execute(holding);
    const signingIn = Promise.resolve().then(signIn);
    await untilWaiting(owner, 1);
    const changing = Promise.resolve().then(change);
    await untilWaiting(owner, 2);
    return [signingIn, changing];
  });
  return Promise.all(asked);
}

/** What the caller can see of a reply, without what differs in every reply. */
export function seenOf({ statusCode, headers, body }: LightMyRequestResponse): unknown[] {
  const unlike = ['date', 'x-request-id'];
  return [
    statusCode,
    Object.entries(headers).filter(([name]) => !unlike.includes(name)),
    body.replace(/"requestId":"[^"]*"/, ''),
  ];
}
