import { randomUUID } from 'node:crypto';
import { CompiledQuery } from 'kysely';
import { describe, expect, it } from 'vitest';
import { makeTenant } from '../testing/factories.ts';
import { testDatabase } from '../testing/test-database.ts';
import { inPipeline, type Statements } from './pipeline.ts';

const { database, owner } = await testDatabase();
const tenant = await makeTenant(owner);
const db = database.forTenant(tenant.id);

const insert = (statements: Statements, id: string) =>
  statements.executeQuery(
    CompiledQuery.raw(
      `INSERT INTO duty_sessions (tenant_id, id, guard_id) VALUES ($1::uuid, $2::uuid, $2::uuid)`,
      [tenant.id, id],
    ),
  );
const ids = async () =>
  (await db.selectFrom('duty_sessions').select('id').orderBy('id').execute()).map((row) => row.id);

describe('a pipeline', () => {
  it('has committed all statements, awaited or left, when it resolves, and hands on the result', async () => {
    const [awaited, left] = [randomUUID(), randomUUID()];
    const result = await inPipeline(db, async (statements, leave) => {
      await insert(statements, awaited);
      leave(insert(statements, left));
      return 'done';
    });
    expect(result).toBe('done');
    expect(await ids()).toEqual(expect.arrayContaining([awaited, left]));
  });

  it('rejects with the first failure of a statement that was left, and stores nothing', async () => {
    const [once, after] = [randomUUID(), randomUUID()];
    const before = await ids();
    const failing = inPipeline(db, async (statements, leave) => {
      leave(insert(statements, once));
      leave(insert(statements, once));
      leave(insert(statements, after));
    });
    await expect(failing).rejects.toMatchObject({ code: '23505', constraint: 'duty_sessions_pkey' });
    expect(await ids()).toEqual(before);
  });

  it('rejects, and stores nothing, when what was left failed before it was sent', async () => {
    const before = await ids();
    const written = async (statements: Statements, text: string) => {
      const id = JSON.parse(text);
      await insert(statements, id);
    };
    const failing = inPipeline(db, async (statements, leave) => {
      leave(insert(statements, randomUUID()));
      const asked = (async () => written(statements, 'no JSON'))();
      leave(asked);
    });
    await expect(failing).rejects.toThrow(SyntaxError);
    expect(await ids()).toEqual(before);
  });

  it('rolls back when the work fails, and its connection goes on', async () => {
    const before = await ids();
    const failing = inPipeline(db, async (statements) => {
      await insert(statements, randomUUID());
      throw new RangeError('changed my mind');
    });
    await expect(failing).rejects.toThrow('changed my mind');
    expect(await ids()).toEqual(before);
    const next = randomUUID();
    await inPipeline(db, (statements) => insert(statements, next));
    expect(await ids()).toContain(next);
  });

  it('rejects, rather than hangs, when its connection dies under it', async () => {
    const failing = inPipeline(db, async (statements, leave) => {
      leave(statements.executeQuery(CompiledQuery.raw('SELECT pg_terminate_backend(pg_backend_pid())')));
      leave(insert(statements, randomUUID()));
    });
    await expect(failing).rejects.toThrow(/terminat|EPIPE|ECONNRESET/i);
    expect(await inPipeline(db, async () => 'again')).toBe('again');
  });
});
