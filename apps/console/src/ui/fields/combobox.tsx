/* oxlint-disable jsx-a11y/prefer-tag-over-role, jsx-a11y/no-noninteractive-element-to-interactive-role, jsx-a11y/click-events-have-key-events -- a datalist cannot be styled; the input holds focus and hears the keys */
import { IconCheck, IconChevronDown } from '@tabler/icons-react';
import type { KeyboardEvent, MouseEvent } from 'react';
import { useEffect, useId, useRef, useState } from 'react';
import { classNames } from '../class-names.ts';
import floating from '../overlays/floating.module.css';
import { useDismiss } from '../overlays/use-dismiss.ts';
import { useFloating } from '../overlays/use-floating.ts';
import { useUiFold, useUiLabels } from '../ui-labels.ts';
import styles from './combobox.module.css';
import field from './field.module.css';
import type { ControlProps, FieldProps } from './field-frame.tsx';
import { FieldFrame } from './field-frame.tsx';
import { findOptions } from './option-search.ts';
import type { SelectOption } from './select-field.tsx';

type ComboboxProps = FieldProps & {
  options: readonly SelectOption[];
  value: string;
  onValueChange: (value: string) => void;
  placeholder?: string;
  isDisabled?: boolean;
};

type OptionListProps = {
  listId: string;
  found: readonly SelectOption[];
  value: string;
  activeIndex: number;
  onHover: (index: number) => void;
  onPick: (option: SelectOption) => void;
};

function OptionList({ listId, found, value, activeIndex, onHover, onPick }: OptionListProps) {
  const labels = useUiLabels();
  useEffect(() => {
    document.getElementById(`${listId}-${activeIndex}`)?.scrollIntoView({ block: 'nearest' });
  }, [listId, activeIndex]);
  if (found.length === 0) return <output className={styles.none}>{labels.noMatches}</output>;
  return (
    <ul id={listId} role="listbox" className={styles.list}>
      {found.map((option, index) => (
        <li
          key={option.value}
          id={`${listId}-${index}`}
          role="option"
          aria-selected={option.value === value}
          aria-disabled={option.isDisabled || undefined}
          className={classNames(styles.option, index === activeIndex && styles.active)}
          onPointerMove={() => onHover(index)}
          onPointerDown={(event) => event.preventDefault()}
          onClick={() => onPick(option)}
        >
          <span className={styles.text}>{option.label}</span>
          {option.value === value && <IconCheck size={16} aria-hidden />}
        </li>
      ))}
    </ul>
  );
}

/** How far each key moves in the list; Home and End stay with the text. */
const STEP_BY_KEY: Readonly<Record<string, number>> = { ArrowDown: 1, ArrowUp: -1, PageDown: 8, PageUp: -8 };

function useCombobox({ options, value, onValueChange }: ComboboxProps) {
  const [text, setText] = useState<string | null>(null);
  const [isOpen, setIsOpen] = useState(false);
  const [activeIndex, setActiveIndex] = useState(0);
  const fold = useUiFold();
  const found = isOpen ? findOptions(options, text ?? '', fold) : [];
  const close = () => {
    setIsOpen(false);
    setText(null);
  };
  const open = (typed: string | null) => {
    setText(typed);
    setIsOpen(true);
    setActiveIndex(
      typed === null
        ? Math.max(
            0,
            options.findIndex((option) => option.value === value),
          )
        : 0,
    );
  };
  const pick = (option: SelectOption | undefined) => {
    if (!option || option.isDisabled) return;
    close();
    if (option.value !== value) onValueChange(option.value);
  };
  const handleKey = (event: KeyboardEvent) => {
    const step = STEP_BY_KEY[event.key];
    if (step !== undefined) {
      event.preventDefault();
      if (isOpen) setActiveIndex(Math.max(0, Math.min(activeIndex + step, found.length - 1)));
      else open(null);
    } else if (event.key === 'Enter' && isOpen) {
      event.preventDefault();
      pick(found[activeIndex]);
    } else if (event.key === 'Tab') close();
  };
  return { text, isOpen, activeIndex, setActiveIndex, found, close, open, pick, handleKey };
}

const labelOf = (options: readonly SelectOption[], value: string): string =>
  options.find((option) => option.value === value)?.label ?? '';

type ComboboxBoxProps = { props: ComboboxProps; control: ControlProps };

function ComboboxBox({ props, control }: ComboboxBoxProps) {
  const { options, value, placeholder, isDisabled } = props;
  const listId = useId();
  const box = useRef<HTMLDivElement>(null);
  const panel = useRef<HTMLDivElement>(null);
  const combo = useCombobox(props);
  useFloating({ anchor: box, panel, isOpen: combo.isOpen, placement: 'bottom-start', matchesWidth: true });
  useDismiss(combo.isOpen, [box, panel], combo.close);
  const isActiveDrawn = combo.isOpen && combo.found.length > 0;
  const handleClick = (event: MouseEvent<HTMLInputElement>) => {
    if (combo.isOpen) return;
    combo.open(null);
    event.currentTarget.select();
  };
  return (
    <div ref={box} className={field.box}>
      <input
        {...control}
        type="text"
        role="combobox"
        autoComplete="off"
        spellCheck={false}
        aria-expanded={combo.isOpen}
        aria-controls={isActiveDrawn ? listId : undefined}
        aria-autocomplete="list"
        aria-activedescendant={isActiveDrawn ? `${listId}-${combo.activeIndex}` : undefined}
        className={field.control}
        value={combo.text ?? labelOf(options, value)}
        placeholder={placeholder}
        disabled={isDisabled}
        onChange={(event) => combo.open(event.target.value)}
        onClick={handleClick}
        onKeyDown={combo.handleKey}
      />
      <IconChevronDown size={16} className={field.chevron} aria-hidden />
      {combo.isOpen && (
        <div ref={panel} popover="manual" className={classNames(floating.panel, styles.panel)}>
          <OptionList
            listId={listId}
            found={combo.found}
            value={value}
            activeIndex={combo.activeIndex}
            onHover={combo.setActiveIndex}
            onPick={combo.pick}
          />
        </div>
      )}
    </div>
  );
}

/** One choice from a long list, found by typing. Leaving without choosing keeps the old value. */
export function Combobox(props: ComboboxProps) {
  const { label, isLabelHidden, help, error, isRequired, className } = props;
  const isEmpty = props.value === '' && !props.isDisabled;
  return (
    <FieldFrame {...{ label, isLabelHidden, help, error, isRequired, className, isEmpty }}>
      {(control) => <ComboboxBox props={props} control={control} />}
    </FieldFrame>
  );
}
