// The active filters in words, each with the change that takes it away: pure.
import type { DropdownEntry } from '@watchpost/contract/session';
import { t } from '../../lib/labels.ts';
import { datesChip, type FilterChip, searchChip, siteChip } from '../../reports/filter-chips.ts';
import { narrowingChips } from '../../reports/narrowing.ts';
import { flagChoices, type ReportFilters } from './report-search.ts';
import { flagText } from '../../lib/rounds/trust-texts.ts';

export function chipsOf(
  filters: ReportFilters,
  sites: readonly DropdownEntry[],
): FilterChip<ReportFilters>[] {
  const flag = flagChoices.find((known) => known === filters.doubt);
  return [
    ...siteChip(filters.site, sites),
    ...datesChip(filters),
    ...searchChip(filters.searchText),
    ...(flag === undefined
      ? []
      : [{ id: 'doubt', name: t('trust.filter'), value: flagText(flag), cleared: { doubt: '' } }]),
    ...narrowingChips(filters),
  ];
}
