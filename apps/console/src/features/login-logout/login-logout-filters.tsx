import type { DropdownEntry } from '@watchpost/contract/session';
import { dutyStates } from '@watchpost/domain/duty-sessions';
import { useSession } from '../../lib/current-session.ts';
import { t } from '../../lib/labels.ts';
import { DateRangeFields } from '../../reports/date-range-fields.tsx';
import {
  datesChip,
  type FilterChip,
  removable,
  searchChip,
  siteChip,
  wholeText,
} from '../../reports/filter-chips.ts';
import { NameSearch } from '../../reports/name-search.tsx';
import { ReportFilters } from '../../reports/report-filters.tsx';
import placed from '../../reports/report-filters.module.css';
import { ZoneField } from '../../lib/rounds/zone-field.tsx';
import { SiteChoice } from '../../reports/site-choice.tsx';
import { SelectField } from '../../ui/fields/select-field.tsx';
import { idsIn, type LoginFilters } from './login-search.ts';

interface FiltersProps {
  readonly filters: LoginFilters;
  /** Of the sessions on screen. */
  readonly siteZones: readonly (string | null)[];
  /** `isTyping` changes follow one another and leave no steps in the history. */
  readonly onChange: (change: Partial<LoginFilters>, isTyping?: boolean) => void;
  readonly onReset: () => void;
}

export function LoginLogoutFilters({ filters, siteZones, onChange, onReset }: FiltersProps) {
  const sites = useSession((session) => session.sites());
  const chips = chipsOf(filters, sites ?? []);
  return (
    <ReportFilters
      onReset={onReset}
      chips={removable(chips, onChange)}
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
      <SiteChoice site={filters.site} onChange={({ site }) => onChange({ site, apartFrom: '' })} />
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
      <ZoneField className={placed.zone} zone={filters.zone} siteZones={siteZones} onChange={onChange} />
    </ReportFilters>
  );
}

function chipsOf(filters: LoginFilters, sites: readonly DropdownEntry[]): FilterChip<LoginFilters>[] {
  const { site, status, searchText } = filters;
  const name = t('rounds.status');
  return [
    ...siteChip(site, sites),
    ...(status === ''
      ? []
      : [{ id: 'status', name, value: t(`logins.status.${status}`), cleared: { status: '' } as const }]),
    ...datesChip(filters),
    ...searchChip(searchText),
    ...apartChip(filters.apartFrom, sites),
  ];
}

/** The dashboard asks for who is on duty elsewhere than at the sites that it names. */
function apartChip(apartFrom: string, sites: readonly DropdownEntry[]): FilterChip<LoginFilters>[] {
  if (apartFrom === '') return [];
  const names = idsIn(apartFrom).map((id) => {
    const site = sites.find(({ value }) => value === id);
    return site?.label ?? t('rounds.otherSite');
  });
  const name = t('logins.apartFrom');
  return [{ id: 'apartFrom', name, value: names.join(', '), cleared: { apartFrom: '' } }];
}
