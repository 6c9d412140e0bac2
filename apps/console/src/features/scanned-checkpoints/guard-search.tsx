import { IconSearch, IconX } from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';
import { t } from '../../lib/labels.ts';
import { IconButton } from '../../ui/actions/icon-button.tsx';
import { TextField } from '../../ui/fields/text-field.tsx';
import { searchTextMaxLength } from './report-search.ts';

/** Long enough to type on, short enough to feel immediate. */
const searchDelayMs = 300;

interface GuardSearchProps {
  readonly text: string;
  readonly onChange: (text: string) => void;
  readonly className?: string;
}

/** What is typed, told when the typing rests; `send` tells at once. A text changed from elsewhere replaces it. */
function useTypedSearch({ text, onChange }: GuardSearchProps) {
  const [typed, setTyped] = useState(text);
  const sent = useRef(text);
  const timer = useRef(0);
  const send = (value: string) => {
    window.clearTimeout(timer.current);
    const next = value.trim();
    if (next === sent.current) return;
    sent.current = next;
    onChange(next);
  };
  const type = (value: string) => {
    setTyped(value);
    window.clearTimeout(timer.current);
    timer.current = window.setTimeout(() => send(value), searchDelayMs);
  };
  const clear = () => {
    setTyped('');
    send('');
  };
  useEffect(() => () => window.clearTimeout(timer.current), []);
  useEffect(() => {
    if (text === sent.current) return;
    window.clearTimeout(timer.current);
    sent.current = text;
    setTyped(text);
  }, [text]);
  return { typed, type, send, clear };
}

/** Free text over guards: filters as one types, at once on Enter and on clearing (GRID-05). */
export function GuardSearch(props: GuardSearchProps) {
  const search = useTypedSearch(props);
  const clear = (
    <IconButton
      size="small"
      hasTooltip={false}
      label={t('rounds.clearSearch')}
      icon={<IconX size={14} />}
      onClick={search.clear}
    />
  );
  return (
    <TextField
      className={props.className}
      type="search"
      label={t('rounds.search')}
      placeholder={t('rounds.searchPlaceholder')}
      maxLength={searchTextMaxLength}
      autoComplete="off"
      spellCheck={false}
      lead={<IconSearch size={16} aria-hidden />}
      trail={search.typed !== '' && clear}
      value={search.typed}
      onChange={(event) => search.type(event.target.value)}
      onKeyDown={(event) => event.key === 'Enter' && search.send(search.typed)}
    />
  );
}
