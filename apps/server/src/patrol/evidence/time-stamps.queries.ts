// The time-stamps of published heads, and how often one was asked for.
import { CompiledQuery } from 'kysely';
import type { Statements } from '../../platform/db/statements.ts';

async function run<Row>(db: Statements, text: string, values: readonly unknown[]): Promise<Row[]> {
  return (await db.executeQuery<Row>(CompiledQuery.raw(text, [...values]))).rows;
}

export interface WaitingStamp {
  readonly note: string;
  /** Tries that failed. */
  readonly tries: number;
}

/** Null for a day whose note waits for no time-stamp. */
export async function findWaitingStamp(
  db: Statements,
  tenantId: string,
  day: string,
): Promise<WaitingStamp | null> {
  const text = `SELECT note, stamp_tries AS tries FROM published_heads
    WHERE tenant_id = $1::uuid AND day = $2::date AND stamp_state = 'waiting'`;
  const [row] = await run<WaitingStamp>(db, text, [tenantId, day]);
  return row ?? null;
}

export async function updateStamped(
  db: Statements,
  tenantId: string,
  day: string,
  { reply, atMs }: { readonly reply: Buffer; readonly atMs: number },
): Promise<void> {
  const text = `UPDATE published_heads SET stamp_state = 'stamped', stamp_reason = '',
      time_stamp = decode($3::text, 'hex'), stamped_at_ms = $4::bigint
    WHERE tenant_id = $1::uuid AND day = $2::date AND stamp_state = 'waiting'`;
  await run(db, text, [tenantId, day, reply.toString('hex'), atMs]);
}

/** Notes a try that failed; one that waits no more is given up. */
export async function updateUnstamped(
  db: Statements,
  tenantId: string,
  day: string,
  { reason, state }: { readonly reason: string; readonly state: 'none' | 'waiting' | 'failed' },
): Promise<void> {
  const text = `UPDATE published_heads SET stamp_state = $3::text, stamp_reason = $4::text, stamp_tries = stamp_tries + 1
    WHERE tenant_id = $1::uuid AND day = $2::date AND stamp_state = 'waiting'`;
  await run(db, text, [tenantId, day, state, reason]);
}
