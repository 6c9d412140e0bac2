import { expect, it } from 'vitest';
import { tenantByTenant } from './tenant-by-tenant.ts';

it('does the work of every other tenant, and tells in the end whose was not done', async () => {
  const done: string[] = [];
  const work = async (id: string) => {
    if (id === 'b' || id === 'd') throw new RangeError(`no ${id}`);
    done.push(id);
  };
  await expect(tenantByTenant(['a', 'b', 'c', 'd', 'e'], work)).rejects.toThrow(
    '2 of 5: tenant b: RangeError: no b; tenant d: RangeError: no d',
  );
  expect(done).toEqual(['a', 'c', 'e']);
  await tenantByTenant(['f'], work);
  expect(done.at(-1)).toBe('f');
});

it('ends at once where the database is away, as it is for all of them', async () => {
  const asked: string[] = [];
  const away = Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' });
  const work = async (id: string) => {
    asked.push(id);
    throw away;
  };
  await expect(tenantByTenant(['a', 'b'], work)).rejects.toBe(away);
  expect(asked).toEqual(['a']);
});
