// What the dashboard looks at: a range of time and a site; in print the same in words (DASH-01).
import { dashboardDaysMax, dashboardRanges } from '@watchpost/domain/dashboard';
import { t } from '../../lib/labels.ts';
import { SiteChoice } from '../../reports/site-choice.tsx';
import { DateField } from '../../ui/fields/date-field.tsx';
import { SelectField } from '../../ui/fields/select-field.tsx';
import { type DashboardSearch, datesProblem } from './dashboard-search.ts';
import styles from './dashboard.module.css';

export const rangeText = (range: DashboardSearch['range']): string =>
  ({
    lastHour: t('dashboard.range.lastHour'),
    last4Hours: t('dashboard.range.last4Hours'),
    currentDay: t('dashboard.range.currentDay'),
    last7Days: t('dashboard.range.last7Days'),
    last15Days: t('dashboard.range.last15Days'),
    last30Days: t('dashboard.range.last30Days'),
    thisMonth: t('dashboard.range.thisMonth'),
    lastMonth: t('dashboard.range.lastMonth'),
    custom: t('dashboard.range.custom'),
  })[range];

interface FiltersProps {
  readonly search: DashboardSearch;
  /** Empty values take a filter away. */
  readonly onChange: (change: Partial<Record<keyof DashboardSearch, string>>) => void;
}

export function DashboardFilters({ search, onChange }: FiltersProps) {
  const { range } = search;
  return (
    <section className={styles.filters} aria-label={t('rounds.filters')} data-print="hide">
      <SelectField
        className={styles.filter}
        label={t('dashboard.range')}
        value={range}
        options={dashboardRanges.map((value) => ({ value, label: rangeText(value) }))}
        onValueChange={(value) => onChange({ range: value, from: '', to: '' })}
      />
      {range === 'custom' && <CustomDates search={search} onChange={onChange} />}
      <SiteChoice site={search.site} onChange={onChange} />
    </section>
  );
}

function CustomDates({ search, onChange }: FiltersProps) {
  const problem = datesProblem(search);
  const texts = {
    missing: null,
    fromAfterTo: t('rounds.fromAfterTo'),
    tooLong: t('dashboard.tooLong', { days: dashboardDaysMax }),
  };
  const error = problem === null ? null : texts[problem];
  return (
    <>
      <DateField
        className={styles.date}
        label={t('rounds.from')}
        value={search.from || null}
        error={error}
        onValueChange={(from) => onChange({ from: from ?? '' })}
      />
      <DateField
        className={styles.date}
        label={t('rounds.to')}
        value={search.to || null}
        onValueChange={(to) => onChange({ to: to ?? '' })}
      />
    </>
  );
}
