import { randomUUID } from 'node:crypto';
import { CompiledQuery } from 'kysely';
import { describe, expect, it } from 'vitest';
import { makeTenant } from '../../testing/factories.ts';
import { testDatabase } from '../../testing/test-database.ts';
import { type Column, insertRows } from './insert-rows.queries.ts';
import type { Statements } from './statements.ts';

const { database, owner } = await testDatabase();

interface Row {
  readonly id: string;
  readonly atMs: number;
}
const columns: readonly Column<Row>[] = [
  { name: 'id', type: 'uuid', of: ({ id }) => id },
  { name: 'guard_id', type: 'uuid', of: ({ id }) => id },
  { name: 'started_at_ms', type: 'bigint', of: ({ atMs }) => atMs },
];
const rowsOf = (count: number): Row[] =>
  Array.from({ length: count }, (_, at) => ({ id: randomUUID(), atMs: at }));

/** Times of the tenant's rows in the order in which they were written. */
async function written(db: Statements, tenantId: string): Promise<number[]> {
  const { rows } = await db.executeQuery<{ at: number }>(
    CompiledQuery.raw(
      'SELECT started_at_ms::int AS at FROM duty_sessions WHERE tenant_id = $1::uuid ORDER BY ctid',
      [tenantId],
    ),
  );
  return rows.map(({ at }) => at);
}

describe('rows', () => {
  it('of several batches are written whole and in their order', async () => {
    const { id } = await makeTenant(owner);
    const db = database.forTenant(id);
    await insertRows(db, id, 'duty_sessions', columns, rowsOf(9_001));
    expect(await written(db, id)).toEqual(Array.from({ length: 9_001 }, (_, at) => at));
  });

  it.each([
    ['the first', 3],
    ['a later', 4_500],
    ['the last', 9_000],
  ])('are refused with the reason of %s batch', async (_, at) => {
    const { id } = await makeTenant(owner);
    const rows = rowsOf(9_001);
    // The same id twice.
    rows.splice(at, 1, ...rows.slice(at - 1, at));
    const writing = database
      .forTenant(id)
      .transaction()
      .execute((transaction) => insertRows(transaction, id, 'duty_sessions', columns, rows));
    await expect(writing).rejects.toMatchObject({ code: '23505', constraint: 'duty_sessions_pkey' });
    expect(await written(database.forTenant(id), id)).toEqual([]);
  });
});
