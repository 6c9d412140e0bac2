// The hand-written row types say what the catalog says: the same tables and columns, types, null, and what inserts may leave out.
import path from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import { testDatabase } from '../../testing/test-database.ts';
import { readCatalog, type Table } from './catalog/catalog.queries.ts';
import { differences, readRowTypes } from './row-types.testing.ts';

let tables: readonly Table[];
beforeAll(async () => {
  tables = (await readCatalog((await testDatabase()).owner)).tables;
});

test('the row types are those of the tables', () => {
  const types = readRowTypes(path.join(import.meta.dirname, 'tables.ts'));
  expect(types.size).toBeGreaterThan(100);
  expect(differences(types, tables)).toEqual([]);
});

const wrong = `nonsense: { id: string };
  tenants: { nickname: string; is_demo: string; name: string | null; slug: Generated<string> };
  rounds: { ended_at_ms: number };
  sites: { sort_name: string };
  log_leaves: { hash: string; marks: Buffer };
  shifts: { weekdays: number };`;

test('row types that say something else are found', () => {
  // A file beside the real one, so that what it imports is found.
  const types = readRowTypes(
    path.join(import.meta.dirname, 'planted-tables.ts'),
    `import type { Generated, GeneratedAlways } from 'kysely';
    export interface Tables { ${wrong}
      names_versions: { tenant_id: string; version: string };
      standing_rosters: { tenant_id: string; id: Buffer; subjects: Buffer } }`,
  );
  const found = differences(types, tables);
  expect(found).toEqual(
    expect.arrayContaining([
      'nonsense is no table',
      'users has no type',
      'rounds.device_id has no type',
      'tenants.nickname is no column',
      'tenants.is_demo is boolean, not string',
      'tenants.name is never null',
      'tenants.slug has no default, so that no insert may leave it out',
      'rounds.ended_at_ms may be null',
      'sites.sort_name is written by the database',
      'log_leaves.hash is bytea, not string',
      'shifts.weekdays is smallint[], not number',
    ]),
  );
  expect(found.filter((fault) => /^(names_versions|standing_rosters|log_leaves\.marks)/.test(fault))).toEqual(
    [],
  );
});
