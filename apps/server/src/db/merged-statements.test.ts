import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { makeTenant } from '../testing/factories.ts';
import { testDatabase } from '../testing/test-database.ts';
import type { Statements } from './pipeline.ts';
import { runMerged, type TenantStatement } from './merged-statements.ts';

const { database, owner } = await testDatabase();
const tenant = await makeTenant(owner);
const db = database.forTenant(tenant.id);

const insertion = (id: string, startedAtMs: number): TenantStatement => ({
  text: `INSERT INTO duty_sessions (tenant_id, id, guard_id, started_at_ms) VALUES ($1::uuid, $2::uuid, $2::uuid, $3::bigint)`,
  values: [tenant.id, id, startedAtMs],
});
/** With more values than one digit counts. */
const update = (id: string, summands: readonly number[]): TenantStatement => ({
  text: `UPDATE duty_sessions SET ended_at_ms = ${summands.map((_, at) => `$${at + 3}::bigint`).join(' + ')}
    WHERE tenant_id = $1::uuid AND id = $2::uuid`,
  values: [tenant.id, id, ...summands],
});
const run = (...statements: TenantStatement[]) => runMerged(db, statements);
const times = async (id: string) =>
  db.selectFrom('duty_sessions').select(['started_at_ms', 'ended_at_ms']).where('id', '=', id).execute();

describe('merged statements', () => {
  it('do all that each of them does', async () => {
    const [before, first, second] = [randomUUID(), randomUUID(), randomUUID()];
    await run(insertion(before, 1));
    const summands = Array.from({ length: 12 }, (_, at) => 2 ** at);
    await run(insertion(first, 10), update(before, summands), insertion(second, 20));
    expect(await times(before)).toEqual([{ started_at_ms: 1, ended_at_ms: 4_095 }]);
    expect(await times(first)).toEqual([{ started_at_ms: 10, ended_at_ms: null }]);
    expect(await times(second)).toEqual([{ started_at_ms: 20, ended_at_ms: null }]);
  });

  it('do nothing where one of them fails', async () => {
    const id = randomUUID();
    await run(insertion(id, 1));
    const other = randomUUID();
    await expect(run(insertion(other, 2), insertion(id, 3))).rejects.toMatchObject({
      code: '23505',
    });
    expect(await times(other)).toEqual([]);
  });

  it('are one statement, of the same text whatever their values', async () => {
    const sent: string[] = [];
    const listening: Statements = {
      executeQuery: (query) => {
        sent.push(query.sql);
        return db.executeQuery(query);
      },
    };
    for (const summand of [1, 2])
      await runMerged(listening, [insertion(randomUUID(), summand), update(randomUUID(), [summand])]);
    expect(sent).toHaveLength(2);
    expect(sent[0]).toBe(sent[1]);
  });

  it('ask nothing where there are none', async () => {
    await runMerged({ executeQuery: () => Promise.reject(new Error('asked')) }, []);
  });
});
