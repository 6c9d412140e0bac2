// The fields of a managed record, each described once: schemas, columns, exports, audit entries, lists, forms and drafts follow from it.
import * as z from 'zod/mini';
import type { Schema } from './endpoint.ts';
import { editable } from './values.ts';

/** A column of the list, in CSS pixels as the grid takes them (grid-types.ts of the console). */
export interface ListColumn {
  /** The field's name unless given; people's arrangements of the list name it, so it stays. */
  readonly id?: string;
  /** Key of its heading; the field's label unless given. */
  readonly label?: string;
  readonly width: number;
  readonly minWidth?: number;
  readonly fitWidth?: number;
  readonly mayWrap?: true;
  readonly isSortable?: true;
  readonly align?: 'end';
  /** Columns go by it, then as the fields do; 0 unless given. */
  readonly order?: number;
}

/** A column of the exported file. */
export interface FileColumn {
  readonly heading: string;
  /** In characters. */
  readonly width: number;
  /** text unless given. */
  readonly kind?: 'text' | 'number';
  /** Of a number, such as 0.000000. */
  readonly format?: string;
}

interface Input {
  /** Which card of the form it belongs to. */
  readonly card: string;
  /** Inputs of a card go by it, then as the fields do; 0 unless given. */
  readonly order?: number;
}

interface TypedInput extends Input {
  readonly isRequired?: true;
  readonly maxLength?: number;
  /** Key of what is said below it. */
  readonly help?: string;
  /** Takes the whole width of its card. */
  readonly isWide?: true;
}

/**
 * How a form edits the field. The draft of text and lines is the text, of number and clock what is typed ('HH:mm' for minutes of the day),
 * of site the id or an empty text; own is drawn by a component of the feature. A whole card may be drawn by one, too.
 */
export type FieldInput =
  | (TypedInput & { readonly as: 'text'; readonly inputMode?: 'tel' | 'email'; readonly spellCheck?: false })
  | (TypedInput & { readonly as: 'lines' | 'number' | 'clock' })
  | (Input & { readonly as: 'site' | 'own' });

interface ShownField {
  /** Key of its label. */
  readonly label: string;
  /** As replies have it. */
  readonly read: Schema;
  /** The column that stores it as it is; left out where code of its own reads and writes it. */
  readonly column?: string;
  /** About a person, as the column's comment in the schema says too. */
  readonly isPersonal?: true;
  readonly list?: ListColumn;
  readonly file?: FileColumn;
  /** Shown on the record's page, under its own label unless one is given; facts go by `order`, then as the fields do. */
  readonly fact?: { readonly label?: string; readonly order?: number };
}

export interface WrittenField extends Omit<ShownField, 'read'> {
  /** Left out where replies have it in another shape, as a field of its own. */
  readonly read?: Schema;
  /** As a form sends it; errors are label keys. */
  readonly write: Schema;
  readonly input: FieldInput;
  /** Whether the audit log may say what it was and what it became. */
  readonly isAudited: boolean;
  /** A text that stays to the letter while it is unchanged, even where forms would refuse it (INPUT-01). */
  readonly isKept?: true;
  /** Settled when the record is made. */
  readonly isForNew?: true;
  /** A text that programs written before it do not send: left out of an edit it stays, of a new record it is as its column begins. */
  readonly isOptional?: true;
}

export type RecordField = ShownField | WrittenField;
export type RecordFields = Readonly<Record<string, RecordField>>;

/** Keeps what exactly each field says, so that types follow from it too. */
export const describeFields = <const Fields extends RecordFields>(fields: Fields): Fields => fields;

type Part<Fields, Name extends string> = {
  [Field in keyof Fields as Fields[Field] extends Readonly<Record<Name, Schema>>
    ? Field
    : never]: Fields[Field] extends Readonly<Record<Name, infer Found extends Schema>> ? Found : never;
};
type Having<Fields, Mark> = {
  [Field in keyof Fields as Fields[Field] extends Mark ? Field : never]: Fields[Field];
};
type Kept = { readonly isKept: true };
type ForNew = { readonly isForNew: true };
type Optional = { readonly isOptional: true };

function partOf(
  fields: RecordFields,
  part: 'read' | 'write',
  isWanted: (field: RecordField) => boolean = () => true,
): Record<string, Schema> {
  return Object.fromEntries(
    Object.entries(fields).flatMap(([name, field]) => {
      const schema = part === 'read' ? field.read : 'write' in field ? field.write : undefined;
      return schema === undefined || !isWanted(field) ? [] : [[name, schema]];
    }),
  );
}

/** What a reply has of the record. */
export const readShape = <Fields extends RecordFields>(fields: Fields) =>
  partOf(fields, 'read') as Part<Fields, 'read'>;

type FormShape<Fields, Written = Part<Fields, 'write'>> = {
  [Field in keyof Written & keyof Fields]: Fields[Field] extends Optional
    ? z.ZodMiniOptional<Written[Field] & Schema>
    : Written[Field];
};

const withOptional = (
  fields: RecordFields,
  shape: Readonly<Record<string, Schema>>,
): Record<string, Schema> =>
  Object.fromEntries(
    Object.entries(shape).map(([name, schema]) => [
      name,
      'isOptional' in (fields[name] ?? {}) ? z.optional(schema) : schema,
    ]),
  );

/** What a form of a new record sends. */
export const formShape = <Fields extends RecordFields>(fields: Fields) =>
  withOptional(fields, partOf(fields, 'write')) as FormShape<Fields>;

/** Those that stay to the letter while unchanged. */
export const keptShape = <Fields extends RecordFields>(fields: Fields) =>
  partOf(fields, 'write', (field) => 'isKept' in field) as Part<Having<Fields, Kept>, 'write'>;

type EditShape<Fields, Written = FormShape<Fields>> = {
  [Field in keyof Written & keyof Fields as Fields[Field] extends ForNew ? never : Field]: Written[Field];
};

/** What an edit sends besides its version: kept texts may be what forms refuse. */
export function editShape<Fields extends RecordFields>(fields: Fields): EditShape<Fields> {
  const edited = partOf(fields, 'write', (field) => !('isForNew' in field));
  const shape = Object.entries(edited).map(([name, schema]): [string, Schema] => [
    name,
    'isKept' in (fields[name] ?? {}) ? editable(schema as z.ZodMiniType<string, unknown>) : schema,
  ]);
  return withOptional(fields, Object.fromEntries(shape)) as EditShape<Fields>;
}
