import { auditActionNames, auditSubjects } from '@watchpost/domain/audit-actions';
import { t } from '../../lib/labels.ts';
import { DateRangeFields } from '../../reports/date-range-fields.tsx';
import { datesChip, type FilterChip, removable, searchChip } from '../../reports/filter-chips.ts';
import { NameSearch } from '../../reports/name-search.tsx';
import { ReportFilters } from '../../reports/report-filters.tsx';
import layout from '../../reports/report-filters.module.css';
import { ZoneField } from '../../lib/rounds/zone-field.tsx';
import { Combobox } from '../../ui/fields/combobox.tsx';
import { SelectField } from '../../ui/fields/select-field.tsx';
import { useAuditActors } from './audit-log.api.ts';
import type { AuditFilters } from './audit-search.ts';
import { actionText, subjectText } from './audit-texts.ts';

interface FiltersProps {
  readonly filters: AuditFilters;
  /** `isTyping` changes follow one another and leave no steps in the history. */
  readonly onChange: (change: Partial<AuditFilters>, isTyping?: boolean) => void;
  readonly onReset: () => void;
}

export function AuditLogFilters({ filters, onChange, onReset }: FiltersProps) {
  const chips = chipsOf(filters, useAuditActors().data?.data ?? []);
  return (
    <ReportFilters
      onReset={onReset}
      chips={removable(chips, onChange)}
      search={
        <NameSearch
          label={t('audit.search')}
          placeholder={t('audit.searchPlaceholder')}
          text={filters.searchText}
          onChange={onChange}
        />
      }
    >
      <Choices filters={filters} onChange={onChange} />
      <DateRangeFields dates={filters} onChange={onChange} />
      <ZoneField
        className={layout.zone}
        zone={filters.zone}
        siteZones={[]}
        hasSites={false}
        onChange={onChange}
      />
    </ReportFilters>
  );
}

type Actors = readonly { readonly id: string; readonly name: string }[];

function chipsOf(filters: AuditFilters, actors: Actors): FilterChip<AuditFilters>[] {
  const { actor, action, subjectType, subjectId, searchText } = filters;
  const one = (id: keyof AuditFilters, name: string, value: string) =>
    filters[id] === '' ? [] : [{ id, name, value, cleared: { [id]: '' } }];
  return [
    ...one('actor', t('audit.actor'), actors.find(({ id }) => id === actor)?.name ?? '…'),
    ...one('action', t('audit.action'), actionText(action)),
    ...one('subjectType', t('audit.subjectType'), subjectText(subjectType)),
    ...datesChip(filters),
    ...searchChip(searchText),
    ...one('subjectId', t('audit.record'), subjectId),
  ];
}

function Choices({ filters, onChange }: Pick<FiltersProps, 'filters' | 'onChange'>) {
  const actors = useAuditActors().data?.data ?? [];
  const people = actors.map(({ id, name }) => ({ value: id, label: name }));
  const actions = auditActionNames.map((action) => ({ value: action, label: actionText(action) }));
  const subjects = auditSubjects.map((subject) => ({ value: subject, label: subjectText(subject) }));
  return (
    <>
      <Combobox
        className={layout.choice}
        label={t('audit.actor')}
        options={[{ value: '', label: t('audit.anyone') }, ...people]}
        value={filters.actor}
        onValueChange={(actor) => onChange({ actor })}
      />
      <Combobox
        className={layout.choice}
        label={t('audit.action')}
        options={[{ value: '', label: t('audit.anyAction') }, ...actions]}
        value={filters.action}
        onValueChange={(action) => onChange({ action })}
      />
      <SelectField
        className={layout.choice}
        label={t('audit.subjectType')}
        options={[{ value: '', label: t('audit.anything') }, ...subjects]}
        value={filters.subjectType}
        onValueChange={(subjectType) => onChange({ subjectType })}
      />
    </>
  );
}
