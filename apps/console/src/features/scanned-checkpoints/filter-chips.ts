// The active filters in words, each with the change that takes it away: pure.
import type { DropdownEntry } from '@watchpost/contract/session';
import { dateFormats } from '@watchpost/domain/limits';
import dayjs from 'dayjs';
import { t } from '../../lib/labels.ts';
import { narrowingChips } from '../../reports/narrowing.ts';
import { doubtChoices, type ReportFilters } from './report-search.ts';
import { doubtWords } from '../../lib/rounds/trust-words.ts';

export interface FilterChip {
  readonly id: string;
  readonly name: string;
  readonly value: string;
  readonly cleared: Partial<ReportFilters>;
}

const day = (date: string): string => dayjs(date).format(dateFormats.filter);

/** Half a date range, or one that runs backwards, filters nothing and makes no chip. */
export function chipsOf(filters: ReportFilters, sites: readonly DropdownEntry[]): FilterChip[] {
  const { site, from, to, searchText } = filters;
  const siteName = sites.find(({ value }) => value === site)?.label ?? t('rounds.otherSite');
  const chips: FilterChip[] = [];
  if (site !== '') chips.push({ id: 'site', name: t('rounds.site'), value: siteName, cleared: { site: '' } });
  if (from !== '' && to !== '' && from <= to) {
    const value = from === to ? day(from) : t('rounds.dateSpan', { from: day(from), to: day(to) });
    chips.push({ id: 'dates', name: t('rounds.dates'), value, cleared: { from: '', to: '' } });
  }
  if (searchText !== '') {
    chips.push({
      id: 'searchText',
      name: t('rounds.searchChip'),
      value: searchText,
      cleared: { searchText: '' },
    });
  }
  const doubt = doubtChoices.find((known) => known === filters.doubt);
  if (doubt !== undefined) {
    chips.push({ id: 'doubt', name: t('trust.filter'), value: doubtWords(doubt), cleared: { doubt: '' } });
  }
  return [...chips, ...narrowingChips(filters)];
}
