import {
  exceptionAgeStates,
  exceptionKinds,
  exceptionSeverities,
  exceptionStatuses,
} from '@watchpost/domain/exceptions';
import { t } from '../../lib/labels.ts';
import { DayFilters } from '../../records/day-filters.tsx';
import { MoreFilters } from '../../records/filter-fold.tsx';
import { type FilterProps, setAmong } from '../../records/record-search.ts';
import { SiteSelect } from '../../records/site-filter.tsx';
import { SelectField } from '../../ui/fields/select-field.tsx';
import { dayLabels } from './exception-chips.ts';
import { ageText, kindText, severityText, statusText } from './exception-texts.tsx';
import { useOwners } from './exceptions.api.ts';
import styles from './exceptions.module.css';

const all = () => ({ value: '', label: t('exceptions.all') });

export function ExceptionFilters({ filters, onChange }: FilterProps) {
  const select = (name: string, label: string, options: readonly { value: string; label: string }[]) => (
    <SelectField
      className={styles.filter}
      label={label}
      value={filters[name] ?? ''}
      options={options}
      onValueChange={(value) => onChange(name, value)}
    />
  );
  return (
    <>
      {select('state', t('records.status'), [
        { value: '', label: t('exceptions.unsettled') },
        ...exceptionStatuses.map((value) => ({ value, label: statusText(value) })),
        { value: 'all', label: t('exceptions.all') },
      ])}
      {select('kind', t('exceptions.kind'), [
        all(),
        ...exceptionKinds.map((value) => ({ value, label: kindText(value) })),
      ])}
      <SiteSelect
        className={styles.filter}
        site={filters['site'] ?? ''}
        onChange={(site) => onChange('site', site)}
      />
      <OwnerFilter filters={filters} onChange={onChange} />
      {select('severity', t('exceptions.severity'), [
        all(),
        ...exceptionSeverities.map((value) => ({ value, label: severityText(value) })),
      ])}
      <MoreFilters count={setAmong(filters, ['age', 'from', 'to'])}>
        {select('age', t('exceptions.age'), [
          all(),
          ...exceptionAgeStates.map((value) => ({ value, label: ageText(value) })),
        ])}
        <DayFilters filters={filters} onChange={onChange} words={dayLabels()} />
      </MoreFilters>
    </>
  );
}

function OwnerFilter({ filters, onChange }: FilterProps) {
  const { data } = useOwners('');
  const people = (data?.owners ?? []).map(({ id, name }) => ({ value: id, label: name }));
  return (
    <SelectField
      className={styles.filter}
      label={t('exceptions.owner')}
      value={filters['owner'] ?? ''}
      options={[
        all(),
        { value: 'me', label: t('exceptions.mine') },
        { value: 'none', label: t('exceptions.nobody') },
        ...people,
      ]}
      onValueChange={(value) => onChange('owner', value)}
    />
  );
}
