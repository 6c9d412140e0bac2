// One statement over rounds in the making: what a filter asks for as SQL, and the values that it names. Its texts are in
// scanned-checkpoints.queries.ts, the counters that they read in round-counters.queries.ts.
import type { TimeRange } from '@watchpost/domain/time-zone';
import type { TrustFlag } from '@watchpost/domain/trust';
import { CompiledQuery } from 'kysely';
import { createHash } from 'node:crypto';
import type { SiteScope } from '../../platform/access/caller.ts';
import { StatementValues } from '../../platform/db/statement-values.ts';
import type { SiteRange } from '../../platform/exports/report-zone.queries.ts';
import { isOfQuarters } from '../../platform/rollups/count-windows.ts';
import type { RoundCursor } from './round-cursor.ts';

export interface RoundFilter {
  /** Null for every site that the scope allows. */
  readonly siteId: string | null;
  /** Guards that a search matched; null without a search. */
  readonly guardIds: readonly string[] | null;
  /** A round that the search names by its former id, beside those of the guards. */
  readonly orRoundId?: string;
  /** By the rounds' start; null for all time. */
  readonly range: TimeRange | null;
  readonly isAscending: boolean;
  /** Left out for any. */
  readonly statusCodes?: readonly number[];
  /** A planned checkpoint that was not scanned. */
  readonly missedId?: string;
  /** A doubt about any of its scans. */
  readonly doubt?: TrustFlag | 'any';
  /** In place of the range: what counts at each site, by its own clock. */
  readonly siteRanges?: readonly SiteRange[];
  /** Stretches of the range, in their order, that alone count. */
  readonly windows?: readonly TimeRange[];
}

/** Whether whole counters tell all about it: neither their columns nor parts of them are asked for. */
export function isOfWholeCounters(filter: RoundFilter): boolean {
  const { range, statusCodes, windows } = filter;
  const isNarrowed = statusCodes !== undefined || isOfNamedRounds(filter) || windows !== undefined;
  return !isNarrowed && (range === null || isOfQuarters(range));
}

/** Whether rows beside the rounds name those that are asked for, which are few. */
export const isOfNamedRounds = ({ missedId, doubt, orRoundId, siteRanges }: RoundFilter): boolean =>
  missedId !== undefined || doubt !== undefined || orRoundId !== undefined || siteRanges !== undefined;

/** A short text that differs for filters whose pages hold different rows; `guards` says how they were chosen. */
export function filterMark(filter: RoundFilter, guards: string): string {
  const { siteId, range, isAscending, statusCodes, missedId, doubt, orRoundId, windows, siteRanges } = filter;
  const whole = [siteId ?? '', range?.fromMs ?? '', range?.toMs ?? '', isAscending ? 'a' : 'd', guards];
  const narrowed = [
    statusCodes?.join() ?? '',
    missedId ?? '',
    doubt ?? '',
    orRoundId ?? '',
    windows?.map(({ fromMs }) => fromMs).join() ?? '',
    siteRanges?.map((range) => `${range.siteId}${range.fromMs}-${range.toMs}`).join() ?? '',
  ];
  const text = [...whole, ...narrowed].join('|');
  return createHash('sha256').update(text).digest('base64url').slice(0, 12);
}

/** Stands for all guards, or all sites, of counters and sums. */
const nil = '00000000-0000-0000-0000-000000000000';

export const roundColumns = `id, guard_id, site_id, route_version_id, started_at_ms, ended_at_ms, status_code,
  total_check_points, scanned_check_points, recorded_names_id`;

/** Conditions of a WHERE, of which all must be true. */
export class Conditions {
  readonly #all: string[] = [];

  where(condition: string): this {
    this.#all.push(condition);
    return this;
  }

  /** Adds the condition of a value, unless there is none. */
  whereIf<Value>(value: Value | null | undefined, condition: (value: Value) => string): this {
    return value === null || value === undefined ? this : this.where(condition(value));
  }

  get sql(): string {
    return this.#all.join(' AND ');
  }
}

export class RoundQuery {
  readonly filter: RoundFilter;
  /** SQL of the tenant. */
  readonly tenant: string;
  /** The site that is asked for, or the only one that the caller may see; null for all. */
  readonly siteId: string | null;
  readonly #scope: SiteScope;
  readonly #values: StatementValues;

  constructor(scope: SiteScope, filter: RoundFilter, values?: StatementValues) {
    this.#scope = scope;
    this.filter = filter;
    this.siteId = scope.siteId ?? filter.siteId;
    this.#values = values ?? new StatementValues();
    this.tenant = values === undefined ? this.value(scope.tenantId, 'uuid') : '$1::uuid';
  }

  /** The same statement, for a part of it that goes by another filter. */
  with(filter: RoundFilter): RoundQuery {
    return new RoundQuery(this.#scope, filter, this.#values);
  }

  /** SQL that stands for the value; `type` as PostgreSQL names it. */
  value(value: unknown, type: string): string {
    return this.#values.add(value, type);
  }

  /** SQL of the site in keys of counters and sums. */
  siteKey(): string {
    return this.value(this.siteId ?? nil, 'uuid');
  }

  /** By the rounds' tenant, site and start alone, as the indexes of rounds go. */
  starts(): Conditions {
    const { range } = this.filter;
    return new Conditions()
      .where(`tenant_id = ${this.tenant}`)
      .whereIf(this.siteId, (siteId) => `site_id = ${this.value(siteId, 'uuid')}`)
      .whereIf(range, ({ fromMs }) => `started_at_ms >= ${this.value(fromMs, 'bigint')}`)
      .whereIf(range, ({ toMs }) => `started_at_ms < ${this.value(toMs, 'bigint')}`);
  }

  /** By all that a row of rounds tells by itself, but for the filter's windows. */
  rounds(): Conditions {
    const { guardIds, orRoundId, statusCodes } = this.filter;
    const ofGuards = (ids: readonly string[]) => {
      const isOfGuards = `guard_id = ANY(${this.value(ids, 'uuid[]')})`;
      return orRoundId === undefined
        ? isOfGuards
        : `(${isOfGuards} OR id = ${this.value(orRoundId, 'uuid')})`;
    };
    return this.starts()
      .whereIf(guardIds, ofGuards)
      .whereIf(statusCodes, (codes) => `status_code = ANY(${this.value(codes, 'smallint[]')})`);
  }

  /** By all of that and the windows. */
  matching(): Conditions {
    return this.rounds().whereIf(this.filter.windows, () => this.withinWindows('started_at_ms'));
  }

  /** On the side of the cursor that is asked for, without what arrived since. */
  fromCursor({ side, startedAtMs, id, asOf }: RoundCursor): string {
    const goesUp = this.filter.isAscending === (side !== 'before');
    const comparison = `${goesUp ? '>' : '<'}${side === 'from' ? '=' : ''}`;
    const key = `(${this.value(startedAtMs, 'bigint')}, ${this.value(id, 'uuid')})`;
    return `(started_at_ms, id) ${comparison} ${key} AND arrival_no <= ${this.value(asOf, 'bigint')}`;
  }

  /** The counters of whom the filter is about. */
  subject(): string {
    const { guardIds } = this.filter;
    if (guardIds === null)
      return `tenant_id = ${this.tenant} AND guard_id = '${nil}' AND site_id = ${this.siteKey()}`;
    return new Conditions()
      .where(`tenant_id = ${this.tenant}`)
      .where(`guard_id = ANY(${this.value(guardIds, 'uuid[]')})`)
      .whereIf(this.siteId, (siteId) => `site_id = ${this.value(siteId, 'uuid')}`).sql;
  }

  /**
   * The relation of rounds that rows beside them name: those that missed the filter's checkpoint, have its doubt, are the one of a
   * former id, or lie in the days of their site.
   */
  named(): string {
    const { doubt, missedId, orRoundId, siteRanges } = this.filter;
    if (siteRanges !== undefined) return this.#roundsBySite(siteRanges);
    if (doubt === undefined && orRoundId === undefined) return this.#missedRounds();
    const conditions = this.rounds()
      .whereIf(doubt, (flag) => this.#isFlagged(flag))
      .whereIf(
        missedId,
        (id) => `id IN (SELECT m.round_id FROM missed_checkpoints m
          WHERE m.tenant_id = ${this.tenant} AND m.checkpoint_id = ${this.value(id, 'uuid')})`,
      )
      .whereIf(this.filter.windows, () => this.withinWindows('started_at_ms'));
    return `(SELECT * FROM rounds WHERE ${conditions.sql})`;
  }

  /** The rounds named so, or all. */
  relation(isNamed: boolean): string {
    return isNamed ? this.named() : 'rounds';
  }

  withinWindows(column: string): string {
    const { windows = [] } = this.filter;
    const [from, to] = [windows.map(({ fromMs }) => fromMs), windows.map(({ toMs }) => toMs)];
    return `EXISTS (SELECT FROM unnest(${this.value(from, 'bigint[]')}, ${this.value(to, 'bigint[]')}) AS w (from_ms, to_ms)
      WHERE ${column} >= w.from_ms AND ${column} < w.to_ms)`;
  }

  build<Row>(text: string): CompiledQuery<Row> {
    return CompiledQuery.raw(text, this.#values.list) as CompiledQuery<Row>;
  }

  #isFlagged(flag: NonNullable<RoundFilter['doubt']>): string {
    const { range } = this.filter;
    const flagged = new Conditions()
      .where(`d.tenant_id = ${this.tenant}`)
      .whereIf(flag === 'any' ? null : flag, (one) => `d.flag = ${this.value(one, 'text')}`)
      .whereIf(range, ({ fromMs }) => `d.started_at_ms >= ${this.value(fromMs, 'bigint')}`)
      .whereIf(range, ({ toMs }) => `d.started_at_ms < ${this.value(toMs, 'bigint')}`);
    return `id IN (SELECT d.round_id FROM round_doubts d WHERE ${flagged.sql})`;
  }

  /** By the sites' own days, each read from the index of its site. */
  #roundsBySite(siteRanges: readonly SiteRange[]): string {
    const { siteRanges: _ranges, windows: _windows, ...filter } = this.filter;
    const inAllTime = this.with({ ...filter, range: null });
    const isAlsoNamed = filter.doubt !== undefined || filter.missedId !== undefined ? true : null;
    const conditions = inAllTime
      .rounds()
      .where('rounds.site_id = own.site_id AND started_at_ms >= own.from_ms AND started_at_ms < own.to_ms')
      .whereIf(isAlsoNamed, () => `id IN (SELECT named.id FROM ${inAllTime.named()} AS named)`);
    const list = (of: (range: SiteRange) => string | number, type: string) =>
      this.value(siteRanges.map(of), type);
    return `(SELECT found.* FROM unnest(${list(({ siteId }) => siteId, 'uuid[]')}, ${list(({ fromMs }) => fromMs, 'bigint[]')},
        ${list(({ toMs }) => toMs, 'bigint[]')}) AS own (site_id, from_ms, to_ms)
      CROSS JOIN LATERAL (SELECT rounds.* FROM rounds WHERE ${conditions.sql} OFFSET 0) AS found)`;
  }

  /** One checkpoint has few. */
  #missedRounds(): string {
    const { missedId, guardIds, range, statusCodes, windows } = this.filter;
    const conditions = new Conditions()
      .where(`m.tenant_id = ${this.tenant}`)
      .where(`m.checkpoint_id = ${this.value(missedId, 'uuid')}`)
      .whereIf(this.siteId, (siteId) => `m.site_id = ${this.value(siteId, 'uuid')}`)
      .whereIf(guardIds, (ids) => `m.guard_id = ANY(${this.value(ids, 'uuid[]')})`)
      .whereIf(range, ({ fromMs }) => `m.started_at_ms >= ${this.value(fromMs, 'bigint')}`)
      .whereIf(range, ({ toMs }) => `m.started_at_ms < ${this.value(toMs, 'bigint')}`)
      .whereIf(statusCodes, (codes) => `r.status_code = ANY(${this.value(codes, 'smallint[]')})`)
      .whereIf(windows, () => this.withinWindows('m.started_at_ms'));
    return `(SELECT r.* FROM missed_checkpoints m JOIN rounds r ON r.tenant_id = ${this.tenant} AND r.id = m.round_id
      WHERE ${conditions.sql})`;
  }
}
