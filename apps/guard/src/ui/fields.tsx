import { type ComponentProps, type ReactNode, type Ref, useId } from 'react';
import controls from './controls.module.css';

interface FieldProps {
  readonly label: string;
  readonly hint?: string | undefined;
  readonly fault?: string | undefined;
}

/** What stands below a field is read out with it. */
function describedBy(id: string, { hint, fault }: Pick<FieldProps, 'hint' | 'fault'>): string | undefined {
  const ids = [
    ...(hint === undefined ? [] : [`${id}-hint`]),
    ...(fault === undefined ? [] : [`${id}-fault`]),
  ];
  return ids.length === 0 ? undefined : ids.join(' ');
}

function Framed({
  label,
  hint,
  fault,
  id,
  children,
}: FieldProps & { readonly id: string; readonly children: ReactNode }) {
  return (
    <div className={controls.field}>
      <label className={controls.label} htmlFor={id}>
        {label}
      </label>
      {children}
      {hint !== undefined && (
        <span id={`${id}-hint`} className={controls.quiet}>
          {hint}
        </span>
      )}
      {fault !== undefined && (
        <span id={`${id}-fault`} className={controls.fault}>
          {fault}
        </span>
      )}
    </div>
  );
}

interface TextFieldProps extends FieldProps {
  /** A button within the field, at its end. */
  readonly aside?: ReactNode;
}

export function TextField({ label, hint, fault, aside, ...input }: TextFieldProps & ComponentProps<'input'>) {
  const id = useId();
  return (
    <Framed label={label} hint={hint} fault={fault} id={id}>
      <div className={aside === undefined ? undefined : controls.withAside}>
        <input
          {...input}
          id={id}
          className={controls.input}
          aria-invalid={fault !== undefined}
          aria-describedby={describedBy(id, { hint, fault })}
        />
        {aside}
      </div>
    </Framed>
  );
}

export function TextArea({ label, hint, fault, ...input }: FieldProps & ComponentProps<'textarea'>) {
  const id = useId();
  return (
    <Framed label={label} hint={hint} fault={fault} id={id}>
      <textarea
        {...input}
        id={id}
        className={`${controls.input ?? ''} ${controls.area ?? ''}`}
        aria-invalid={fault !== undefined}
        aria-describedby={describedBy(id, { hint, fault })}
      />
    </Framed>
  );
}

interface ChoiceProps<Value extends string> {
  readonly ref?: Ref<HTMLFieldSetElement>;
  readonly label: string;
  readonly fault?: string | undefined;
  readonly value: Value | null;
  readonly options: readonly { readonly value: Value; readonly label: string }[];
  readonly onChoose: (value: Value) => void;
}

/** One of a few, each as large as a thumb. What is wrong stands above them, since a small screen may not hold them all. */
export function Choice<Value extends string>(props: ChoiceProps<Value>) {
  const { ref, label, fault, value, options, onChoose } = props;
  const name = useId();
  return (
    <fieldset ref={ref} className={controls.group}>
      <legend>{label}</legend>
      {fault !== undefined && (
        <p id={`${name}-fault`} className={controls.fault}>
          {fault}
        </p>
      )}
      <div className={controls.chips}>
        {options.map((option) => (
          <label key={option.value} className={controls.chip}>
            <input
              type="radio"
              name={name}
              checked={option.value === value}
              aria-describedby={describedBy(name, { fault })}
              onChange={() => onChoose(option.value)}
            />
            {option.label}
          </label>
        ))}
      </div>
    </fieldset>
  );
}
