import { dutyStates } from '@watchpost/domain/duty-sessions';
import { IconRotate2 } from '@tabler/icons-react';
import { useState } from 'react';
import { useSession } from '../../lib/current-session.ts';
import { t, translate } from '../../lib/labels.ts';
import { Button } from '../../ui/actions/button.tsx';
import { Combobox } from '../../ui/fields/combobox.tsx';
import { DateField } from '../../ui/fields/date-field.tsx';
import { SearchField } from '../../ui/fields/search-field.tsx';
import { SelectField } from '../../ui/fields/select-field.tsx';
import styles from './login-logout.module.css';
import { filterProblem, type LoginFilters, searchTextMaxLength } from './login-search.ts';

const firstDay = '2000-01-01';
const lastDay = '2099-12-31';

interface FiltersProps {
  readonly filters: LoginFilters;
  /** `isTyping` changes follow one another and leave no steps in the history. */
  readonly onChange: (change: Partial<LoginFilters>, isTyping?: boolean) => void;
  readonly onReset: () => void;
}

export function LoginLogoutFilters({ filters, onChange, onReset }: FiltersProps) {
  // Text that is typed but no date yet lives in the fields; a reset takes that away too.
  const [resets, setResets] = useState(0);
  const reset = () => {
    setResets(resets + 1);
    onReset();
  };
  return (
    <section aria-label={t('rounds.filters')} className={styles.filters} key={resets} data-print="hide">
      <SiteChoice site={filters.site} onChange={(site) => onChange({ site })} />
      <SelectField
        className={styles.status}
        label={t('rounds.status')}
        options={[
          { value: '', label: t('logins.anyStatus') },
          ...dutyStates.map((state) => ({ value: state, label: t(`logins.status.${state}`) })),
        ]}
        value={filters.status}
        onValueChange={(value) => onChange({ status: dutyStates.find((state) => state === value) ?? '' })}
      />
      <DateRange filters={filters} onChange={onChange} />
      <SearchField
        className={styles.search}
        label={t('rounds.search')}
        placeholder={t('rounds.searchPlaceholder')}
        clearLabel={t('rounds.clearSearch')}
        maxLength={searchTextMaxLength}
        text={filters.searchText}
        onSearch={(searchText) => onChange({ searchText }, true)}
      />
      <Button className={styles.reset} icon={<IconRotate2 size={16} aria-hidden />} onClick={reset}>
        {t('rounds.reset')}
      </Button>
    </section>
  );
}

interface SiteChoiceProps {
  readonly site: string;
  readonly onChange: (site: string) => void;
}

/** None for whoever sees one site only. */
function SiteChoice({ site, onChange }: SiteChoiceProps) {
  const sites = useSession((session) => session.sites());
  if (sites === undefined) return null;
  return (
    <Combobox
      className={styles.site}
      label={t('rounds.site')}
      options={sites.map((each) => (each.value === '' ? { ...each, label: translate(each.label) } : each))}
      value={site}
      onValueChange={onChange}
    />
  );
}

function DateRange({ filters, onChange }: Pick<FiltersProps, 'filters' | 'onChange'>) {
  const problem = filterProblem(filters);
  const missing = problem === 'dateMissing' ? t('rounds.dateMissing') : null;
  const inverted = problem === 'fromAfterTo' ? t('rounds.fromAfterTo') : null;
  return (
    <>
      <DateField
        className={styles.date}
        label={t('rounds.from')}
        value={filters.from || null}
        min={firstDay}
        max={lastDay}
        error={inverted ?? (filters.from === '' ? missing : null)}
        onValueChange={(from) => onChange({ from: from ?? '' })}
      />
      <DateField
        className={styles.date}
        label={t('rounds.to')}
        value={filters.to || null}
        min={firstDay}
        max={lastDay}
        error={filters.to === '' ? missing : null}
        onValueChange={(to) => onChange({ to: to ?? '' })}
      />
    </>
  );
}
