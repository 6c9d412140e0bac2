// Many rows in one statement: each column travels as one array, so that a batch of any size is the same SQL.
import { CompiledQuery } from 'kysely';
import type { Statements } from './statements.ts';
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

/** Inserts rows of one tenant in batches. Table and column names are ours; values are parameters. */
export async function insertRows<Row>(
  db: Statements,
  tenantId: string,
  table: keyof Tables,
  columns: readonly Column<Row>[],
  rows: readonly Row[],
): Promise<void> {
  const text = texts.get(columns) ?? insertText(table, columns);
  texts.set(columns, text);
  for (let at = 0; at < rows.length; at += batchRows) {
    const batch = rows.slice(at, at + batchRows);
    const values = columns.map(({ type, of }) => batch.map((row) => sentValue(type, of(row))));
    await db.executeQuery(CompiledQuery.raw(text, [tenantId, ...values]));
  }
}

/** By columns, which belong to one table. */
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

const sentValue = (type: ColumnType, value: Value): Value | Buffer =>
  type === 'bytea' && value !== null ? Buffer.from(String(value), 'hex') : value;
