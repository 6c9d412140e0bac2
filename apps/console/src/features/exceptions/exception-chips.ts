// What narrows the list of exceptions, in words.
import {
  exceptionAgeStates,
  exceptionKinds,
  exceptionSeverities,
  exceptionStatuses,
} from '@watchpost/domain/exceptions';
import { t } from '../../lib/labels.ts';
import { useUrlSearch } from '../../lib/url-search.ts';
import { choiceChip, dayChips, dayWords, guardChip, type RecordChip } from '../../records/filter-chips.ts';
import { oneOf, readSearch } from '../../records/record-search.ts';
import { useSiteChip } from '../../records/site-filter.tsx';
import { ageText, kindText, severityText, statusText } from './exception-texts.tsx';
import { filterNames, useOwners } from './exceptions.api.ts';

export function useExceptionChips(): RecordChip[] {
  const [raw] = useUrlSearch();
  const { filters } = readSearch(raw, filterNames);
  const site = useSiteChip();
  const owner = useOwnerText();
  const { state, kind, severity, age } = filters;
  const known = oneOf([...exceptionStatuses, 'all'] as const, state);
  return [
    ...choiceChip('state', t('records.status'), known, (value) =>
      value === 'all' ? t('exceptions.all') : statusText(value),
    ),
    ...choiceChip('kind', t('exceptions.kind'), oneOf(exceptionKinds, kind), kindText),
    ...site,
    ...choiceChip('owner', t('exceptions.owner'), filters['owner'], owner),
    ...choiceChip('severity', t('exceptions.severity'), oneOf(exceptionSeverities, severity), severityText),
    ...choiceChip('age', t('exceptions.age'), oneOf(exceptionAgeStates, age), ageText).map(ofMore),
    ...dayChips(filters, dayLabels()),
    ...guardChip(filters),
    ...closedChip(filters),
  ];
}

const ofMore = (chip: RecordChip): RecordChip => ({ ...chip, place: 'more' });

function useOwnerText(): (owner: string) => string {
  const { data } = useOwners('');
  const named: Readonly<Record<string, string>> = { me: t('exceptions.mine'), none: t('exceptions.nobody') };
  return (owner) => named[owner] ?? data?.owners.find(({ id }) => id === owner)?.name ?? t('narrow.one');
}

/** The days of closing, which a figure names; there is no field for them. */
function closedChip({ closedFrom, closedTo }: Readonly<Record<string, string>>): RecordChip[] {
  const days = [closedFrom, closedTo].filter((day) => day !== undefined);
  if (days.length === 0) return [];
  const name = t('exceptions.closedOn');
  const value = days.map(dayWords).join(' – ');
  return [{ cleared: ['closedFrom', 'closedTo'], name, value, place: 'unfielded' }];
}

export const dayLabels = () => ({ from: t('exceptions.from'), to: t('exceptions.to') });
