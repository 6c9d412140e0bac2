import { randomBytes, randomUUID } from 'node:crypto';
import { CompiledQuery } from 'kysely';
import { describe, expect, it } from 'vitest';
import { testDatabase } from '../testing/test-database.ts';
import { byteaArray, uuidArray } from './binary-arrays.ts';

const { owner } = await testDatabase();

async function elements(parameter: Buffer, type: 'uuid' | 'bytea'): Promise<(string | null)[]> {
  const told = type === 'uuid' ? 'element::text' : `encode(element, 'hex')`;
  const { rows } = await owner.executeQuery<{ told: string | null }>(
    CompiledQuery.raw(
      `SELECT ${told} AS told FROM unnest($1::${type}[]) WITH ORDINALITY AS sent (element, at) ORDER BY at`,
      [parameter],
    ),
  );
  return rows.map((row) => row.told);
}

describe('arrays in binary form', () => {
  it('come to PostgreSQL as they are, nulls, nothing and capital letters too', async () => {
    const ids = Array.from({ length: 1_000 }, (_, index) => (index % 7 === 3 ? null : randomUUID()));
    expect(await elements(uuidArray(ids), 'uuid')).toEqual(ids);
    expect(await elements(uuidArray(ids.map((id) => id?.toUpperCase() ?? null)), 'uuid')).toEqual(ids);
    expect(await elements(uuidArray([]), 'uuid')).toEqual([]);
    expect(await elements(uuidArray([null]), 'uuid')).toEqual([null]);

    const texts = Array.from({ length: 300 }, (_, index) =>
      index % 5 === 2 ? null : randomBytes(index).toString('hex'),
    );
    expect(await elements(byteaArray(texts), 'bytea')).toEqual(texts);
    expect(await elements(byteaArray([]), 'bytea')).toEqual([]);
  });

  it('are refused where a text is not of their kind', () => {
    const id = randomUUID();
    const wrong = [
      '',
      id.slice(1),
      `${id}0`,
      id.replaceAll('-', ''),
      id.replace('-', '0'),
      `-${id.slice(1)}`,
      `${id.slice(0, -1)}g`,
      `${id.slice(0, -1)}é`,
      `${id.slice(0, -1)}Ā`,
    ];
    for (const text of wrong) expect(() => uuidArray([id, text])).toThrow(RangeError);
    for (const text of ['a', 'abc', 'zz', '00 0']) expect(() => byteaArray(['00', text])).toThrow(RangeError);
  });
});
