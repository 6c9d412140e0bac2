// The active filters of a report in words, each with the change that takes it away: pure.
import type { DropdownEntry } from '@watchpost/contract/session';
import { dateFormats } from '@watchpost/domain/limits';
import dayjs from 'dayjs';
import { t } from '../lib/labels.ts';
import type { Dates } from './dates.ts';

export interface FilterChip<Filters> {
  readonly id: string;
  readonly name: string;
  readonly value: string;
  readonly cleared: Partial<Filters>;
}

/** As ReportFilters shows them. */
export const removable = <Filters>(
  chips: readonly FilterChip<Filters>[],
  onChange: (change: Partial<Filters>) => void,
) => chips.map(({ cleared, ...chip }) => ({ ...chip, onRemove: () => onChange(cleared) }));

export function siteChip(site: string, sites: readonly DropdownEntry[]): FilterChip<{ site: string }>[] {
  if (site === '') return [];
  const value = sites.find((known) => known.value === site)?.label ?? t('rounds.otherSite');
  return [{ id: 'site', name: t('rounds.site'), value, cleared: { site: '' } }];
}

const day = (date: string): string => dayjs(date).format(dateFormats.filter);

/** Half a date range, or one that runs backwards, filters nothing and makes no chip. */
export function datesChip({ from, to }: Dates): FilterChip<Dates>[] {
  if (from === '' || to === '' || from > to) return [];
  const value = from === to ? day(from) : t('rounds.dateSpan', { from: day(from), to: day(to) });
  return [{ id: 'dates', name: t('rounds.dates'), value, cleared: { from: '', to: '' } }];
}

export function searchChip(searchText: string): FilterChip<{ searchText: string }>[] {
  if (searchText === '') return [];
  return [{ id: 'searchText', name: t('rounds.searchChip'), value: searchText, cleared: { searchText: '' } }];
}

/** What a report holds whole: sites where several may be seen, and days. */
export function wholeText(
  { site, ...dates }: Dates & { readonly site: string },
  sites: readonly DropdownEntry[] | undefined,
): string[] {
  return [
    ...(sites === undefined || site !== '' ? [] : [t('shell.allSites')]),
    ...(datesChip(dates).length > 0 ? [] : [t('rounds.allDays')]),
  ];
}
