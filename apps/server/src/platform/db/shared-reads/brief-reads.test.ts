import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { CompiledQuery } from 'kysely';
import { describe, expect, it } from 'vitest';
import { makeTenant } from '../../../testing/factories.ts';
import { testDatabase } from '../../../testing/test-database.ts';
import { readBriefly } from './brief-reads.ts';
import type { Db } from '../database.ts';

const { database, owner } = await testDatabase();
const [tenant, other] = [await makeTenant(owner), await makeTenant(owner)];
const db = database.forTenant(tenant.id);

async function read<Value>(from: Db, expression: string): Promise<Value | undefined> {
  const { rows } = await readBriefly<{ value: Value }>(
    from,
    CompiledQuery.raw(`SELECT ${expression} AS value`),
  );
  return rows[0]?.value;
}
const connectionOf = (from: Db) => read<number>(from, 'pg_backend_pid()');
const times = <Value>(count: number, make: (at: number) => Value) =>
  Array.from({ length: count }, (_, at) => make(at));

describe('a brief read', () => {
  it('shares a connection with others at the same time, and answers each its own', async () => {
    const [pids, values] = await Promise.all([
      Promise.all(times(8, () => connectionOf(db))),
      Promise.all(times(8, (at) => read<number>(db, `${at}::int`))),
    ]);
    expect(new Set(pids).size).toBe(1);
    expect(values).toEqual([0, 1, 2, 3, 4, 5, 6, 7]);
  });

  it('takes another connection where many wait', async () => {
    expect(new Set(await Promise.all(times(40, () => connectionOf(db)))).size).toBe(3);
  });

  it('shares none with another tenant, who sees its own', async () => {
    const setting = `current_setting('watchpost.tenant')`;
    const [own, theirs, ownPid, otherPid] = await Promise.all([
      read(db, setting),
      read(database.forTenant(other.id), setting),
      connectionOf(db),
      connectionOf(database.forTenant(other.id)),
    ]);
    expect([own, theirs]).toEqual([tenant.id, other.id]);
    expect(ownPid).not.toBe(otherPid);
  });

  it('fails alone', async () => {
    const outcomes = await Promise.allSettled([read(db, '1'), read(db, '1 / 0'), read(db, '2')]);
    expect(outcomes).toMatchObject([
      { status: 'fulfilled', value: 1 },
      { status: 'rejected', reason: { code: '22012' } },
      { status: 'fulfilled', value: 2 },
    ]);
  });

  it('does not wait behind what turned out to be long', async () => {
    let isOver = false;
    const long = read(db, 'pg_sleep(1)').then(() => (isOver = true));
    await pause(100);
    expect(await read(db, '1')).toBe(1);
    expect(isOver).toBe(false);
    await long;
  });

  it('rejects when its connection dies under it, and the next has another', async () => {
    const outcomes = await Promise.allSettled([
      read(db, 'pg_terminate_backend(pg_backend_pid())'),
      read(db, '1'),
    ]);
    expect(outcomes.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
    expect(await read(db, '2')).toBe(2);
  });

  it('sees what its transaction wrote', async () => {
    const id = randomUUID();
    const found = await db.transaction().execute(async (transaction) => {
      await transaction
        .insertInto('duty_sessions')
        .values({ tenant_id: tenant.id, id, guard_id: id })
        .execute();
      return read<number>(transaction, `(SELECT count(*)::int FROM duty_sessions WHERE id = '${id}')`);
    });
    expect(found).toBe(1);
  });
});
