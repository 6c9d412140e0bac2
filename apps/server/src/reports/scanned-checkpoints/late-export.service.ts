// Rounds of which something was sent late as a file: the columns of the report are given, and say nothing of it (TRUTH-04).
import type { SiteScope } from '../../platform/access/caller.ts';
import type { FileClock } from '../../platform/exports/report-zone.queries.ts';
import type { Cell, Column, RowChunks } from '../../platform/tables-out/table.ts';
import { findLateRounds, type LateRoundRow } from './late-rounds.queries.ts';
import type { RoundFilter } from './round-filter.ts';
import type { Written } from './round-export.service.ts';
import type { FoundRound } from './round-rows.queries.ts';
import { roundsInPortions } from './rounds-in-portions.ts';

export const lateColumns: readonly Column[] = [
  { header: 'Patrolling ID', kind: 'text', width: 38 },
  { header: 'Site Name', kind: 'text', width: 28 },
  { header: 'Name', kind: 'text', width: 24 },
  { header: 'Scanned Start Time', kind: 'date', width: 20 },
  { header: 'Sent Late, Arrived', kind: 'date', width: 20 },
  { header: 'Hours Late', kind: 'number', width: 12 },
  { header: 'Tour', kind: 'text', width: 24 },
  { header: 'Due At', kind: 'date', width: 20 },
  { header: 'Due Round', kind: 'text', width: 14 },
  { header: 'Accepted By', kind: 'text', width: 24 },
  { header: 'Accepted', kind: 'date', width: 20 },
  { header: 'Why It Counts', kind: 'text', width: 40 },
];

/** The filter narrowed to them, unless it asks for another doubt already. */
export const withLate = (filter: RoundFilter): RoundFilter =>
  filter.doubt === undefined || filter.doubt === 'any' ? { ...filter, doubt: 'sentLate' } : filter;

export async function countLateRounds(scope: SiteScope, filter: RoundFilter, asOf: number): Promise<number> {
  let count = 0;
  for await (const rounds of roundsInPortions(scope, filter, asOf)) {
    count += (await findLateRounds(scope, idsOf(rounds))).size;
  }
  return count;
}

/** In the report's order. */
export async function* lateRoundRows(
  scope: SiteScope,
  filter: RoundFilter,
  { asOf, clock }: Written,
): RowChunks {
  for await (const rounds of roundsInPortions(scope, filter, asOf)) {
    const late = await findLateRounds(scope, idsOf(rounds));
    yield rounds.flatMap((round) => {
      const row = late.get(round.id);
      return row === undefined ? [] : [cellsOf(round, row, clock)];
    });
  }
}

const idsOf = (rounds: readonly FoundRound[]): string[] => rounds.map(({ id }) => id);
const hourMs = 3_600_000;

function cellsOf(round: FoundRound, late: LateRoundRow, clock: FileClock): Cell[] {
  const at = (atMs: number | null) => clock.at(atMs, round.siteTimeZone);
  return [
    round.id,
    round.siteName,
    `${round.firstName} ${round.lastName}`.trim(),
    at(round.startedAtMs),
    at(late.arrivedAtMs),
    Math.floor((late.arrivedAtMs - round.startedAtMs) / hourMs),
    late.tourName,
    at(late.dueAtMs),
    late.status === null ? '' : statusNames[late.status],
    late.acceptedBy,
    at(late.acceptedAtMs),
    late.acceptance,
  ];
}

const statusNames = {
  due: 'Due',
  late: 'Late',
  missed: 'Missed',
  inProgress: 'Inprogress',
  completed: 'Completed',
  incompleted: 'Incompleted',
  excused: 'Excused',
} as const;
