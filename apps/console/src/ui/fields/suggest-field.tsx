/* oxlint-disable jsx-a11y/prefer-tag-over-role, jsx-a11y/no-noninteractive-element-to-interactive-role, jsx-a11y/click-events-have-key-events -- a datalist cannot be styled; the input holds focus and hears the keys */
import { IconSearch } from '@tabler/icons-react';
import type { KeyboardEvent, ReactNode } from 'react';
import { useEffect, useId, useRef, useState } from 'react';
import { classNames } from '../class-names.ts';
import { VisuallyHidden } from '../display/visually-hidden.tsx';
import { Spinner } from '../feedback/spinner.tsx';
import floating from '../overlays/floating.module.css';
import { useDismiss } from '../overlays/use-dismiss.ts';
import { useFloating } from '../overlays/use-floating.ts';
import styles from './combobox.module.css';
import field from './field.module.css';
import type { ControlProps, FieldProps } from './field-frame.tsx';
import { FieldFrame } from './field-frame.tsx';

export type Suggestion = { id: string; label: string; detail?: string; icon?: ReactNode };

type SuggestFieldProps = Omit<FieldProps, 'error' | 'isRequired'> & {
  text: string;
  onTextChange: (text: string) => void;
  /** What was found for the text; none while it is being looked for. */
  options: readonly Suggestion[];
  onPick: (id: string) => void;
  isBusy: boolean;
  /** Below the options: what was found, or why nothing was; spoken too. */
  note: string;
  /** Beside the note, such as a button to try again. */
  noteAction?: ReactNode;
  placeholder?: string;
  maxLength: number;
};

/** Which option the keys stand on, while the list is open. */
function useSuggestions({ text, onTextChange, options, onPick }: SuggestFieldProps) {
  const [isOpen, setIsOpen] = useState(false);
  const [activeId, setActiveId] = useState<string | null>(null);
  const activeIndex = options.findIndex(({ id }) => id === activeId);
  const close = () => {
    setIsOpen(false);
    setActiveId(null);
  };
  const pick = (option: Suggestion | undefined) => {
    if (option === undefined) return;
    close();
    onPick(option.id);
  };
  const step = (by: number) => {
    setIsOpen(true);
    const next = activeIndex < 0 && by < 0 ? options.length - 1 : activeIndex + by;
    setActiveId(options[Math.max(0, Math.min(next, options.length - 1))]?.id ?? null);
  };
  const handleKey = (event: KeyboardEvent) => {
    if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      event.preventDefault();
      step(event.key === 'ArrowDown' ? 1 : -1);
    } else if (event.key === 'Enter') {
      // The form that it stands in is not sent by it.
      event.preventDefault();
      if (isOpen) pick(options[Math.max(activeIndex, 0)]);
    } else if (event.key === 'Tab') close();
  };
  return {
    isOpen: isOpen && text.trim() !== '',
    activeIndex,
    close,
    pick,
    handleKey,
    handleHover: (id: string) => setActiveId(id),
    handleText: (typed: string) => {
      onTextChange(typed);
      setIsOpen(true);
    },
    handleClick: () => setIsOpen(true),
  };
}

type ListProps = {
  listId: string;
  props: SuggestFieldProps;
  activeIndex: number;
  onHover: (id: string) => void;
  onPick: (option: Suggestion) => void;
};

function SuggestionList({ listId, props, activeIndex, onHover, onPick }: ListProps) {
  const { label, options, note, noteAction } = props;
  useEffect(() => {
    document.getElementById(`${listId}-${activeIndex}`)?.scrollIntoView({ block: 'nearest' });
  }, [listId, activeIndex]);
  return (
    <>
      {options.length > 0 && (
        <ul id={listId} role="listbox" aria-label={label} className={styles.list}>
          {options.map((option, index) => (
            <li
              key={option.id}
              id={`${listId}-${index}`}
              role="option"
              aria-selected={index === activeIndex}
              className={classNames(styles.option, styles.suggestion, index === activeIndex && styles.active)}
              onPointerMove={() => onHover(option.id)}
              onPointerDown={(event) => event.preventDefault()}
              onClick={() => onPick(option)}
            >
              {option.icon}
              <span className={styles.text}>
                {option.label}
                {option.detail !== undefined && <span className={styles.detail}>{option.detail}</span>}
              </span>
            </li>
          ))}
        </ul>
      )}
      {note !== '' && (
        <p className={styles.none}>
          {note} {noteAction}
        </p>
      )}
    </>
  );
}

type SuggestBoxProps = { props: SuggestFieldProps; control: ControlProps };

function SuggestBox({ props, control }: SuggestBoxProps) {
  const { text, options, isBusy, note, placeholder, maxLength } = props;
  const listId = useId();
  const box = useRef<HTMLDivElement>(null);
  const panel = useRef<HTMLDivElement>(null);
  const list = useSuggestions(props);
  const { isOpen, activeIndex } = list;
  useFloating({ anchor: box, panel, isOpen, placement: 'bottom-start', matchesWidth: true });
  useDismiss(isOpen, [box, panel], list.close);
  const isListDrawn = isOpen && options.length > 0;
  return (
    <div ref={box} className={field.box}>
      <Ends isBusy={isBusy} announcement={isOpen ? note : ''}>
        <input
          {...control}
          type="text"
          role="combobox"
          autoComplete="off"
          spellCheck={false}
          aria-expanded={isOpen}
          aria-controls={isListDrawn ? listId : undefined}
          aria-autocomplete="list"
          aria-activedescendant={isListDrawn && activeIndex >= 0 ? `${listId}-${activeIndex}` : undefined}
          className={field.control}
          value={text}
          placeholder={placeholder}
          maxLength={maxLength}
          onChange={(event) => list.handleText(event.target.value)}
          onClick={list.handleClick}
          onKeyDown={list.handleKey}
        />
      </Ends>
      {isOpen && (
        <div ref={panel} popover="manual" className={classNames(floating.panel, styles.panel)}>
          <SuggestionList {...{ listId, props, activeIndex }} onHover={list.handleHover} onPick={list.pick} />
        </div>
      )}
    </div>
  );
}

/** What stands before and after the input, and what is spoken of it. */
function Ends({
  isBusy,
  announcement,
  children,
}: {
  isBusy: boolean;
  announcement: string;
  children: ReactNode;
}) {
  return (
    <>
      <span className={field.lead}>
        <IconSearch size={16} aria-hidden />
      </span>
      {children}
      {isBusy && (
        <span className={field.trail}>
          <Spinner sizePx={16} />
        </span>
      )}
      <VisuallyHidden>
        <output>{announcement}</output>
      </VisuallyHidden>
    </>
  );
}

/** A search whose answers come while one types, to choose one of. The text itself is no value. */
export function SuggestField(props: SuggestFieldProps) {
  const { label, isLabelHidden, help, className } = props;
  return (
    <FieldFrame {...{ label, isLabelHidden, help, className }}>
      {(control) => <SuggestBox props={props} control={control} />}
    </FieldFrame>
  );
}
