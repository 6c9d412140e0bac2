// Further files of the rounds that the report lists: those sent late, their answers and notes, and their evidence.
import type { QueryOf } from '@watchpost/contract/endpoint';
import type { exportDayEvidence, exportReportEvidence } from '@watchpost/contract/evidence';
import type { RemarkAnswer } from '@watchpost/contract/round-remarks';
import { byRound } from '@watchpost/domain/by-round';
import { dayRange } from '@watchpost/domain/time-zone';
import { relatedOptionsOf } from '../../patrol/evidence/related-options.ts';
import { type EvidenceFile, makeEvidenceFile } from '../../patrol/evidence/evidence-file.ts';
import type { Sealing } from '../../patrol/evidence/sealing.ts';
import type { ConsoleCaller, SiteScope } from '../../platform/access/caller.ts';
import { type FileClock, findReportZone } from '../../platform/exports/report-zone.queries.ts';
import { AppError } from '../../platform/http/app-error.ts';
import type { Cell, Column, RowChunks } from '../../platform/tables-out/table.ts';
import { resolveFilter } from './resolve-filter.queries.ts';
import {
  type LateRoundRow,
  type RemarkOfRound,
  countRemarkRows,
  findLateRounds,
  findRemarks,
} from './round-details.queries.ts';
import { type Written, roundsInPortions } from './round-export.service.ts';
import type { RoundFilter } from './round-query.queries.ts';
import { type FoundRound, findSiteZone, findTotals } from './scanned-checkpoints.queries.ts';

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
      return row === undefined ? [] : [lateCellsOf(round, row, clock)];
    });
  }
}

const idsOf = (rounds: readonly FoundRound[]): string[] => rounds.map(({ id }) => id);
const hourMs = 3_600_000;

function lateCellsOf(round: FoundRound, late: LateRoundRow, clock: FileClock): Cell[] {
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

export const remarkColumns: readonly Column[] = [
  { header: 'Site', kind: 'text', width: 28 },
  { header: 'Round', kind: 'text', width: 38 },
  { header: 'Checkpoint', kind: 'text', width: 28 },
  { header: 'Guard', kind: 'text', width: 24 },
  { header: 'Time', kind: 'date', width: 20 },
  { header: 'Question', kind: 'text', width: 40 },
  { header: 'Answer or note', kind: 'text', width: 40 },
];

export async function countRemarks(scope: SiteScope, filter: RoundFilter, asOf: number): Promise<number> {
  let count = 0;
  for await (const rounds of roundsInPortions(scope, filter, asOf)) {
    count += await countRemarkRows(scope, idsOf(rounds));
  }
  return count;
}

/** In the report's order, within a round by time. */
export async function* remarkRows(
  scope: SiteScope,
  filter: RoundFilter,
  { asOf, clock }: Written,
): RowChunks {
  for await (const rounds of roundsInPortions(scope, filter, asOf)) {
    const remarks = byRound(await findRemarks(scope, idsOf(rounds)));
    yield rounds.flatMap((round) =>
      (remarks.get(round.id) ?? []).flatMap((remark) => remarkCellsOf(round, remark, clock)),
    );
  }
}

function remarkCellsOf(
  round: FoundRound,
  { checkpointName, deviceAtMs, answers, note }: RemarkOfRound,
  clock: FileClock,
): Cell[][] {
  const name = round.lastName === '' ? round.firstName : `${round.firstName} ${round.lastName}`;
  const first = [round.siteName, round.id, checkpointName, name, clock.at(deviceAtMs, round.siteTimeZone)];
  return [
    ...answers.map((answer) => [...first, answer.question, answerText(answer)]),
    ...(note === '' ? [] : [[...first, 'Note', note]]),
  ];
}

function answerText({ kind, value, unit, marks }: RemarkAnswer): string {
  if (kind === 'yesNo' && !marks.includes('unfit')) return value === 'yes' ? 'Yes' : 'No';
  return unit === '' ? String(value) : `${value} ${unit}`;
}

/** Rounds read at once for evidence. */
const roundsAtOnce = 500;

/** Ids of the report's rounds in its order. */
async function* roundIds(scope: SiteScope, filter: RoundFilter): AsyncGenerator<readonly string[]> {
  const { asOf } = await findTotals(scope, filter);
  for await (const rounds of roundsInPortions(scope, filter, asOf, roundsAtOnce)) {
    yield idsOf(rounds);
  }
}

export async function makeReportEvidence(
  caller: ConsoleCaller,
  { earlier, ...query }: QueryOf<typeof exportReportEvidence>,
  timeZone: string,
  sealing: Sealing,
): Promise<EvidenceFile> {
  const { scope } = caller;
  const filter = await resolveFilter(scope, query, await findReportZone(scope, query, timeZone));
  const asked: Record<string, string> = { timeZone };
  for (const [name, value] of Object.entries(query)) if (value !== undefined) asked[name] = String(value);
  const about = { kind: 'report', asked } as const;
  const wish = { about, rounds: roundIds(scope, filter), fromCursor: relatedOptionsOf(caller), earlier };
  return makeEvidenceFile(scope, wish, sealing);
}

/** Throws notFound for a site outside of the scope. */
export async function makeDayEvidence(
  caller: ConsoleCaller,
  { site, date, earlier }: QueryOf<typeof exportDayEvidence>,
  sealing: Sealing,
): Promise<EvidenceFile> {
  const { scope } = caller;
  const timeZone = await findSiteZone(scope, site);
  if (timeZone === null) throw new AppError('notFound');
  const range = dayRange(date, date, timeZone);
  const rounds = roundIds(scope, { siteId: site, guardIds: null, range, isAscending: true });
  const about = { kind: 'day', asked: { site, date, timeZone } } as const;
  return makeEvidenceFile(scope, { about, rounds, related: relatedOptionsOf(caller), earlier }, sealing);
}
