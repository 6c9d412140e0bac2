import { dutyStates } from '@watchpost/domain/duty-sessions';
import { t } from '../../lib/labels.ts';
import { DateRangeFields } from '../../reports/date-range-fields.tsx';
import { NameSearch } from '../../reports/name-search.tsx';
import { ReportFilters } from '../../reports/report-filters.tsx';
import placed from '../../reports/report-filters.module.css';
import { SiteChoice } from '../../reports/site-choice.tsx';
import { SelectField } from '../../ui/fields/select-field.tsx';
import type { LoginFilters } from './login-search.ts';

interface FiltersProps {
  readonly filters: LoginFilters;
  /** `isTyping` changes follow one another and leave no steps in the history. */
  readonly onChange: (change: Partial<LoginFilters>, isTyping?: boolean) => void;
  readonly onReset: () => void;
}

export function LoginLogoutFilters({ filters, onChange, onReset }: FiltersProps) {
  return (
    <ReportFilters
      values={[filters.site, filters.status, filters.from, filters.to]}
      onReset={onReset}
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
      <SelectField
        className={placed.choice}
        label={t('rounds.status')}
        options={[
          { value: '', label: t('logins.anyStatus') },
          ...dutyStates.map((state) => ({ value: state, label: t(`logins.status.${state}`) })),
        ]}
        value={filters.status}
        onValueChange={(value) => onChange({ status: dutyStates.find((state) => state === value) ?? '' })}
      />
      <DateRangeFields dates={filters} onChange={onChange} />
    </ReportFilters>
  );
}
