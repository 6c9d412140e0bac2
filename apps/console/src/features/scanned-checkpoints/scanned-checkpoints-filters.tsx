import type { DropdownEntry } from '@watchpost/contract/session';
import { IconRotate2 } from '@tabler/icons-react';
import { useState } from 'react';
import { t, translate } from '../../lib/labels.ts';
import { Button } from '../../ui/actions/button.tsx';
import { Chip } from '../../ui/display/chip.tsx';
import { Combobox } from '../../ui/fields/combobox.tsx';
import { DateField } from '../../ui/fields/date-field.tsx';
import { chipsOf } from './filter-chips.ts';
import { GuardSearch } from './guard-search.tsx';
import { filterProblem, type ReportFilters } from './report-search.ts';
import styles from './scanned-checkpoints-filters.module.css';

const firstDay = '2000-01-01';
const lastDay = '2099-12-31';

interface FiltersProps {
  readonly filters: ReportFilters;
  /** Undefined for whoever sees one site only: no dropdown then (REP-02). */
  readonly sites: readonly DropdownEntry[] | undefined;
  /** `isTyping` changes follow one another and leave no steps in the history. */
  readonly onChange: (change: Partial<ReportFilters>, isTyping?: boolean) => void;
  readonly onReset: () => void;
}

/** One row of filters and, under it, what is active (REP-02, REP-06). */
export function ScannedCheckpointsFilters({ filters, sites, onChange, onReset }: FiltersProps) {
  // Text that is typed but no date yet lives in the fields; a reset takes that away too.
  const [resets, setResets] = useState(0);
  const chips = chipsOf(filters, sites ?? []);
  const reset = () => {
    setResets(resets + 1);
    onReset();
  };
  return (
    <section aria-label={t('rounds.filters')} className={styles.filters} data-print="chips">
      <div className={styles.row} key={resets}>
        {sites !== undefined && (
          <Combobox
            className={styles.site}
            label={t('rounds.site')}
            options={sites.map((site) =>
              site.value === '' ? { ...site, label: translate(site.label) } : site,
            )}
            value={filters.site}
            onValueChange={(site) => onChange({ site })}
          />
        )}
        <DateRange filters={filters} onChange={onChange} />
        <GuardSearch
          className={styles.search}
          text={filters.searchText}
          onChange={(searchText) => onChange({ searchText }, true)}
        />
        <Button className={styles.reset} icon={<IconRotate2 size={16} aria-hidden />} onClick={reset}>
          {t('rounds.reset')}
        </Button>
      </div>
      {chips.length > 0 && (
        <ul className={styles.chips} aria-label={t('rounds.activeFilters')}>
          {chips.map(({ id, name, value, cleared }) => (
            <li key={id}>
              <Chip name={name} value={value} onRemove={() => onChange(cleared)} />
            </li>
          ))}
        </ul>
      )}
    </section>
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
