// docs/security/personal-data.md names each column of each table once, as personal or not.
import fs from 'node:fs';
import path from 'node:path';
import { CompiledQuery } from 'kysely';
import { expect, it } from 'vitest';
import { testDatabase } from '../testing/test-database.ts';
import { localTables } from './distribution/known-tables.testing.ts';

const page = path.resolve(import.meta.dirname, '../../../../docs/security/personal-data.md');
const row = /^\| `(\w+)` \| ((?:`\w+`(?:, )?)+) \|$/gm;

function named(): string[] {
  const rows = fs.readFileSync(page, 'utf8').matchAll(row);
  return [...rows].flatMap(([, table, columns = '']) =>
    [...columns.matchAll(/\w+/g)].map(([column]) => `${table}.${column}`),
  );
}

it('the list of personal data names every column that is stored, once, and none that is not', async () => {
  const { owner } = await testDatabase();
  const text = `SELECT c.relname || '.' || a.attname AS name, c.relname AS table FROM pg_class c
    JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped AND a.attname <> 'tenant_id'
    WHERE c.relnamespace = 'public'::regnamespace AND c.relkind IN ('r', 'p') AND NOT c.relispartition`;
  const { rows } = await owner.executeQuery<{ name: string; table: string }>(CompiledQuery.raw(text));
  const stored = rows.flatMap(({ name, table }) => (Object.hasOwn(localTables, table) ? [] : [name]));
  expect(stored.length).toBeGreaterThan(500);
  expect(named().toSorted()).toEqual(stored.toSorted());
});
