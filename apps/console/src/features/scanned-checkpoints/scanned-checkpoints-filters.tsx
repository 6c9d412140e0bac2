import type { DropdownEntry } from '@watchpost/contract/session';
import { t } from '../../lib/labels.ts';
import { DateRangeFields } from '../../reports/date-range-fields.tsx';
import { removable, wholeText } from '../../reports/filter-chips.ts';
import { NameSearch } from '../../reports/name-search.tsx';
import { ReportFilters } from '../../reports/report-filters.tsx';
import { ZoneField } from '../../lib/rounds/zone-field.tsx';
import { SiteChoice } from '../../reports/site-choice.tsx';
import styles from '../../reports/report-filters.module.css';
import { SelectField } from '../../ui/fields/select-field.tsx';
import { chipsOf } from './filter-chips.ts';
import { flagChoices, type ReportFilters as Filters } from './report-search.ts';
import { flagText } from '../../lib/rounds/trust-texts.ts';

interface FiltersProps {
  readonly filters: Filters;
  /** Undefined for anyone who sees one site only. */
  readonly sites: readonly DropdownEntry[] | undefined;
  /** Of the rounds on screen. */
  readonly siteZones: readonly string[];
  /** `isTyping` changes follow one another and leave no steps in the history. */
  readonly onChange: (change: Partial<Filters>, isTyping?: boolean) => void;
  readonly onReset: () => void;
}

export function ScannedCheckpointsFilters({ filters, sites, siteZones, onChange, onReset }: FiltersProps) {
  return (
    <ReportFilters
      onReset={onReset}
      chips={removable(chipsOf(filters, sites ?? []), onChange)}
      paperLines={wholeText(filters, sites)}
      search={
        <NameSearch
          label={t('rounds.search')}
          placeholder={t('rounds.searchPlaceholder')}
          text={filters.searchText}
          onChange={onChange}
        />
      }
    >
      <SiteChoice site={filters.site} onChange={onChange} />
      <DateRangeFields dates={filters} onChange={onChange} />
      <ZoneField className={styles.zone} zone={filters.zone} siteZones={siteZones} onChange={onChange} />
      <SelectField
        className={styles.zone}
        label={t('trust.filter')}
        value={filters.doubt}
        options={[
          { value: '', label: t('trust.anyRound') },
          ...flagChoices.map((flag) => ({ value: flag, label: flagText(flag) })),
        ]}
        onValueChange={(flag) => onChange({ doubt: flag })}
      />
    </ReportFilters>
  );
}
