// What narrows a list of records, in words, each with the names of the address that it takes away: pure.
import { dateFormats } from '@watchpost/domain/limits';
import { statusFilters } from '@watchpost/domain/managed-records';
import dayjs from 'dayjs';
import { t } from '../lib/labels.ts';
import { viewerZone } from '../lib/viewer-zone.ts';
import { zoneText } from '../lib/rounds/zone-field.tsx';
import { type RecordSearch, zoneName, zoneOf } from './record-search.ts';

export interface RecordChip {
  /** Names of the filters that it takes away. */
  readonly cleared: readonly string[];
  readonly name: string;
  readonly value: string;
  /** Of a filter in the second row of fields, of one without any, or of one whose field is always in view. */
  readonly place?: 'more' | 'unfielded' | 'paper';
}

type Filters = RecordSearch['filters'];

/** What the choice of one field comes to; nothing where the address holds no known value of it. */
export function choiceChip<Value extends string>(
  name: string,
  words: string,
  value: Value | undefined,
  wordsOf: (value: Value) => string,
): RecordChip[] {
  return value === undefined ? [] : [{ cleared: [name], name: words, value: wordsOf(value) }];
}

/** Of days alone, each end by itself as its field sets it. */
export function dayChips(
  filters: Filters,
  words: { readonly from: string; readonly to: string },
): RecordChip[] {
  return (['from', 'to'] as const).flatMap((end) =>
    choiceChip(end, words[end], filters[end], dayWords).map((chip) => ({ ...chip, place: 'more' as const })),
  );
}

export const dayWords = (day: string): string => dayjs(day).format(dateFormats.filter);

/** Whom a link narrowed the list to, by number alone. */
export const guardChip = ({ guard }: Filters): RecordChip[] =>
  choiceChip('guard', t('narrow.guard'), guard, () => t('narrow.one')).map((chip) => ({
    ...chip,
    place: 'unfielded',
  }));

/** Another zone than the viewer's own, by which days and times go. */
export function zoneChip(filters: Filters): RecordChip[] {
  const zone = zoneOf(filters);
  return zone === '' || zone === viewerZone() ? [] : choiceChip(zoneName, t('rounds.zone'), zone, zoneText);
}

/** What every list can be narrowed by. */
export function commonChips({
  searchText,
  status,
}: Pick<RecordSearch, 'searchText' | 'status'>): RecordChip[] {
  const search = {
    cleared: ['searchText'],
    name: t('records.search'),
    value: searchText,
    place: 'paper',
  } as const;
  const state = statusFilters.find((known) => known === status && known !== 'all');
  return [
    ...(searchText === '' ? [] : [search]),
    ...choiceChip('status', t('records.status'), state, (value) => t(`records.status.${value}`)),
  ];
}
