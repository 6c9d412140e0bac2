// A record as its form has it, by the description of its fields: labels, the draft, and what is sent of it. Pure.
import type { FieldInput } from '@watchpost/contract/record-fields';
import type * as z from 'zod/mini';
import { translate } from '../lib/labels.ts';
import { degreesOf } from './degrees.ts';
import type { DescribedField, DescribedFields } from './record-fields.ts';
import { clockDigits, minuteOf } from './week-words.ts';

type WrittenName<Fields> = {
  [Name in keyof Fields]: Fields[Name] extends { readonly write: z.core.$ZodType } ? Name : never;
}[keyof Fields] &
  string;
type ValueOf<Field> = Field extends {
  readonly input: { readonly as: 'own' };
  readonly write: infer Written extends z.core.$ZodType;
}
  ? Readonly<z.output<Written>>
  : string;

/** What a form has of a record: texts, as they are typed, but for fields with a component of their own. */
export type DraftOf<Fields> = { readonly [Name in WrittenName<Fields>]: ValueOf<Fields[Name]> };

const isWritten = ({ input }: DescribedField): boolean => input !== undefined;

/** Names of the fields of a form. */
export const fieldLabels = <Fields extends DescribedFields>(fields: Fields) =>
  Object.fromEntries(
    Object.entries(fields).flatMap(([name, field]) =>
      isWritten(field) ? [[name, translate(field.label)]] : [],
    ),
  ) as Readonly<Record<WrittenName<Fields>, string>>;

const draftValue = (input: FieldInput | undefined, value: unknown): unknown => {
  if (input?.as === 'number') return String(value);
  return input?.as === 'clock' ? clockDigits(Number(value)) : value;
};

/** A stored record as its form has it. `row` has the value of every field of the form. */
export const draftOf = <Fields extends DescribedFields>(
  fields: Fields,
  row: Readonly<Record<WrittenName<Fields>, unknown>>,
) =>
  Object.fromEntries(
    Object.entries(fields).flatMap(([name, field]) =>
      isWritten(field) ? [[name, draftValue(field.input, Reflect.get(row, name))]] : [],
    ),
  ) as DraftOf<Fields>;

type OwnName<Fields> = {
  [Name in keyof Fields]: Fields[Name] extends { readonly input: { readonly as: 'own' } } ? Name : never;
}[keyof Fields] &
  string;

/** What the form of a new record begins with: `start`, and empty texts. */
export const newDraft = <Fields extends DescribedFields>(
  fields: Fields,
  start: Pick<DraftOf<Fields>, OwnName<Fields> & WrittenName<Fields>> & Partial<DraftOf<Fields>>,
) =>
  ({
    ...Object.fromEntries(
      Object.entries(fields).flatMap(([name, field]) => (isWritten(field) ? [[name, '']] : [])),
    ),
    ...start,
  }) as DraftOf<Fields>;

const inputValue = (input: FieldInput | undefined, value: unknown): unknown => {
  if (input?.as === 'number') return degreesOf(String(value));
  if (input?.as === 'clock') return minuteOf(String(value));
  return input?.as === 'site' && value === '' ? undefined : value;
};

/** What the contract's schema takes: a number that is none is NaN, a site that is not chosen is none. */
export const inputOf = <Fields extends DescribedFields>(
  fields: Fields,
  draft: Readonly<Record<WrittenName<Fields>, unknown>>,
) =>
  Object.fromEntries(
    Object.entries(fields).flatMap(([name, field]) =>
      isWritten(field) ? [[name, inputValue(field.input, Reflect.get(draft, name))]] : [],
    ),
  ) as Record<WrittenName<Fields>, unknown>;
