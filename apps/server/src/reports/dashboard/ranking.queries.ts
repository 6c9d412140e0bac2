// What sites, guards and checkpoints of a span come to: the difference of two standings, and what they do not cover.
import { CompiledQuery } from 'kysely';
import type { TimeRange } from '@watchpost/domain/time-zone';
import type { SiteScope } from '../../platform/access/caller.ts';
import { StatementValues } from '../../platform/db/statement-values.ts';
import { type CountWindow, grains, splitBy } from '../../platform/rollups/count-windows.ts';
import { type Asked, packedParts, packs, touched, within } from '../../platform/rollups/packed-sums.ts';
import { askedStanding, differencesOf, type TwoStandings } from '../../platform/rollups/standings.ts';
import { type StandingKind, standingKinds } from '../../platform/rollups/standings.queries.ts';
import { combined, listOf, type TallyList } from '../../platform/rollups/tally-list.ts';
import { namesVersion } from './ranking-names.queries.ts';
import {
  dueFigures,
  dueIn,
  dueOfGuardsIn,
  nil,
  partTables,
  roundFigures,
  roundsIn,
  siteSubjects,
  spanTable,
  type Subject,
  unbegunIn,
} from './summed.queries.ts';

export interface SumsAsked {
  readonly siteId: string | null;
  readonly span: TimeRange;
  readonly kinds: readonly StandingKind[];
  /** Until when due rounds that no one began count as well; null to leave them out, as standings do. */
  readonly nowMs: number | null;
}

/** Instants of the standings to take the difference of, the earlier for the span's begin. */
export type Between = readonly [from: number, to: number];

/** Of each kind; of those that have none everything is added up. */
export type Bases = Readonly<Partial<Record<StandingKind, Between | null>>>;

export type Sums = Readonly<Partial<Record<StandingKind, TallyList>>>;

/** With what its statement is put together from. */
interface Statement {
  readonly values: StatementValues;
  readonly subject: Subject;
  readonly own: string;
  readonly parts: readonly Asked[];
  readonly now: string | null;
}

type Common = Omit<Statement, 'parts'>;

export interface FoundSums {
  /** Ids of the standings that they are the difference of, those of the span's begin first; null if more counts. */
  readonly standingIds: readonly string[] | null;
  /** Null when no one knows any more whose numbers the standings are. */
  readonly read: () => Promise<Sums | null>;
  /** Of the names as of the same moment. */
  readonly namesVersion: string | null;
}

interface FoundRow {
  readonly [sum: `sum ${number}`]: Buffer | null;
  readonly [standing: `standing ${number}`]: string | null;
  readonly names: string | null;
}

/** Of the one moment in which it is read. Of a site, standings tell of others as well. Null: there are no such standings. */
export async function findSums(scope: SiteScope, asked: SumsAsked, bases: Bases): Promise<FoundSums | null> {
  const values = new StatementValues();
  const { kinds, span } = asked;
  const ends = kinds.flatMap((kind) => {
    const between = bases[kind] ?? null;
    return between === null ? [] : [endsOf(scope, values, { kind, between })];
  });
  const { tables, sums } = sumsOf(scope, values, { asked, bases });
  const columns = [
    ...sums.map((sql, at) => `${sql} AS "sum ${at}"`),
    ...ends
      .flatMap(({ before, after }) => [before.sql, after.sql])
      .map((sql, at) => `${sql} AS "standing ${at}"`),
    `${namesVersion(values.add(scope.tenantId, 'uuid'))} AS names`,
  ];
  const { rows } = await scope.db.executeQuery<FoundRow>(
    CompiledQuery.raw(`WITH ${tables} SELECT ${columns.join(', ')}`, values.list),
  );
  const [found] = rows;
  if (found === undefined) throw new Error('a statement of values always has a row');
  const pairs = ends.flatMap(({ kind, before, after }, number) => {
    const [first, last] = [found[`standing ${2 * number}`], found[`standing ${2 * number + 1}`]];
    const [from, to] = [before.received(first ?? null), after.received(last ?? null)];
    return from === null || to === null ? [] : [{ kind, before: from, after: to }];
  });
  if (pairs.length < ends.length) return null;
  const added = kinds.map((_, at) => found[`sum ${at}`] ?? null);
  const isStanding = kinds.every((kind, at) => isBetween(span, bases[kind]) && added[at] === null);
  return {
    namesVersion: found.names,
    standingIds: isStanding ? idsOf(pairs) : null,
    read: async () => {
      const differences = await differencesOf(scope, pairs);
      if (differences === null) return null;
      const listed = kinds.map((name, at): [StandingKind, TallyList] => {
        const list = listOf(added[at] ?? null, standingKinds[name].width);
        const difference = differences[pairs.findIndex(({ kind }) => kind === name)];
        return [name, difference === undefined ? list : combined(difference, list, 1)];
      });
      return Object.fromEntries<TallyList>(listed);
    },
  };
}

const isBetween = ({ fromMs, toMs }: TimeRange, between: Between | null | undefined): boolean =>
  between?.[0] === fromMs && between[1] === toMs;

const idsOf = (pairs: readonly TwoStandings[]): string[] => [
  ...pairs.map(({ before }) => before.id),
  ...pairs.map(({ after }) => after.id),
];

/** SQL of what is to be added up of each kind, and of the common tables of that. */
function sumsOf(
  { tenantId }: SiteScope,
  values: StatementValues,
  { asked: { siteId, span, kinds, nowMs }, bases }: { readonly asked: SumsAsked; readonly bases: Bases },
) {
  const subject = siteSubjects(values, values.add(tenantId, 'uuid'), siteId);
  const site = values.add(siteId ?? nil, 'uuid');
  const now = values.add(nowMs ?? 0, 'bigint');
  const common = {
    values,
    subject,
    own: siteId === null ? '' : `AND site_id = ${site}`,
    now: nowMs === null ? null : now,
  };
  return {
    tables: spanTable(values, [{ asked: 1, ...span }], [subject.tenant, site, now, ...subject.mentioned]),
    sums: kinds.map((name) =>
      isBetween(span, bases[name])
        ? unbegunAsBytes(name, common)
        : addedAsBytes(name, { ...common, parts: partsOf(span, bases[name] ?? null) }),
    ),
  };
}

/** The standings at both bases. */
function endsOf(
  scope: SiteScope,
  values: StatementValues,
  { kind, between: [fromMs, toMs] }: { readonly kind: StandingKind; readonly between: Between },
) {
  const at = (atMs: number) => askedStanding(values, scope, { name: kind, atMs });
  return { kind, before: at(fromMs), after: at(toMs) };
}

/** What lies between standings and the ends of a span, signed. */
function partsOf({ fromMs, toMs }: TimeRange, between: Between | null): Asked[] {
  if (between === null) return [{ asked: 1, fromMs, toMs }];
  const [from, to] = between;
  return [
    { asked: 1, fromMs: to, toMs },
    { asked: -1, fromMs: from, toMs: fromMs },
  ];
}

const relations: Readonly<Record<StandingKind, (statement: Statement) => string>> = {
  rounds: ({ subject }) => `SELECT asked, '${nil}'::uuid AS whose, site_id, ${roundFigures.join(', ')}
    FROM (${roundsIn(subject)}) AS r`,
  due: (statement) => {
    const { tenant, rows } = statement.subject;
    const ofGuards = `tenant_id = ${tenant} AND guard_id <> '${nil}' ${statement.own}`;
    return `SELECT asked, guard_id AS whose, site_id, ${dueFigures.join(', ')}, waiting
      FROM (${dueIn(statement.subject, statement.now)}
        UNION ALL ${dueOfGuardsIn(ofGuards, guardCounters(statement), rows, statement.now)}) AS d`;
  },
  missed: ({ subject: { tenant }, own }) => {
    const whose = `tenant_id = ${tenant} ${own}`;
    const rowsIn = (
      stretches: string,
    ) => `SELECT part.asked, checkpoint_id, site_id, 1 FROM ${stretches} AS part
      JOIN LATERAL (SELECT checkpoint_id, site_id FROM missed_checkpoints WHERE ${whose}
        AND started_at_ms >= part.from_ms AND started_at_ms < part.to_ms OFFSET 0) AS m ON true`;
    return `SELECT asked, checkpoint_id AS whose, site_id, ${within('missed')} AS missed
      FROM ${touched('missed_sums', 'checkpoint_id, site_id, missed', whose)} AS packed
      UNION ALL ${rowsIn(`(SELECT * FROM asked WHERE grain = ${packs.quarters})`)}
      UNION ALL ${rowsIn('cut')}`;
  },
};

const figuresOf: Readonly<Record<StandingKind, readonly string[]>> = {
  rounds: roundFigures,
  due: [...dueFigures, 'waiting'],
  missed: ['missed'],
};

/** The same of what standings at both ends of the span leave out. */
const unbegunAsBytes = (name: StandingKind, { subject, now }: Common): string =>
  name === 'due' && now !== null ? asBytes(name, unbegunIn(subject.rows, now)) : 'NULL::bytea';

const addedAsBytes = (name: StandingKind, statement: Statement): string =>
  asBytes(name, relations[name](statement), `WITH ${partTables(statement.values, statement.parts)}`);

/** SQL of the sums of a kind as a list of entries (tally-list.ts). */
function asBytes(name: StandingKind, relation: string, tables = ''): string {
  const figures = figuresOf[name];
  const sent = ['uuid_send(whose)', 'uuid_send(site_id)', ...figures.map((figure) => `int4send(${figure})`)];
  const summed = figures.map((figure) => `sum(asked * ${figure})::int AS ${figure}`);
  return `(${tables} SELECT string_agg(${sent.join(' || ')}, ''::bytea ORDER BY whose, site_id)
    FROM (SELECT whose, site_id, ${summed.join(', ')} FROM (${relation}) AS every GROUP BY 1, 2) AS added
    WHERE (${figures.join(', ')}) <> (${figures.map(() => '0').join(', ')}))`;
}

/** Parts of days of guards are not packed: those that do anything then are few. */
function guardCounters({ values, subject: { tenant }, own, parts }: Statement): string {
  const counters = parts.flatMap(({ asked, ...range }) =>
    packedParts(range)
      .windows.filter(({ grain }) => grain === packs.quarters)
      .flatMap((window) => splitBy(window, [grains.sixHours, grains.quarter]).counters)
      .map((window) => ({ asked, ...window })),
  );
  const list = (of: (window: CountWindow & Asked) => number, type: string) =>
    values.add(counters.map(of), `${type}[]`);
  return `SELECT part.asked, guard_id, site_id, ${dueFigures.map((name) => `${name}::int`).join(', ')}, 0
    FROM unnest(${list(({ asked }) => asked, 'int')}, ${list(({ grain }) => grain, 'smallint')},
      ${list(({ fromMs }) => fromMs, 'bigint')}, ${list(({ toMs }) => toMs, 'bigint')}) AS part (asked, grain, from_ms, to_ms)
    CROSS JOIN LATERAL (SELECT * FROM due_counts WHERE tenant_id = ${tenant} AND guard_id <> '${nil}' ${own}
      AND grain = part.grain AND bucket_ms >= part.from_ms AND bucket_ms < part.to_ms OFFSET 0) AS counted`;
}
