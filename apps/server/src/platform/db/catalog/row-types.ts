// The types of rows as Kysely takes them, a file for each area of the schema.
import type { Area } from './schema-text.ts';
import type { Column, Table } from './catalog.queries.ts';
import { sentenceOf } from './personal-data.ts';

const notice = '// Written by "npm run db:snapshot" from the catalog and column-types.ts.';

const simple: readonly (readonly [RegExp, string])[] = [
  [/^(text|uuid|character.*|name)$/, 'string'],
  [/^(smallint|integer|bigint|real|double precision|numeric.*)$/, 'number'],
  [/^boolean$/, 'boolean'],
  [/^bytea$/, 'Buffer'],
];

/** 'patrol_tours.weekdays' of the keys in column-types.ts. */
export const narrowedIn = (source: string): ReadonlySet<string> =>
  new Set([...source.matchAll(/^ {2}'(\w+\.\w+)':/gm)].map(([, key = '']) => key));

const kindOf = (type: string): string | undefined => simple.find(([pattern]) => pattern.test(type))?.[1];

/** Throws TypeError for a type that no column had so far. */
function baseType(table: string, { name, type, isNullable }: Column, narrowed: ReadonlySet<string>): string {
  const key = `${table}.${name}`;
  const own = narrowed.has(key) ? `ColumnTypes['${key}']` : null;
  const orNull = isNullable ? ' | null' : '';
  if (type === 'jsonb') return `Json<${own ?? 'unknown'}${isNullable ? ', null' : ''}>`;
  if (type.startsWith('timestamp')) return isNullable ? 'Timestamp<null>' : 'Timestamp';
  if (type === 'date') return isNullable ? 'DateOnly<null>' : 'DateOnly';
  const item = kindOf(type.replace(/\[\]$/, ''));
  if (item === undefined) throw new TypeError(`${key}: no type of TypeScript is known for ${type}`);
  return `${own ?? (type.endsWith('[]') ? `${item}[]` : item)}${orNull}`;
}

function columnLine(table: string, column: Column, narrowed: ReadonlySet<string>): string {
  const base = baseType(table, column, narrowed);
  const isWritten = column.isGenerated || column.identity === 'always';
  const mayBeLeftOut = column.expression !== null || column.identity !== '';
  const type = isWritten ? `Written<${base}>` : mayBeLeftOut ? `Default<${base}>` : base;
  return `    ${column.name}: ${type};`;
}

const interfaceOf = (area: Area): string => `${area[0]?.toUpperCase()}${area.slice(1)}Tables`;

/** The text of an area's file. */
export function rowTypesText(area: Area, tables: readonly Table[], narrowed: ReadonlySet<string>): string {
  const rows = tables.flatMap((table) => [
    `  /** ${sentenceOf(table)} */`,
    `  ${table.name}: {`,
    ...table.columns.map((column) => columnLine(table.name, column, narrowed)),
    '  };',
  ]);
  const body = rows.join('\n');
  const used = ['Default', 'DateOnly', 'Json', 'Timestamp', 'Written'].filter((name) =>
    new RegExp(`\\b${name}\\b(?=[<;>])`).test(body),
  );
  const imports = [
    ...(body.includes("ColumnTypes['") ? [`import type { ColumnTypes } from '../column-types.ts';`] : []),
    ...(used.length === 0 ? [] : [`import type { ${used.join(', ')} } from '../row-type.ts';`]),
  ];
  return [notice, ...imports, '', `export interface ${interfaceOf(area)} {`, body, '}', ''].join('\n');
}
