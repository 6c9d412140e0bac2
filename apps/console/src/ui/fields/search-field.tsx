import { IconSearch, IconX } from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';
import { IconButton } from '../actions/icon-button.tsx';
import { TextField } from './text-field.tsx';

/** Long enough to type on, short enough to feel immediate. */
const SEARCH_DELAY_MS = 300;

type SearchFieldProps = {
  label: string;
  placeholder?: string;
  clearLabel: string;
  maxLength: number;
  className?: string;
  /** What is searched for; the field follows it when it changes from outside. */
  text: string;
  onSearch: (text: string) => void;
};

/** What is typed, told when the typing rests; `send` tells at once. */
function useTyped({ text, onSearch }: Pick<SearchFieldProps, 'text' | 'onSearch'>) {
  const [typed, setTyped] = useState(text);
  const sent = useRef(text);
  const timer = useRef(0);
  // What was typed is told some time later, when other filters may have been chosen.
  const latest = useRef(onSearch);
  useEffect(() => {
    latest.current = onSearch;
  });
  const send = (value: string) => {
    window.clearTimeout(timer.current);
    const next = value.trim();
    if (next === sent.current) return;
    sent.current = next;
    latest.current(next);
  };
  const type = (value: string) => {
    setTyped(value);
    window.clearTimeout(timer.current);
    timer.current = window.setTimeout(() => send(value), SEARCH_DELAY_MS);
  };
  const clear = () => {
    setTyped('');
    send('');
  };
  useEffect(() => () => window.clearTimeout(timer.current), []);
  useEffect(() => {
    if (text === sent.current) return;
    sent.current = text;
    setTyped(text);
  }, [text]);
  return { typed, type, send, clear };
}

/** Searches as one types, at once on Enter and on clearing. */
export function SearchField({ text, onSearch, clearLabel, ...field }: SearchFieldProps) {
  const { typed, type, send, clear } = useTyped({ text, onSearch });
  return (
    <TextField
      {...field}
      type="search"
      autoComplete="off"
      spellCheck={false}
      leading={<IconSearch size={16} aria-hidden />}
      trail={
        typed !== '' && (
          <IconButton
            size="small"
            hasTooltip={false}
            label={clearLabel}
            icon={<IconX size={14} />}
            onClick={clear}
          />
        )
      }
      value={typed}
      onChange={(event) => type(event.target.value)}
      onKeyDown={(event) => event.key === 'Enter' && send(typed)}
    />
  );
}
