// The inputs of one card of a record's form, as the description of its fields says.
import type { FieldInput } from '@watchpost/contract/record-fields';
import { type ChangeEvent, Fragment, type ReactNode, type Ref } from 'react';
import { translate } from '../lib/labels.ts';
import { TextArea } from '../ui/fields/text-area.tsx';
import { TextField } from '../ui/fields/text-field.tsx';
import type { DescribedFields } from './record-fields.ts';
import styles from './record-form.module.css';

type OwnInput = Extract<FieldInput, { readonly as: 'site' | 'own' }>;
type TypedInput = Exclude<FieldInput, OwnInput>;

/** Fields of a card that a component of the feature draws. */
type OwnOf<Fields, Card extends string> = {
  [Name in keyof Fields]: Fields[Name] extends {
    readonly input: { readonly as: 'site' | 'own'; readonly card: Card };
  }
    ? Name
    : never;
}[keyof Fields] &
  string;

interface Written {
  readonly value: string;
  readonly error: string | null;
  readonly onChange: (event: ChangeEvent<HTMLInputElement | HTMLTextAreaElement>) => void;
  readonly onBlur: () => void;
}

interface FieldInputsProps<Fields extends DescribedFields, Card extends string> {
  readonly fields: Fields;
  readonly card: Card;
  /** Of a draft of these fields. */
  readonly form: { readonly text: (name: never) => Written };
  /** What is drawn in place of an input, by field. */
  readonly own: Readonly<Record<OwnOf<Fields, Card>, ReactNode>>;
  readonly isReadOnly?: boolean;
  /** What is said below a field that depends on what is written. */
  readonly helps?: Readonly<Partial<Record<keyof Fields & string, ReactNode>>>;
  readonly refs?: Readonly<Partial<Record<keyof Fields & string, Ref<HTMLInputElement>>>>;
}

export function FieldInputs<Fields extends DescribedFields, Card extends string>(
  props: FieldInputsProps<Fields, Card>,
) {
  const { fields, card, form, isReadOnly, helps, refs } = props;
  const own: Readonly<Record<string, ReactNode>> = props.own;
  return inputsOf(fields, card).map(({ name, label, input }) => {
    if (isOwn(input)) return <Fragment key={name}>{own[name]}</Fragment>;
    const help = helps?.[name] ?? (input.help && translate(input.help));
    return (
      <FieldInputBox
        key={name}
        {...{ label: translate(label), help, input, isReadOnly, fieldRef: refs?.[name] }}
        written={form.text(name as never)}
      />
    );
  });
}

const isOwn = (input: FieldInput): input is OwnInput => input.as === 'site' || input.as === 'own';

function inputsOf(fields: DescribedFields, card: string) {
  return Object.entries(fields)
    .flatMap(([name, { label, input }]) => (input?.card === card ? [{ name, label, input }] : []))
    .toSorted((one, other) => (one.input.order ?? 0) - (other.input.order ?? 0));
}

interface BoxProps {
  readonly label: string;
  readonly help: ReactNode;
  readonly input: TypedInput;
  readonly written: Written;
  readonly isReadOnly: boolean | undefined;
  readonly fieldRef: Ref<HTMLInputElement> | undefined;
}

function FieldInputBox({ label, help, input, written, isReadOnly, fieldRef }: BoxProps) {
  const { isRequired, maxLength, isWide } = input;
  const common = { label, help, isRequired, className: isWide && styles.wide, ...written };
  if (input.as === 'lines') return <TextArea {...common} maxLength={maxLength} readOnly={isReadOnly} />;
  return (
    <TextField ref={fieldRef} {...common} maxLength={maxLength} readOnly={isReadOnly} {...kindOf(input)} />
  );
}

/** Hints for the browser about the text. */
function kindOf(input: TypedInput) {
  if (input.as === 'number') return { inputMode: 'decimal' } as const;
  if (input.as !== 'text') return { type: 'time' };
  const { inputMode, spellCheck } = input;
  return {
    autoComplete: 'off',
    inputMode,
    spellCheck,
    ...(inputMode === 'email' ? { type: 'email' } : {}),
  } as const;
}
