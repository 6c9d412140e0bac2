// What the description of a record's fields means for its table: columns that are read and written, of its file, and what is audited.
import type { FileColumn, RecordField, RecordFields } from '@watchpost/contract/record-fields';
import type { Cell } from '../tables-out/table.ts';
import type { ExportColumn } from './record-export.ts';

type Stored = { readonly column: string };
type Read = { readonly read: object };

/** Fields of a reply that no column has as they are. */
type Derived<Fields> = {
  [Name in keyof Fields]: Fields[Name] extends Read ? (Fields[Name] extends Stored ? never : Name) : never;
}[keyof Fields] &
  string;

const entriesOf = (fields: RecordFields): [string, RecordField][] => Object.entries(fields);

/** SQL of what a row shows, over the alias r; `derived` is the SQL of fields without a column of their own. */
export function shownColumns<Fields extends RecordFields>(
  fields: Fields,
  derived: Readonly<Record<Derived<Fields>, string>>,
): string {
  const own: Readonly<Record<string, string>> = derived;
  return entriesOf(fields)
    .filter(([, { read }]) => read !== undefined)
    .map(([name, { column }]) => `${column === undefined ? own[name] : `r.${column}`} AS "${name}"`)
    .join(', ');
}

type Columns<Fields, Values> = {
  [Name in keyof Fields & keyof Values as Fields[Name] extends {
    readonly column: infer Column extends string;
    readonly write: object;
  }
    ? Column
    : never]: Values[Name];
};

/** What is written of a record, by column; a value that is undefined leaves its column as it is. */
export function storedColumns<Fields extends RecordFields, Values extends object>(
  fields: Fields,
  values: Values,
): Columns<Fields, Values> {
  const columns = entriesOf(fields).flatMap(([name, field]) => {
    const value: unknown = Reflect.get(values, name);
    return field.column !== undefined && 'write' in field && value !== undefined
      ? [[field.column, value]]
      : [];
  });
  return Object.fromEntries(columns) as Columns<Fields, Values>;
}

type StoredName<Fields> = {
  [Name in keyof Fields]: Fields[Name] extends { readonly column: string; readonly write: object }
    ? Name
    : never;
}[keyof Fields] &
  string;

/** Fields of the form that a column stores as they are. */
export const storedFields = <Fields extends RecordFields>(fields: Fields): StoredName<Fields>[] =>
  Object.keys(fields).filter((name): name is StoredName<Fields> => {
    const field = fields[name];
    return field?.column !== undefined && 'write' in field;
  });

type Audited<Fields> = {
  [Name in keyof Fields]: Fields[Name] extends { readonly isAudited: true } ? Name : never;
}[keyof Fields] &
  string;

/** Fields that the audit log shows. */
export const auditedFields = <Fields extends RecordFields>(fields: Fields): Audited<Fields>[] =>
  Object.keys(fields).filter((name): name is Audited<Fields> => isAudited(fields[name]));

const isAudited = (field: RecordField | undefined): boolean =>
  field !== undefined && 'isAudited' in field && field.isAudited;

/** What the audit log says of a record that was made. */
export const auditedValues = <Fields extends RecordFields>(fields: Fields, values: object) =>
  Object.fromEntries(
    auditedFields(fields)
      .filter((name) => Reflect.has(values, name))
      .map((name): [string, unknown] => [name, Reflect.get(values, name)]),
  ) as Partial<Record<Audited<Fields>, unknown>>;

interface FiledRow {
  readonly id: string;
  readonly activated: boolean;
}

/** Columns of the file: its fields in their order, its status, and last its id under `idHeading`. `own` is for values that read otherwise. */
export function fileColumns<Fields extends RecordFields, Row extends FiledRow>(
  fields: Fields,
  idHeading: string,
  own?: Readonly<Partial<Record<keyof Fields & string, (row: Row) => Cell>>>,
  idWidth = 38,
): ExportColumn<Row>[] {
  return [
    ...entriesOf(fields).flatMap(([name, { file }]) =>
      file === undefined ? [] : [fileColumn(file, own?.[name] ?? ((row: Row) => cellOf(row, name)))],
    ),
    {
      header: 'Status',
      kind: 'text',
      width: 12,
      value: ({ activated }) => (activated ? 'Active' : 'Deactive'),
    },
    { header: idHeading, kind: 'text', width: idWidth, value: ({ id }) => id },
  ];
}

const fileColumn = <Row>(
  { heading, width, kind = 'text', format }: FileColumn,
  value: (row: Row) => Cell,
): ExportColumn<Row> => ({
  header: heading,
  kind,
  width,
  ...(format === undefined ? {} : { format }),
  value,
});

function cellOf(row: object, name: string): Cell {
  const value: unknown = Reflect.get(row, name);
  if (value === null || typeof value === 'string' || typeof value === 'number') return value;
  throw new TypeError(`the file says nothing of ${name} without a function of its own`);
}
