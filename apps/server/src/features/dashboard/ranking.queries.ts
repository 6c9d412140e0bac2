// What sites, guards and checkpoints of a span come to, and the stamp of the sums that it was added up from.
import { CompiledQuery } from 'kysely';
import { rankedCheckpointsMax } from '@watchpost/domain/dashboard';
import type { TimeRange } from '@watchpost/domain/time-zone';
import type { SiteScope } from '../../access/caller.ts';
import { StatementValues } from '../../db/statement-values.ts';
import { type CountWindow, grains, splitBy } from '../../rollups/count-windows.ts';
import { dayMs, listed, packedParts, packs, touched, within } from '../../rollups/packed-sums.ts';
import {
  asArrays,
  askedTables,
  cutDue,
  dueFigures,
  nil,
  packedDue,
  roundsIn,
  settledDue,
  siteSubjects,
  type Subject,
  unbegun,
} from './summed.queries.ts';

export interface RankingAsked {
  readonly siteId: string | null;
  readonly span: TimeRange;
  readonly nowMs: number;
  readonly seesRounds: boolean;
  readonly seesDue: boolean;
}

/** Outcomes in the order of dueFigures. */
export type DueSums = readonly [number, number, number, number, number, number];
/** inProgress, incompleted, completed, planned, scanned. */
export type RoundSums = readonly [number, number, number, number, number];
/** Those that nobody has begun: missed by now, and still waiting. */
export type UnbegunSums = readonly [missed: number, waiting: number];

/** What holds as long as the stamp does. */
export interface RankingSums {
  readonly rounds: readonly (readonly [siteId: string, ...RoundSums])[];
  readonly due: readonly (readonly [siteId: string, ...DueSums])[];
  readonly guards: readonly (readonly [guardId: string, ...DueSums])[];
  /** Only those that can be among the first. */
  readonly missed: readonly (readonly [checkpointId: string, missed: number])[];
}

/** What the clock changes, and what tells whether sums of the same span still hold. */
export interface RankingPresent {
  /** Grows with each change to what the sums of the span are added up from (migration 0045). */
  readonly stamp: number;
  readonly unbegunSites: readonly (readonly [siteId: string, ...UnbegunSums])[];
  readonly unbegunGuards: readonly (readonly [guardId: string, ...UnbegunSums])[];
}

/** With what its statement is put together from. */
interface Statement {
  readonly values: StatementValues;
  readonly subject: Subject;
  readonly own: string;
  readonly asked: RankingAsked;
}

/** Costs the same whatever the span holds, but for the rounds that somebody should begin now. */
export const findPresent = (scope: SiteScope, asked: RankingAsked): Promise<RankingPresent> =>
  run(scope, asked, () => '');

/** Both of one moment. */
export const findPresentAndSums = (
  scope: SiteScope,
  asked: RankingAsked,
): Promise<RankingPresent & RankingSums> => run(scope, asked, (statement) => `, ${sums(statement)}`);

async function run<Found>(
  scope: SiteScope,
  asked: RankingAsked,
  more: (statement: Statement) => string,
): Promise<Found> {
  const values = new StatementValues();
  const tenant = values.add(scope.tenantId, 'uuid');
  const subject = siteSubjects(values, tenant, asked.siteId);
  const site = values.add(asked.siteId ?? nil, 'uuid');
  const own = asked.siteId === null ? '' : `AND site_id = ${site}`;
  const now = values.add(asked.nowMs, 'bigint');
  const mentioned = [site, now, ...subject.mentioned];
  const text = `WITH ${askedTables(values, [asked.span], mentioned)}, ${waiting(subject, asked, now)}
    SELECT ${stamp(values, tenant, asked.span)} AS stamp,
      ${asArrays(['site_id', 'missed', 'waiting'], '(SELECT site_id, sum(missed) AS missed, sum(waiting) AS waiting FROM unbegun GROUP BY 1) AS u')} AS "unbegunSites",
      ${asArrays(['whose', 'missed', 'waiting'], `(SELECT whose, sum(missed) AS missed, sum(waiting) AS waiting FROM unbegun CROSS JOIN LATERAL (SELECT DISTINCT whose FROM unnest(guard_ids) AS whose) AS w GROUP BY 1) AS u`)} AS "unbegunGuards"
      ${more({ values, subject, own, asked })}`;
  const { rows } = await scope.db.executeQuery<Found>(CompiledQuery.raw(text, values.list));
  const [found] = rows;
  if (found === undefined) throw new Error('a statement of values always has a row');
  return found;
}

/** Days of UTC that a span touches. */
function stamp(values: StatementValues, tenant: string, { fromMs, toMs }: TimeRange): string {
  const first = values.add(fromMs - (fromMs % dayMs), 'bigint');
  return `(SELECT coalesce(sum(changes), 0)::bigint FROM sum_changes
    WHERE tenant_id = ${tenant} AND day_ms >= ${first} AND day_ms < ${values.add(toMs, 'bigint')})`;
}

const waiting = ({ rows }: Subject, { seesDue }: RankingAsked, now: string): string => `
  unbegun AS MATERIALIZED (SELECT site_id, guards.guard_ids, (missed_at_ms <= ${now})::int AS missed,
      (missed_at_ms > ${now})::int AS waiting
    FROM span JOIN due_rounds ON ${seesDue ? unbegun(rows, now) : `${rows} AND false`}
    CROSS JOIN LATERAL (SELECT CASE WHEN begun_by IS NULL THEN due_rounds.guard_ids ELSE ARRAY[begun_by] END) AS guards (guard_ids))`;

function sums(statement: Statement): string {
  const { subject, asked } = statement;
  const none = `'[]'::json`;
  const { seesRounds, seesDue } = asked;
  return `${seesRounds ? ofSites(roundSums, roundsIn(subject)) : none} AS rounds,
    ${seesDue ? ofSites(dueSums, settledDue(subject)) : none} AS due,
    ${seesDue ? guards(statement) : none} AS guards, ${seesRounds ? missed(statement) : none} AS missed`;
}

const roundSums = ['begun - incompleted - completed', 'incompleted', 'completed', 'planned', 'scanned'];
const dueSums = dueFigures;
const summed = (figures: readonly string[]) =>
  figures.map((figure, at) => `sum(${figure}) AS figure_${at}`).join(', ');
const named = (figures: readonly string[]) => figures.map((_, at) => `figure_${at}`);
const isSome = (figures: readonly string[]) =>
  `(${named(figures).join(', ')}) <> (${figures.map(() => '0').join(', ')})`;

/** Of whom the figures of a relation are, added up; those left out of whom nothing is told. */
const added = (whose: string, figures: readonly string[], relation: string): string =>
  asArrays(
    [whose, ...named(figures)],
    `(SELECT ${whose}, ${summed(figures)} FROM (${relation}) AS every GROUP BY 1) AS added WHERE ${isSome(figures)}`,
  );

const ofSites = (figures: readonly string[], relation: string): string => added('site_id', figures, relation);

/** Parts of days of guards are not packed: those that do anything then are few. */
function guardCounters({ values, subject: { tenant }, own, asked: { span } }: Statement): string {
  const { windows } = packedParts(span);
  const parts = windows
    .filter(({ grain }) => grain === packs.quarters)
    .flatMap((window) => splitBy(window, [grains.sixHours, grains.quarter]).counters);
  const list = (of: (window: CountWindow) => number, type: string) => listed(values, parts.map(of), type);
  return `SELECT 0, guard_id, site_id, ${dueFigures.map((name) => `${name}::int`).join(', ')}, 0
    FROM unnest(${list(({ grain }) => grain, 'smallint')}, ${list(({ fromMs }) => fromMs, 'bigint')},
      ${list(({ toMs }) => toMs, 'bigint')}) AS part (grain, from_ms, to_ms)
    CROSS JOIN LATERAL (SELECT * FROM due_counts WHERE tenant_id = ${tenant} AND guard_id <> '${nil}' ${own}
      AND grain = part.grain AND bucket_ms >= part.from_ms AND bucket_ms < part.to_ms OFFSET 0) AS counted`;
}

function guards(statement: Statement): string {
  const { tenant, rows } = statement.subject;
  const relation = [
    packedDue(`tenant_id = ${tenant} AND guard_id <> '${nil}' ${statement.own}`),
    guardCounters(statement),
    cutDue(rows, {
      from: `due_rounds CROSS JOIN LATERAL (SELECT DISTINCT whose FROM
        unnest(CASE WHEN begun_by IS NULL THEN guard_ids ELSE ARRAY[begun_by] END) AS whose) AS w`,
      guard: 'whose',
    }),
  ].join(' UNION ALL ');
  return added('guard_id', dueSums, relation);
}

function missed({ subject: { tenant }, own }: Statement): string {
  const rowsIn = (stretches: string) => `SELECT checkpoint_id, 1 FROM ${stretches} AS part
    JOIN LATERAL (SELECT checkpoint_id FROM missed_checkpoints WHERE tenant_id = ${tenant} ${own}
      AND started_at_ms >= part.from_ms AND started_at_ms < part.to_ms OFFSET 0) AS m ON true`;
  return asArrays(
    ['checkpoint_id', 'missed'],
    `(SELECT *, nth_value(missed, ${rankedCheckpointsMax}) OVER (ORDER BY missed DESC
        ROWS BETWEEN UNBOUNDED PRECEDING AND UNBOUNDED FOLLOWING) AS least
      FROM (SELECT checkpoint_id, sum(missed) AS missed FROM (
        SELECT checkpoint_id, ${within('missed')} AS missed
        FROM ${touched('missed_sums', 'checkpoint_id, missed', `tenant_id = ${tenant} ${own}`)} AS packed
        UNION ALL ${rowsIn(`(SELECT * FROM asked WHERE grain = ${packs.quarters})`)}
        UNION ALL ${rowsIn('cut')}) AS every GROUP BY 1 HAVING sum(missed) > 0) AS counted) AS m
      WHERE missed >= coalesce(least, 0)`,
  );
}
