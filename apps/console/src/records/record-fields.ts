// What pages read of the description of a record's fields, and the columns of its list. Pure.
import type { FieldInput, ListColumn } from '@watchpost/contract/record-fields';
import type * as z from 'zod/mini';
import { type LabelKey, translate } from '../lib/labels.ts';
import type { GridColumn, GridValue } from '../ui/grid/grid-types.ts';

/** What pages read of a field; the build leaves out the rest. A label that is missing does not compile. */
export interface DescribedField {
  readonly label: LabelKey;
  readonly write?: z.core.$ZodType;
  readonly input?: FieldInput & { readonly help?: LabelKey };
  readonly list?: ListColumn & { readonly label?: LabelKey };
  readonly fact?: { readonly label?: LabelKey; readonly order?: number };
}
export type DescribedFields = Readonly<Record<string, DescribedField>>;

interface OwnColumn<Row> {
  readonly headerHelp?: string;
  readonly value?: GridColumn<Row>['value'];
  readonly render?: GridColumn<Row>['render'];
}

/** Columns of the list, in their order. `own` is for cells that read otherwise than as the field's value. */
export function listColumns<Fields extends DescribedFields, Row extends object>(
  fields: Fields,
  own?: Readonly<Partial<Record<keyof Fields & string, OwnColumn<Row>>>>,
): GridColumn<Row>[] {
  return Object.entries(fields)
    .flatMap(([name, { label, list }]) => (list === undefined ? [] : [{ name, label, list }]))
    .toSorted((one, other) => (one.list.order ?? 0) - (other.list.order ?? 0))
    .map(({ name, label, list: { id = name, label: heading = label, order: _order, ...column } }) => ({
      ...column,
      id,
      header: translate(heading),
      value: (row: Row) => valueOf(row, name),
      ...own?.[name],
    }));
}

function valueOf(row: object, name: string): GridValue {
  const value: unknown = Reflect.get(row, name);
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean' ? value : null;
}
