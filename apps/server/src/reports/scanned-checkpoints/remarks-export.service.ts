// Answers and notes of the report's rounds as a file: a row for each answer and each note, read a little at a time.
import type { RemarkAnswer } from '@watchpost/contract/round-remarks';
import { byRound } from '@watchpost/domain/by-round';
import type { SiteScope } from '../../platform/access/caller.ts';
import type { FileClock } from '../../platform/exports/report-zone.queries.ts';
import type { Cell, Column, RowChunks } from '../../platform/tables-out/table.ts';
import type { RoundFilter } from './round-filter.ts';
import { countRemarkRows, findRemarks, type RemarkOfRound } from './round-remarks.queries.ts';
import { roundsInPortions } from './rounds-in-portions.ts';
import type { Written } from './round-export.service.ts';
import type { FoundRound } from './round-rows.queries.ts';

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
    count += await countRemarkRows(
      scope,
      rounds.map(({ id }) => id),
    );
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
    const remarks = byRound(
      await findRemarks(
        scope,
        rounds.map(({ id }) => id),
      ),
    );
    yield rounds.flatMap((round) =>
      (remarks.get(round.id) ?? []).flatMap((remark) => cellsOf(round, remark, clock)),
    );
  }
}

function cellsOf(
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
