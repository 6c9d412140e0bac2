import { auditActionNames, auditSubjects } from '@watchpost/domain/audit-actions';
import { IconRotate2, IconSearch, IconX } from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';
import { t } from '../../lib/labels.ts';
import { Button } from '../../ui/actions/button.tsx';
import { IconButton } from '../../ui/actions/icon-button.tsx';
import { Chip } from '../../ui/display/chip.tsx';
import { Combobox } from '../../ui/fields/combobox.tsx';
import { DateField } from '../../ui/fields/date-field.tsx';
import { SelectField } from '../../ui/fields/select-field.tsx';
import { TextField } from '../../ui/fields/text-field.tsx';
import { useAuditActors } from './audit-log.api.ts';
import styles from './audit-log-page.module.css';
import { type AuditFilters, filterProblem, searchTextMaxLength } from './audit-search.ts';
import { actionWords, subjectWords } from './audit-words.ts';

const firstDay = '2000-01-01';
const lastDay = '2099-12-31';
/** Long enough to type on, short enough to feel immediate. */
const searchDelayMs = 300;

interface FiltersProps {
  readonly filters: AuditFilters;
  /** `isTyping` changes follow one another and leave no steps in the history. */
  readonly onChange: (change: Partial<AuditFilters>, isTyping?: boolean) => void;
  readonly onReset: () => void;
}

export function AuditLogFilters({ filters, onChange, onReset }: FiltersProps) {
  // Text that is typed but no date yet lives in the fields; a reset takes that away too.
  const [resets, setResets] = useState(0);
  const reset = () => {
    setResets(resets + 1);
    onReset();
  };
  return (
    <section aria-label={t('audit.filters')} className={styles.filters} data-print="chips">
      <div className={styles.row} key={resets}>
        <Choices filters={filters} onChange={onChange} />
        <DateRange filters={filters} onChange={onChange} />
        <NameSearch text={filters.searchText} onChange={(searchText) => onChange({ searchText }, true)} />
        <Button className={styles.reset} icon={<IconRotate2 size={16} aria-hidden />} onClick={reset}>
          {t('audit.reset')}
        </Button>
      </div>
      {filters.subjectId !== '' && (
        <ul className={styles.chips} aria-label={t('audit.activeFilters')}>
          <li>
            <Chip
              name={t('audit.record')}
              value={filters.subjectId}
              onRemove={() => onChange({ subjectId: '' })}
            />
          </li>
        </ul>
      )}
    </section>
  );
}

type PartProps = Pick<FiltersProps, 'filters' | 'onChange'>;

function Choices({ filters, onChange }: PartProps) {
  const actors = useAuditActors().data?.data ?? [];
  const people = actors.map(({ id, name }) => ({ value: id, label: name }));
  const actions = auditActionNames.map((action) => ({ value: action, label: actionWords(action) }));
  const subjects = auditSubjects.map((subject) => ({ value: subject, label: subjectWords(subject) }));
  return (
    <>
      <Combobox
        className={styles.choice}
        label={t('audit.actor')}
        options={[{ value: '', label: t('audit.anyone') }, ...people]}
        value={filters.actor}
        onValueChange={(actor) => onChange({ actor })}
      />
      <Combobox
        className={styles.choice}
        label={t('audit.action')}
        options={[{ value: '', label: t('audit.anyAction') }, ...actions]}
        value={filters.action}
        onValueChange={(action) => onChange({ action })}
      />
      <SelectField
        className={styles.choice}
        label={t('audit.subjectType')}
        options={[{ value: '', label: t('audit.anything') }, ...subjects]}
        value={filters.subjectType}
        onValueChange={(subjectType) => onChange({ subjectType })}
      />
    </>
  );
}

function DateRange({ filters, onChange }: PartProps) {
  const problem = filterProblem(filters);
  const missing = problem === 'dateMissing' ? t('audit.dateMissing') : null;
  const inverted = problem === 'fromAfterTo' ? t('audit.fromAfterTo') : null;
  const common = { className: styles.date, min: firstDay, max: lastDay };
  return (
    <>
      <DateField
        {...common}
        label={t('audit.from')}
        value={filters.from || null}
        error={inverted ?? (filters.from === '' ? missing : null)}
        onValueChange={(from) => onChange({ from: from ?? '' })}
      />
      <DateField
        {...common}
        label={t('audit.to')}
        value={filters.to || null}
        error={filters.to === '' ? missing : null}
        onValueChange={(to) => onChange({ to: to ?? '' })}
      />
    </>
  );
}

interface SearchProps {
  readonly text: string;
  readonly onChange: (text: string) => void;
}

/** What is typed, told when the typing rests; `send` tells at once. */
function useTyped({ text, onChange }: SearchProps) {
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
    sent.current = text;
    setTyped(text);
  }, [text]);
  return { typed, type, send, clear };
}

/** Filters as one types, at once on Enter and on clearing. */
function NameSearch(props: SearchProps) {
  const { typed, type, send, clear } = useTyped(props);
  return (
    <TextField
      className={styles.search}
      type="search"
      label={t('audit.search')}
      placeholder={t('audit.searchPlaceholder')}
      maxLength={searchTextMaxLength}
      autoComplete="off"
      spellCheck={false}
      lead={<IconSearch size={16} aria-hidden />}
      trail={
        typed !== '' && (
          <IconButton
            size="small"
            hasTooltip={false}
            label={t('audit.clearSearch')}
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
