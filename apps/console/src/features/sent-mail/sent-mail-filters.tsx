import { mailStates } from '@watchpost/domain/sent-mail';
import { t } from '../../lib/labels.ts';
import { type FilterChip, removable, searchChip } from '../../reports/filter-chips.ts';
import { NameSearch } from '../../reports/name-search.tsx';
import { ReportFilters } from '../../reports/report-filters.tsx';
import placed from '../../reports/report-filters.module.css';
import { SelectField } from '../../ui/fields/select-field.tsx';
import { stateText } from './mail-texts.ts';
import type { MailSearch } from './sent-mail-search.ts';

interface FiltersProps {
  readonly search: MailSearch;
  /** `isTyping` changes follow one another and leave no steps in the history. */
  readonly onChange: (change: Partial<MailSearch>, isTyping?: boolean) => void;
  readonly onReset: () => void;
}

export function SentMailFilters({ search, onChange, onReset }: FiltersProps) {
  const states = mailStates.map((state) => ({ value: state, label: stateText(state) }));
  return (
    <ReportFilters
      onReset={onReset}
      chips={removable(chipsOf(search), onChange)}
      search={
        <NameSearch
          label={t('sentMail.search')}
          placeholder={t('sentMail.searchPlaceholder')}
          text={search.searchText}
          onChange={onChange}
        />
      }
    >
      <SelectField
        className={placed.choice}
        label={t('sentMail.stateHead')}
        options={[{ value: '', label: t('sentMail.anyState') }, ...states]}
        value={search.state}
        onValueChange={(state) => onChange({ state })}
      />
    </ReportFilters>
  );
}

function chipsOf({ state, searchText }: MailSearch): FilterChip<MailSearch>[] {
  const known = mailStates.find((each) => each === state);
  const name = t('sentMail.stateHead');
  return [
    ...(known === undefined ? [] : [{ id: 'state', name, value: stateText(known), cleared: { state: '' } }]),
    ...searchChip(searchText),
  ];
}
