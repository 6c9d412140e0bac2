// Rows as the text that COPY reads.
import type { Column } from '../../apps/server/src/platform/db/insert-rows.queries.ts';

type Value = ReturnType<Column<unknown>['of']>;

/** A line for each row, the tenant's id before its columns. */
export function copyLines<Row>(
  tenantId: string,
  columns: readonly Column<Row>[],
  rows: readonly Row[],
): string {
  const fields = columns.map(({ type, of }) => ({ of, written: writerOf(type) }));
  let text = '';
  for (const row of rows) {
    text += tenantId;
    for (const { of, written } of fields) {
      const value = of(row);
      text += value === null ? '\t\\N' : `\t${written(value)}`;
    }
    text += '\n';
  }
  return text;
}

/** The columns that copyLines() writes. */
export const copiedColumns = (columns: readonly Column<never>[]): readonly string[] => [
  'tenant_id',
  ...columns.map(({ name }) => name),
];

function writerOf(type: Column<unknown>['type']): (value: NonNullable<Value>) => string {
  if (type.endsWith('[]'))
    return (value) => (value === '' ? '{}' : escaped(`{${quotedEach(String(value))}}`));
  if (type === 'bytea') return (value) => String.raw`\\x${value}`;
  const mayNeedEscapes = type === 'text' || type === 'jsonb' || type === 'timestamptz';
  return mayNeedEscapes ? (value) => escaped(String(value)) : String;
}

const quotedEach = (list: string) =>
  list
    .split(',')
    .map((element) => `"${element.replaceAll(/["\\]/g, String.raw`\$&`)}"`)
    .join(',');

const special = /[\\\n\r\t]/;
const escapes: Readonly<Record<string, string>> = {
  '\\': String.raw`\\`,
  '\n': String.raw`\n`,
  '\r': String.raw`\r`,
  '\t': String.raw`\t`,
};

const escaped = (text: string): string =>
  special.test(text) ? text.replaceAll(/[\\\n\r\t]/g, (found) => escapes[found] ?? found) : text;
