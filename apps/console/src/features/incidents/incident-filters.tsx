import { incidentStages } from '@watchpost/contract/incidents';
import { incidentSeverities, incidentStatuses, incidentTypes } from '@watchpost/domain/incidents';
import { t } from '../../lib/labels.ts';
import { DayFilters } from '../../records/day-filters.tsx';
import { MoreFilters } from '../../records/filter-fold.tsx';
import { type FilterProps, setAmong } from '../../records/record-search.ts';
import { SiteSelect } from '../../records/site-filter.tsx';
import { SelectField } from '../../ui/fields/select-field.tsx';
import { dayLabels } from './incident-chips.ts';
import { severityText, stageText, statusText, typeWords } from './incident-texts.tsx';
import { usePeople } from './incidents.api.ts';
import styles from './incidents.module.css';

const all = () => ({ value: '', label: t('incidents.all') });

/** On the board the columns are the statuses. */
export function IncidentFilters({ filters, onChange, isBoard }: FilterProps & { readonly isBoard: boolean }) {
  const select = (name: string, label: string, options: readonly { value: string; label: string }[]) => (
    <SelectField
      className={styles.filter}
      label={label}
      value={filters[name] ?? ''}
      options={[all(), ...options]}
      onValueChange={(value) => onChange(name, value)}
    />
  );
  return (
    <>
      <SiteSelect
        className={styles.filter}
        site={filters['site'] ?? ''}
        onChange={(site) => onChange('site', site)}
      />
      {!isBoard &&
        select('state', t('incidents.status'), [
          ...incidentStatuses.map((value) => ({ value, label: statusText(value) })),
          ...incidentStages.map((value) => ({ value, label: stageText(value) })),
        ])}
      {select(
        'severity',
        t('incidents.severity'),
        incidentSeverities.map((value) => ({ value, label: severityText(value) })),
      )}
      {select(
        'type',
        t('incidents.type'),
        incidentTypes.map((value) => ({ value, label: typeWords(value) })),
      )}
      <AssigneeFilter filters={filters} onChange={onChange} />
      <MoreFilters count={setAmong(filters, ['from', 'to'])}>
        <DayFilters filters={filters} onChange={onChange} words={dayLabels()} />
      </MoreFilters>
    </>
  );
}

function AssigneeFilter({ filters, onChange }: FilterProps) {
  const { data } = usePeople('');
  const people = (data?.assignees ?? []).map(({ id, name }) => ({ value: id, label: name }));
  return (
    <SelectField
      className={styles.filter}
      label={t('incidents.assignee')}
      value={filters['assignee'] ?? ''}
      options={[all(), { value: 'none', label: t('incidents.nobody') }, ...people]}
      onValueChange={(value) => onChange('assignee', value)}
    />
  );
}
