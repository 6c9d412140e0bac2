import { mailStates } from '@watchpost/domain/sent-mail';
import { IconRotate2, IconSearch, IconX } from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';
import { t } from '../../lib/labels.ts';
import { Button } from '../../ui/actions/button.tsx';
import { IconButton } from '../../ui/actions/icon-button.tsx';
import { SelectField } from '../../ui/fields/select-field.tsx';
import { TextField } from '../../ui/fields/text-field.tsx';
import { stateWords } from './mail-words.ts';
import styles from './sent-mail-page.module.css';
import { type MailSearch, searchTextMaxLength } from './sent-mail-search.ts';

/** Long enough to type on, short enough to feel immediate. */
const searchDelayMs = 300;

interface FiltersProps {
  readonly search: MailSearch;
  /** `isTyping` changes follow one another and leave no steps in the history. */
  readonly onChange: (change: Partial<MailSearch>, isTyping?: boolean) => void;
  readonly onReset: () => void;
}

export function SentMailFilters({ search, onChange, onReset }: FiltersProps) {
  // Text that is typed but not yet sought lives in the field; a reset takes that away too.
  const [resets, setResets] = useState(0);
  const states = mailStates.map((state) => ({ value: state, label: stateWords(state) }));
  return (
    <section key={resets} aria-label={t('sentMail.filters')} className={styles.filters} data-print="hide">
      <SelectField
        className={styles.choice}
        label={t('sentMail.stateHead')}
        options={[{ value: '', label: t('sentMail.anyState') }, ...states]}
        value={search.state}
        onValueChange={(state) => onChange({ state })}
      />
      <TypedSearch text={search.searchText} onChange={(searchText) => onChange({ searchText }, true)} />
      <Button
        className={styles.reset}
        icon={<IconRotate2 size={16} aria-hidden />}
        onClick={() => {
          setResets(resets + 1);
          onReset();
        }}
      >
        {t('sentMail.reset')}
      </Button>
    </section>
  );
}

interface SearchProps {
  readonly text: string;
  readonly onChange: (text: string) => void;
}

/** Filters as one types, at once on Enter and on clearing. */
function TypedSearch({ text, onChange }: SearchProps) {
  const [typed, setTyped] = useState(text);
  const timer = useRef(0);
  useEffect(() => () => window.clearTimeout(timer.current), []);
  const send = (value: string) => {
    window.clearTimeout(timer.current);
    if (value.trim() !== text) onChange(value.trim());
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
  return (
    <TextField
      className={styles.search}
      type="search"
      label={t('sentMail.search')}
      placeholder={t('sentMail.searchPlaceholder')}
      maxLength={searchTextMaxLength}
      autoComplete="off"
      spellCheck={false}
      lead={<IconSearch size={16} aria-hidden />}
      trail={
        typed !== '' && (
          <IconButton
            size="small"
            hasTooltip={false}
            label={t('sentMail.clearSearch')}
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
