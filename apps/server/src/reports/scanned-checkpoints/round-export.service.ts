// The scanned report as a file: every checkpoint of every round of the filter, read a little at a time.
import { byRound } from '@watchpost/domain/by-round';
import { percentageOf } from '@watchpost/domain/round-status';
import type { SiteScope } from '../../platform/access/caller.ts';
import type { FileClock } from '../../platform/exports/report-zone.queries.ts';
import { findFormerIds } from '../../platform/managed-records/former-ids.queries.ts';
import { oneAhead } from '../../platform/tables-out/one-ahead.ts';
import type { Cell, Column, RowChunks } from '../../platform/tables-out/table.ts';
import {
  type PastCheckpoint,
  checkpointAt,
  findPastCheckpoints,
} from '../../records/past-names/past-checkpoints.queries.ts';
import type { RoundCursor } from './round-cursor.ts';
import {
  type CountedScan,
  type FoundRouteVersion,
  type ImportedRound,
  findCountedScans,
  findImportedRounds,
  findRouteVersions,
  hasImportedRounds,
} from './round-details.queries.ts';
import type { RoundFilter } from './round-query.queries.ts';
import { checkpointRowsOf, checkpointsOf } from './round-timeline.service.ts';
import { type FoundRound, findPortion } from './scanned-checkpoints.queries.ts';

/** The 18 columns in the order and spelling of R7.4. */
export const scannedReportColumns: readonly Column[] = [
  { header: 'Patrolling ID', kind: 'text', width: 38 },
  { header: 'Employeed ID', kind: 'text', width: 14 },
  { header: 'Name', kind: 'text', width: 24 },
  { header: 'Total Checkpoint', kind: 'number', width: 16 },
  { header: 'Scanned Checkpoint', kind: 'number', width: 18 },
  { header: 'Percentage', kind: 'number', width: 12 },
  { header: 'Scanned Start Time', kind: 'date', width: 20 },
  { header: 'Scanned End Time', kind: 'date', width: 20 },
  { header: 'Site Name', kind: 'text', width: 28 },
  { header: 'Checkpoint ID', kind: 'text', width: 38 },
  { header: 'Checkpoint Name', kind: 'text', width: 28 },
  { header: 'Scanned Time', kind: 'date', width: 20 },
  { header: 'CheckPoint Latitude', kind: 'number', width: 18, format: '0.000000' },
  { header: 'CheckPoint Longitude', kind: 'number', width: 18, format: '0.000000' },
  { header: 'Scannedpoint Latitude', kind: 'number', width: 18, format: '0.000000' },
  { header: 'Scannedpoint Longitude', kind: 'number', width: 18, format: '0.000000' },
  { header: 'Checked', kind: 'text', width: 12 },
  { header: 'Activated', kind: 'text', width: 12 },
];

/** Behind them in files of tenants that imported rounds, and in no others. */
const formerColumns: readonly Column[] = [
  { header: 'Former Patrolling ID', kind: 'text', width: 26 },
  { header: 'Former Checkpoint ID', kind: 'text', width: 26 },
];

export async function reportColumns(scope: SiteScope): Promise<readonly Column[]> {
  return (await hasImportedRounds(scope))
    ? [...scannedReportColumns, ...formerColumns]
    : scannedReportColumns;
}

/** Of the columns, the last ones. */
const columnsOfCheckpoint = 9;

/** What stays the same from round to round and is read once. */
class Known {
  readonly versions = new Map<string, FoundRouteVersion>();
  readonly checkpoints = new Map<string, PastCheckpoint>();
  readonly formerIds = new Map<string, string>();

  async learn(scope: SiteScope, { rounds, scans, imported }: Portion): Promise<void> {
    const missing = new Set<string>();
    const seen = new Set<string>();
    for (const { id, routeVersionId } of rounds) {
      if (routeVersionId === null) {
        for (const { checkpointId } of scans.get(id) ?? []) if (checkpointId !== null) seen.add(checkpointId);
      } else if (!this.versions.has(routeVersionId)) missing.add(routeVersionId);
    }
    for (const version of await findRouteVersions(scope, [...missing])) {
      this.versions.set(version.id, version);
      for (const checkpoint of version.checkpoints) seen.add(checkpoint.checkpointId);
    }
    const unknown = [...seen].filter((id) => !this.checkpoints.has(id));
    for (const checkpoint of await findPastCheckpoints(scope, unknown))
      this.checkpoints.set(checkpoint.checkpointId, checkpoint);
    if (imported === null) return;
    for (const [id, formerId] of await findFormerIds(scope, unknown)) this.formerIds.set(id, formerId);
  }
}

/** A portion of rounds, and the scans of each. */
interface Portion {
  readonly rounds: readonly FoundRound[];
  readonly scans: ReadonlyMap<string, readonly CountedScan[]>;
  /** Of those of the rounds that were imported; null where the tenant imported none. */
  readonly imported: ReadonlyMap<string, ImportedRound> | null;
}

/** How a file of the report is written. */
export interface Written {
  /** From findTotals. */
  readonly asOf: number;
  readonly clock: FileClock;
}

/** Rows of the export in the report's order; the database reads a portion while the one before is written. */
export async function* scannedReportRows(
  scope: SiteScope,
  filter: RoundFilter,
  { asOf, clock }: Written,
): RowChunks {
  const known = new Known();
  for await (const portion of oneAhead(portions(scope, filter, asOf, known)))
    yield portion.rounds.flatMap((round) => cellsOf(round, portion, { known, clock }));
}

async function* portions(
  scope: SiteScope,
  filter: RoundFilter,
  asOf: number,
  known: Known,
): AsyncGenerator<Portion> {
  const hasImported = await hasImportedRounds(scope);
  for await (const rounds of roundsInPortions(scope, filter, asOf)) {
    const ids = rounds.map(({ id }) => id);
    const scans = byRound(await findCountedScans(scope, ids));
    const portion = { rounds, scans, imported: hasImported ? await findImportedRounds(scope, ids) : null };
    await known.learn(scope, portion);
    yield portion;
  }
}

function cellsOf(
  round: FoundRound,
  { scans: allScans, imported }: Portion,
  { known, clock }: { readonly known: Known; readonly clock: FileClock },
): Cell[][] {
  const at = (atMs: number | null) => clock.at(atMs, round.siteTimeZone);
  const scans = allScans.get(round.id) ?? [];
  const version = round.routeVersionId === null ? null : (known.versions.get(round.routeVersionId) ?? null);
  const knownOf = (id: string) => {
    const checkpoint = known.checkpoints.get(id);
    return checkpoint === undefined ? undefined : checkpointAt(checkpoint, round.startedAtMs);
  };
  const checkpoints = checkpointsOf(version, scans, knownOf);
  const rows = checkpointRowsOf(checkpoints, scans, (id) => knownOf(id)?.isActivated ?? false);
  const name = round.lastName === '' ? round.firstName : `${round.firstName} ${round.lastName}`;
  const percentage = percentageOf(round.scannedCheckPoints, round.totalCheckPoints);
  const ofRound = [
    round.id,
    round.employeeId,
    name,
    round.totalCheckPoints,
    round.scannedCheckPoints,
    percentage,
    at(round.startedAtMs),
    at(round.endedAtMs),
    round.siteName,
  ];
  const formerCells = (checkpointId: string | null): Cell[] =>
    imported === null
      ? []
      : [imported.get(round.id)?.formerId ?? null, known.formerIds.get(checkpointId ?? '') ?? null];
  // A round that the report lists is in its file, whatever is known of it.
  if (rows.length === 0)
    return [[...ofRound, ...Array.from({ length: columnsOfCheckpoint }, () => null), ...formerCells(null)]];
  return rows.map((row) => [
    ...ofRound,
    row.id,
    row.checkPointName,
    at(row.scannedTime),
    row.checkPointLatitude,
    row.checkPointLongitude,
    row.scannedPointLatitude,
    row.scannedPointLongitude,
    row.checked ? 'Scanned' : 'Missed',
    row.activated ? 'Yes' : 'No',
    ...formerCells(row.id),
  ]);
}

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
