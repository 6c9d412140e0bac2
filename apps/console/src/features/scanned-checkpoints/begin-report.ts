// The report's first request leaves while the page is drawn, not after.
import type { QueryClient } from '@tanstack/react-query';
import { dateProblem } from '../../reports/dates.ts';
import { readSearch } from './report-search.ts';
import { roundAddress } from './round-address.ts';
import { preloadRounds } from './scanned-checkpoints.api.ts';
import { whenDelayIsOver } from './use-delayed-load.ts';

/** How long the first drawing waits for rows: one with them costs less than one without them and another. */
const drawingWaitMs = 60;

/**
 * Asks for the page of rounds that the address names, 200 ms after it was opened (REP-09), if it is still there then.
 * Resolves when the page is to be drawn: with its rows if they were asked for at once and came soon.
 */
export async function beginReport(client: QueryClient): Promise<void> {
  let answer: Promise<void> | undefined;
  whenDelayIsOver(() => {
    const [path = '', query = ''] = window.location.hash.slice(1).split('?');
    if (!roundAddress.isList(path)) return;
    const search = readSearch(Object.fromEntries(new URLSearchParams(query)));
    if (dateProblem(search) !== 'fromAfterTo') answer = preloadRounds(client, search);
  });
  if (answer === undefined) return;
  await Promise.race([answer, new Promise((resolve) => setTimeout(resolve, drawingWaitMs))]);
}
