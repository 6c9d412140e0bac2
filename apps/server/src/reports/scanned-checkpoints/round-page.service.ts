// A page of the report as its reader sees it: which rows, how many in all, where the neighbours begin.
import type { ListedRound, RoundRow } from '@watchpost/contract/scanned-checkpoints';
import { percentageOf, statusText } from '@watchpost/domain/round-status';
import { type FlagCounts, flagsIn, scoreOfRound } from '@watchpost/domain/trust-score';
import type { SiteScope } from '../../platform/access/caller.ts';
import type { CursorSeal, RoundCursor } from './round-cursor.ts';
import { countScanned, findLateArrivals } from './round-details.queries.ts';
import { type RoundFilter, filterMark } from './round-query.queries.ts';
import {
  type FoundRound,
  type PagedRound,
  countNewer,
  findPage,
  findTotals,
  newerMax,
} from './scanned-checkpoints.queries.ts';

export interface PageRequest {
  /** How the filter's guards were chosen. */
  readonly guards: string;
  readonly offset: number;
  readonly limit: number;
  readonly cursor: string | null;
}

export interface RoundPage {
  readonly rows: readonly PagedRound[];
  readonly count: number;
  readonly offset: number;
  readonly cursor: string | null;
  readonly next: string | null;
  readonly previous: string | null;
  readonly newer: number;
  readonly exportRows: number;
}

/** Throws InvalidInput for a cursor that was altered or belongs to another filter. */
export async function viewPage(
  scope: SiteScope,
  filter: RoundFilter,
  request: PageRequest,
  seal: CursorSeal,
): Promise<RoundPage> {
  const mark = filterMark(filter, request.guards);
  const cursor = request.cursor === null ? null : seal.decode(request.cursor, mark);
  const found = await findPage(scope, filter, cursor ?? { offset: request.offset }, request.limit);
  const totals = found.totals ?? (await findTotals(scope, filter));
  const newer = cursor === null ? 0 : await countNewer(scope, filter, cursor.asOf, totals.asOf);
  // Beyond what is counted the view is old news, and the present total is the truer one.
  const count = newer < newerMax ? totals.rounds - newer : totals.rounds;
  const offset = cursor?.offset ?? request.offset;
  const asOf = cursor?.asOf ?? totals.asOf;
  const at = (side: RoundCursor['side'], round: PagedRound | undefined, rowsBefore: number) =>
    round === undefined
      ? null
      : seal.encode({ side, startedAtMs: round.startedAtMs, id: round.id, offset: rowsBefore, asOf }, mark);
  const rows = await withArrivals(scope, await withScanned(scope, found.rows));
  const end = offset + rows.length;
  return {
    rows,
    count,
    offset,
    cursor: at('from', rows[0], offset),
    next: end < count ? at('after', rows.at(-1), end) : null,
    previous: offset > 0 ? at('before', rows[0], Math.max(0, offset - request.limit)) : null,
    newer,
    exportRows: totals.checkpoints,
  };
}

/** When what was sent late arrived, of the few rounds of which something was. */
async function withArrivals(scope: SiteScope, rows: readonly PagedRound[]): Promise<readonly PagedRound[]> {
  const isLate = ({ doubts }: PagedRound) => doubts?.some(([flag]) => flag === 'sentLate') === true;
  const late = rows.flatMap((row) => (isLate(row) ? [row.id] : []));
  if (late.length === 0) return rows;
  const arrivals = await findLateArrivals(scope, late);
  return rows.map((row) => {
    const lateArrivalAtMs = arrivals.get(row.id);
    return lateArrivalAtMs === undefined ? row : { ...row, lateArrivalAtMs };
  });
}

/** Scans of rounds without a plan are counted here, since nothing else counts them; few pages have such a round. */
async function withScanned(scope: SiteScope, rows: readonly PagedRound[]): Promise<readonly PagedRound[]> {
  const unplanned = rows.flatMap(({ id, totalCheckPoints }) => (totalCheckPoints === null ? [id] : []));
  if (unplanned.length === 0) return rows;
  const scanned = await countScanned(scope, unplanned);
  return rows.map((row) => {
    const scannedCheckPoints = scanned.get(row.id);
    return scannedCheckPoints === undefined ? row : { ...row, scannedCheckPoints };
  });
}

const noFlags: FlagCounts = new Map();

export function toListedRound(round: PagedRound): ListedRound {
  const counts = round.doubts === null ? noFlags : new Map(round.doubts);
  const { lateArrivalAtMs } = round;
  return {
    score: scoreOfRound(counts),
    doubts: flagsIn(counts),
    ...(lateArrivalAtMs === undefined ? {} : { lateArrivalAtMs }),
    ...toRow(round),
  };
}

export function toRow(round: FoundRound): RoundRow {
  return {
    id: round.id,
    employeeId: round.employeeId,
    scannedBy: round.firstName,
    scannedByLastName: round.lastName,
    scannedById: round.guardId,
    totalCheckPoints: round.totalCheckPoints,
    scannedCheckPoints: round.scannedCheckPoints,
    percentage: percentageOf(round.scannedCheckPoints, round.totalCheckPoints),
    scannedStartTime: round.startedAtMs,
    scannedEndTime: round.endedAtMs,
    siteName: round.siteName,
    subAdminId: round.siteId,
    siteTimeZone: round.siteTimeZone,
    statusCode: round.statusCode,
    status: statusText(round.statusCode),
  };
}
