// The active filters in words, each with the change that takes it away: pure.
import type { DropdownEntry } from '@watchpost/contract/session';
import { t } from '../../lib/labels.ts';
import { datesChip, type FilterChip, searchChip, siteChip } from '../../reports/filter-chips.ts';
import { narrowingChips } from '../../reports/narrowing.ts';
import { doubtChoices, type ReportFilters } from './report-search.ts';
import { doubtWords } from '../../lib/rounds/trust-words.ts';

export function chipsOf(
  filters: ReportFilters,
  sites: readonly DropdownEntry[],
): FilterChip<ReportFilters>[] {
  const doubt = doubtChoices.find((known) => known === filters.doubt);
  return [
    ...siteChip(filters.site, sites),
    ...datesChip(filters),
    ...searchChip(filters.searchText),
    ...(doubt === undefined
      ? []
      : [{ id: 'doubt', name: t('trust.filter'), value: doubtWords(doubt), cleared: { doubt: '' } }]),
    ...narrowingChips(filters),
  ];
}
