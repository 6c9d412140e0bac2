// What a record's page says of it, fact by fact, as the description of its fields says.
import type { ReactNode } from 'react';
import { t, translate } from '../lib/labels.ts';
import { Fact } from '../ui/display/facts.tsx';
import type { DescribedFields } from './record-fields.ts';

interface FieldFactsProps<Fields extends DescribedFields> {
  readonly fields: Fields;
  readonly row: object;
  /** Of facts that read otherwise than as the field's text. */
  readonly own?: Readonly<Partial<Record<keyof Fields & string, ReactNode>>>;
}

export function FieldFacts<Fields extends DescribedFields>({ fields, row, own }: FieldFactsProps<Fields>) {
  return Object.entries(fields)
    .flatMap(([name, { label, fact }]) => (fact === undefined ? [] : [{ name, label, fact }]))
    .toSorted((one, other) => (one.fact.order ?? 0) - (other.fact.order ?? 0))
    .map(({ name, label, fact }) => (
      <Fact key={name} label={translate(fact.label ?? label)}>
        {own?.[name] ?? textOf(row, name)}
      </Fact>
    ));
}

function textOf(row: object, name: string): string {
  const value: unknown = Reflect.get(row, name);
  return (typeof value === 'string' || typeof value === 'number' ? String(value) : '') || t('records.empty');
}
