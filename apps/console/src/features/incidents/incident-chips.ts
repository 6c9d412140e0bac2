// What narrows the list and the board of incidents, in words.
import { incidentStages } from '@watchpost/contract/incidents';
import { incidentSeverities, incidentStatuses, incidentTypes } from '@watchpost/domain/incidents';
import { t } from '../../lib/labels.ts';
import { useUrlSearch } from '../../lib/url-search.ts';
import { choiceChip, dayChips, type RecordChip } from '../../records/filter-chips.ts';
import { readSearch, oneOf } from '../../records/record-search.ts';
import { useSiteChip } from '../../records/site-filter.tsx';
import { readNarrowing, windowChip } from '../../reports/narrowing.ts';
import { severityText, stageText, statusText, typeWords } from './incident-texts.tsx';
import { filterNames, usePeople } from './incidents.api.ts';

/** The status is that of the columns on the board, and no filter there. */
export function useIncidentChips({ isBoard }: { readonly isBoard: boolean }): RecordChip[] {
  const [raw] = useUrlSearch();
  const { filters } = readSearch(raw, filterNames);
  const site = useSiteChip();
  const assignee = useAssigneeText();
  const { state, severity, type } = filters;
  return [
    ...site,
    ...(isBoard ? [] : stateChip(state)),
    ...choiceChip('severity', t('incidents.severity'), oneOf(incidentSeverities, severity), severityText),
    ...choiceChip('type', t('incidents.type'), oneOf(incidentTypes, type), typeWords),
    ...choiceChip('assignee', t('incidents.assignee'), filters['assignee'], assignee),
    ...dayChips(filters, dayLabels()),
    ...momentsChip(filters),
  ];
}

function stateChip(state: string | undefined): RecordChip[] {
  const status = oneOf(incidentStatuses, state);
  const stage = oneOf(incidentStages, state);
  const name = t('incidents.status');
  return [...choiceChip('state', name, status, statusText), ...choiceChip('state', name, stage, stageText)];
}

function useAssigneeText(): (assignee: string) => string {
  const { data } = usePeople('');
  return (assignee) =>
    assignee === 'none'
      ? t('incidents.nobody')
      : (data?.assignees.find(({ id }) => id === assignee)?.name ?? t('narrow.one'));
}

/** The stretch of time that a figure narrowed the list to. */
const momentsChip = (filters: Readonly<Record<string, string>>): RecordChip[] =>
  windowChip(readNarrowing(filters)).map(({ name, value }) => ({
    cleared: ['fromMs', 'toMs'],
    name,
    value,
    place: 'unfielded',
  }));

export const dayLabels = () => ({ from: t('incidents.from'), to: t('incidents.to') });
