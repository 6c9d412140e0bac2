// The whole report, a little at a time: for files of it, which may be of any size.
import type { SiteScope } from '../../platform/access/caller.ts';
import type { RoundCursor } from './round-cursor.ts';
import type { RoundFilter } from './round-filter.ts';
import { findPortion } from './round-portions.queries.ts';
import type { FoundRound } from './round-rows.queries.ts';

/** Rounds read at once: few enough that other requests are served in between. */
const roundsAtOnce = 100;

const lowestId = '00000000-0000-0000-0000-000000000000';
const highestId = 'ffffffff-ffff-ffff-ffff-ffffffffffff';

/** Rounds of the filter in the report's order; those that arrive in the meantime are left out. `asOf` from findTotals. */
export async function* roundsInPortions(
  scope: SiteScope,
  filter: RoundFilter,
  asOf: number,
  atOnce = roundsAtOnce,
): AsyncGenerator<readonly FoundRound[]> {
  const { isAscending } = filter;
  let cursor: RoundCursor = {
    side: 'from',
    startedAtMs: isAscending ? 0 : Number.MAX_SAFE_INTEGER,
    id: isAscending ? lowestId : highestId,
    offset: 0,
    asOf,
  };
  for (;;) {
    const rows = await findPortion(scope, filter, cursor, atOnce);
    const last = rows.at(-1);
    if (last === undefined) return;
    yield rows;
    cursor = { side: 'after', startedAtMs: last.startedAtMs, id: last.id, offset: 0, asOf };
  }
}
