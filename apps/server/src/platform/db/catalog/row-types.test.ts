// What the row types say of a column, from what the catalog says of it.
import fs from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { testDatabase } from '../../../testing/test-database.ts';
import { type Column, readCatalog, type Table } from './catalog.queries.ts';
import { narrowedIn, rowTypesText } from './row-types.ts';

const plain: Column = {
  name: 'one',
  type: 'text',
  isNullable: false,
  expression: null,
  isGenerated: false,
  identity: '',
  collation: null,
  comment: null,
};

function typeOf(column: Partial<Column>, narrowed: readonly string[] = []): string | undefined {
  const table: Table = {
    name: 'things',
    comment: 'A thing.',
    hasRowSecurity: true,
    isRowSecurityForced: false,
    options: [],
    columns: [{ ...plain, ...column }],
    constraints: [],
    indexes: [],
    triggers: [],
    policies: [],
    grants: [],
  };
  return /^ {4}one: (.*);$/m.exec(rowTypesText('patrol', [table], new Set(narrowed)))?.[1];
}

test.each<[string, Partial<Column>, string]>([
  ['a text', {}, 'string'],
  ['an id that may be null', { type: 'uuid', isNullable: true }, 'string | null'],
  ['a number with a default', { type: 'bigint', expression: '0' }, 'Default<number>'],
  ['a number of the database', { type: 'bigint', identity: 'always' }, 'Written<number>'],
  [
    'a generated text',
    { isGenerated: true, expression: 'lower(two)', isNullable: true },
    'Written<string | null>',
  ],
  ['bytes', { type: 'bytea' }, 'Buffer'],
  ['a list of ids', { type: 'uuid[]' }, 'string[]'],
  ['a time', { type: 'timestamp with time zone', expression: 'now()' }, 'Default<Timestamp>'],
  ['a time that may be null', { type: 'timestamp with time zone', isNullable: true }, 'Timestamp<null>'],
  ['a date', { type: 'date' }, 'DateOnly'],
  ['JSON that may be null', { type: 'jsonb', isNullable: true }, 'Json<unknown, null>'],
])('%s', (_what, column, type) => {
  expect(typeOf(column)).toBe(type);
});

test('a column of column-types.ts has its type from there', () => {
  expect(typeOf({ isNullable: true }, ['things.one'])).toBe("ColumnTypes['things.one'] | null");
  expect(typeOf({ type: 'jsonb' }, ['things.one'])).toBe("Json<ColumnTypes['things.one']>");
});

test('a type that no column had so far is refused by the name of its column', () => {
  expect(() => typeOf({ type: 'inet' })).toThrow('things.one: no type of TypeScript is known for inet');
});

test('every key of column-types.ts names a text, a list of texts or JSON', async () => {
  const source = fs.readFileSync(path.join(import.meta.dirname, '../column-types.ts'), 'utf8');
  const { tables } = await readCatalog((await testDatabase()).owner);
  const narrowable = tables.flatMap(({ name, columns }) =>
    columns.filter(({ type }) => /^(text|jsonb)/.test(type)).map((column) => `${name}.${column.name}`),
  );
  const keys = [...narrowedIn(source)];
  expect(keys.length).toBeGreaterThan(50);
  expect(keys.filter((key) => !narrowable.includes(key))).toEqual([]);
});
