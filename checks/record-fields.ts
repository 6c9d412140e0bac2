// Whether the description of a record's fields says what its endpoints, its table and its list say.
import type { RecordField, RecordFields } from '../packages/contract/src/record-fields.ts';

export interface DescribedRecord {
  readonly table: string;
  readonly fields: RecordFields;
  /** Names that a reply of the list has of a record. */
  readonly row: readonly string[];
  /** Names that the bodies of creating and of editing one have. */
  readonly created: readonly string[];
  readonly edited: readonly string[];
  readonly sortable: readonly string[];
  /** Of the table, with the comments of the schema. */
  readonly columns: readonly { readonly name: string; readonly comment: string | null }[];
  /** What replies have besides, and why. */
  readonly furtherRow?: Readonly<Record<string, string>>;
  /** Columns that code of its own reads or writes, and what for. */
  readonly furtherColumns: Readonly<Record<string, string>>;
  /** Cards of the form that FieldInputs draws, and those that a component of the feature draws whole. */
  readonly cards: readonly string[];
  /** Written fields that the audit log does not have by their names, and why. */
  readonly unaudited?: Readonly<Record<string, string>>;
}

/** What every record has, by the contract and by the schema. */
const head = ['id', 'activated', 'version', 'createdAt', 'updatedAt', 'formerId'];
const headColumns = ['tenant_id', 'id', 'activated', 'version', 'created_at', 'updated_at', 'deleted_at'];
/** Columns that follow from others. */
const derivedColumns = ['search_text', 'search_grams', 'sort_name', 'former', 'former_until_ms'];

const entriesOf = (fields: RecordFields): [string, RecordField][] => Object.entries(fields);
const namesWith = (fields: RecordFields, isWanted: (field: RecordField) => boolean): string[] =>
  entriesOf(fields).flatMap(([name, field]) => (isWanted(field) ? [name] : []));

/** One line for each name that only one of them has. */
function differences(what: string, described: readonly string[], found: readonly string[]): string[] {
  return [
    ...described.filter((name) => !found.includes(name)).map((name) => `${what} lacks ${name}`),
    ...found.filter((name) => !described.includes(name)).map((name) => `${what} has ${name}, not described`),
  ];
}

/** Empty where all of them agree. */
export function descriptionFaults(record: DescribedRecord): string[] {
  return [
    ...endpointFaults(record),
    ...columnFaults(record),
    ...auditFaults(record),
    ...listFaults(record),
    ...cardFaults(record),
  ].map((fault) => `${record.table}: ${fault}`);
}

function endpointFaults({ fields, row, created, edited, furtherRow = {} }: DescribedRecord): string[] {
  const read = namesWith(fields, (field) => field.read !== undefined);
  const written = namesWith(fields, (field) => 'write' in field);
  const settled = namesWith(fields, (field) => 'isForNew' in field);
  return [
    ...differences('the reply', [...head, ...read, ...Object.keys(furtherRow)], row),
    ...differences('the body of a new one', written, created),
    ...differences(
      'the body of an edit',
      [...written.filter((name) => !settled.includes(name)), 'version'],
      edited,
    ),
  ];
}

function columnFaults({ fields, columns, furtherColumns }: DescribedRecord): string[] {
  const described = entriesOf(fields).flatMap(([, { column }]) => column ?? []);
  const known = [...described, ...headColumns, ...Object.keys(furtherColumns)];
  const found = columns.map(({ name }) => name).filter((name) => !derivedColumns.includes(name));
  const marks = entriesOf(fields).flatMap(([name, { column, isPersonal = false }]) => {
    const stored = columns.find((each) => each.name === column);
    const isMarked = stored?.comment?.startsWith('personal:') === true;
    return stored === undefined || isMarked === isPersonal ? [] : [`${name} is personal in one place alone`];
  });
  return [...differences('the table', known, found), ...marks];
}

function auditFaults({ fields, unaudited = {} }: DescribedRecord): string[] {
  const left = namesWith(fields, (field) => 'isAudited' in field && !field.isAudited);
  return differences('what is not audited', Object.keys(unaudited), left);
}

/** Columns that the list offers to sort by are those of the server. */
function listFaults({ fields, sortable }: DescribedRecord): string[] {
  const offered = entriesOf(fields).flatMap(([name, { list }]) =>
    list?.isSortable ? [list.id ?? name] : [],
  );
  return differences('sorting', [...offered, 'createdAt', 'updatedAt'], sortable);
}

/** A field of a card that no form has could not be edited. */
function cardFaults({ fields, cards }: DescribedRecord): string[] {
  const named = entriesOf(fields).flatMap(([, field]) => ('input' in field ? field.input.card : []));
  return differences('the form', [...new Set(named)], cards);
}
