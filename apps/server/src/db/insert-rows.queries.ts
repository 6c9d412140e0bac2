// Many rows in one statement: each column travels as one array, so that a batch of any size is the same SQL.
import { setImmediate } from 'node:timers/promises';
import { CompiledQuery } from 'kysely';
import { byteaArray, uuidArray } from './binary-arrays.ts';
import type { Statements } from './pipeline.ts';
import type { TenantStatement } from './merged-statements.ts';
import type { Tables } from './tables.ts';

type ColumnType =
  | 'uuid'
  | 'text'
  | 'boolean'
  | 'smallint'
  | 'bigint'
  | 'real'
  | 'double precision'
  | 'timestamptz'
  /** As YYYY-MM-DD. */
  | 'date'
  | 'jsonb'
  /** Elements without commas, joined by commas. */
  | 'text[]'
  | 'smallint[]'
  /** Hexadecimal text. */
  | 'bytea';

type Value = string | number | boolean | null;

export interface Column<Row> {
  readonly name: string;
  readonly type: ColumnType;
  readonly of: (row: Row) => Value;
}

const batchRows = 4_000;

/**
 * Inserts rows of one tenant in batches: one is written while the next is put together. Table and column names are ours; values are
 * parameters. Columns are of one table. The first statement is on its way when this returns, before any that is asked for after it.
 */
export async function insertRows<Row>(
  db: Statements,
  tenantId: string,
  table: keyof Tables,
  columns: readonly Column<Row>[],
  rows: readonly Row[],
): Promise<void> {
  let writing: Promise<unknown> | undefined;
  for (let at = 0; at < rows.length; at += batchRows) {
    const { text, values } = insertion(tenantId, table, columns, rows.slice(at, at + batchRows));
    if (writing !== undefined) await writing;
    writing = db.executeQuery(CompiledQuery.raw(text, [...values]));
    // Told of where it is awaited.
    writing.catch(() => {});
    // So that it is read by the database before the next is put together.
    if (at + batchRows < rows.length) await setImmediate();
  }
  await writing;
}

/** The same as a statement, of however many rows. */
export function insertion<Row>(
  tenantId: string,
  table: keyof Tables,
  columns: readonly Column<Row>[],
  rows: readonly Row[],
): TenantStatement {
  const text = texts.get(columns) ?? insertText(table, columns);
  texts.set(columns, text);
  return { text, values: [tenantId, ...columns.map(({ type, of }) => arrayOf(type, rows.map(of)))] };
}

/** Texts by their columns: a text that is made anew has to be read whole before its plan is found. */
const texts = new WeakMap<readonly object[], string>();

function insertText<Row>(table: string, columns: readonly Column<Row>[]): string {
  const sent = columns.map(({ type }, index) => `$${index + 2}::${sentAs(type)}[]`);
  const taken = columns.map(({ type }, index) => received(type, `c${index}`));
  return `INSERT INTO ${table} (tenant_id, ${columns.map(({ name }) => name).join(', ')})
    SELECT $1::uuid, ${taken.join(', ')}
    FROM unnest(${sent.join(', ')}) AS sent (${columns.map((_, index) => `c${index}`).join(', ')})`;
}

function sentAs(type: ColumnType): string {
  return type.endsWith('[]') || type === 'jsonb' ? 'text' : type;
}

function received(type: ColumnType, name: string): string {
  if (type.endsWith('[]')) return `string_to_array(${name}, ',')::${type}`;
  return type === 'jsonb' ? `${name}::jsonb` : name;
}

function arrayOf(type: ColumnType, values: readonly Value[]): string | Buffer {
  if (type === 'uuid') return uuidArray(values.map(textOrNull));
  if (type === 'bytea') return byteaArray(values.map(textOrNull));
  return arrayLiteral(values, mayNeedQuotes(type));
}

const textOrNull = (value: Value) => (value === null ? null : String(value));

function mayNeedQuotes(type: ColumnType): boolean {
  return type === 'text' || type.endsWith('[]') || type === 'jsonb' || type === 'timestamptz';
}

/** PostgreSQL's text form of an array; far quicker to write here than value by value in the driver. */
function arrayLiteral(values: readonly Value[], isQuoted: boolean): string {
  return `{${values.map(isQuoted ? quoted : plain).join(',')}}`;
}

/** No bytes at all need quotes, too. */
const plain = (value: Value) => (value === '' ? '""' : String(value));

function quoted(value: Value): string {
  if (value === null) return 'NULL';
  const text = String(value);
  return doubtful.test(text) ? `"${text.replaceAll(/["\\]/g, String.raw`\$&`)}"` : `"${text}"`;
}

/** Most texts hold none of these, and to look is quicker than to replace. */
const doubtful = /["\\]/;
