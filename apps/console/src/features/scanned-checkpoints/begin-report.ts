// The report's first request leaves while the page is drawn, not after.
import type { QueryClient } from '@tanstack/react-query';
import { dateProblem } from '../../reports/dates.ts';
import { readSearch } from './report-search.ts';
import { roundAddress } from './round-address.ts';
import { preloadRounds } from './scanned-checkpoints.api.ts';
import { whenDelayIsOver } from './use-delayed-load.ts';

/** Asks for the page of rounds that the address names, 200 ms after it was opened (REP-09), if it is still there then. */
export function beginReport(client: QueryClient): void {
  whenDelayIsOver(() => {
    const [path = '', query = ''] = window.location.hash.slice(1).split('?');
    if (!roundAddress.isList(path)) return;
    const search = readSearch(Object.fromEntries(new URLSearchParams(query)));
    if (dateProblem(search) !== 'fromAfterTo') preloadRounds(client, search);
  });
}
