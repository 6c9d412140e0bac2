// The lists of managed records: filtered, searched, sorted and paged in one way for all of them (GRID-06).
import { CompiledQuery } from 'kysely';
import type { StatusFilter } from '@watchpost/domain/managed-records';
import { gridPageSize, gridStartPage } from '@watchpost/domain/limits';
import type { SiteScope } from '../access/caller.ts';
import type { Db } from '../db/database.ts';
import { StatementValues } from '../db/statement-values.ts';

export type ManagedTable =
  | 'sites'
  | 'guards'
  | 'checkpoints'
  | 'shifts'
  | 'patrol_routes'
  | 'patrol_tours'
  | 'incidents'
  | 'exceptions'
  | 'scheduled_reports'
  | 'devices';

/** How the records of a table are listed; all SQL is over its alias r. */
export interface RecordTable {
  readonly table: ManagedTable;
  /**
   * What a row shows, with quoted names as its keys; evaluated for the rows of a page alone. A function where a row
   * tells of sites: it is given the placeholder of the caller's one site, which is null for who sees all.
   */
  readonly columns: string | ((ownSite: string) => string);
  /** What people call the record. */
  readonly label: string;
  /** The condition that a record is one of a site, given the site's placeholder. */
  readonly atSite: (site: string) => string;
  /** SQL by the names of the contract's columns. */
  readonly sortable: Readonly<Record<string, string>>;
  readonly defaultSort: { readonly column: string; readonly type: 'asc' | 'desc' };
  /** False where records are never deleted; such tables are without status too. */
  readonly isDeletable?: false;
  /** The condition that a record may change at all; any may when left out. */
  readonly changeable?: string;
  /** What ends with a record that is deactivated or deleted, in the same transaction. */
  readonly whenSwitchedOff?: (db: Db, tenantId: string, ids: readonly string[]) => Promise<void>;
  /** May refuse, by throwing, that these come back; in the same transaction. */
  readonly whenRestored?: (db: Db, tenantId: string, ids: readonly string[]) => Promise<void>;
}

export interface RecordFilter {
  readonly searchText?: string | undefined;
  readonly status?: StatusFilter | undefined;
  readonly sortColumn?: string | undefined;
  readonly sortType?: 'asc' | 'desc' | undefined;
}

export interface PageWindow {
  readonly offset?: number | undefined;
  readonly limit?: number | undefined;
}

/** A further condition over r, with its values. */
export type Condition = (values: StatementValues) => string;

/** The site of those who see one alone, as a condition; none for those who see all. */
export function withinScope({ siteId }: SiteScope, table: RecordTable): Condition[] {
  return siteId === null ? [] : [(values) => table.atSite(values.add(siteId, 'uuid'))];
}

interface Matching {
  /** From FROM to the end of WHERE. */
  readonly from: string;
  /** SQL of the order, over r and found. */
  readonly order: string;
}

function matching(
  values: StatementValues,
  scope: SiteScope,
  table: RecordTable,
  filter: RecordFilter,
  conditions: readonly Condition[],
): Matching {
  const where = [`r.tenant_id = ${values.add(scope.tenantId, 'uuid')}`];
  if (table.isDeletable !== false) {
    where.push('r.deleted_at IS NULL');
    if (filter.status === 'active') where.push('r.activated');
    if (filter.status === 'deactive') where.push('NOT r.activated');
  }
  const all = [...withinScope(scope, table), ...conditions];
  where.push(...all.map((condition) => condition(values)));
  const within = `FROM ${table.table} r WHERE ${where.join(' AND ')}`;
  const { searchText = '' } = filter;
  const { sortColumn = table.defaultSort.column, sortType = table.defaultSort.type } = filter;
  const sorted = `${table.sortable[sortColumn] ?? 'r.id'} ${sortType === 'desc' ? 'DESC' : 'ASC'}, r.id`;
  if (searchText === '') return { from: within, order: sorted };
  const found = foundBy(table, values.add(searchText, 'text'), {
    tenant: values.add(scope.tenantId, 'uuid'),
    site: values.add(scope.siteId, 'uuid'),
  });
  return {
    // Each that was found is looked up by its key: a plain join would read all of the tenant, however few they are.
    from: `FROM ${found} AS found CROSS JOIN LATERAL (SELECT r.* ${within} AND r.id = found.id LIMIT 1) AS r`,
    order: filter.sortColumn === undefined ? `found.rank DESC, ${sorted}` : sorted,
  };
}

/** What a text names, best first by rank: by the id that a record had in another system, then by its texts. */
function foundBy(
  { table }: RecordTable,
  text: string,
  { tenant, site }: { readonly tenant: string; readonly site: string },
): string {
  return `(SELECT id, max(rank) AS rank FROM (SELECT id, rank FROM search_${table}(${text}, ${site})
    UNION ALL SELECT record_id, 3::real FROM former_ids WHERE tenant_id = ${tenant} AND former_id = ${text}) AS named
    GROUP BY id)`;
}

async function rowsOf<Row>(db: Db, text: string, values: StatementValues): Promise<Row[]> {
  const { rows } = await db.executeQuery<Row>(CompiledQuery.raw(text, values.list));
  return rows;
}

/** One page of what the filter matches, and how many it matches. The best come first in a search that is not sorted. */
export async function findRecords<Row>(
  scope: SiteScope,
  table: RecordTable,
  filter: RecordFilter & PageWindow,
  conditions: readonly Condition[] = [],
): Promise<{ count: number; data: Row[] }> {
  const { limit = gridPageSize, offset = gridStartPage * limit } = filter;
  const page = { offset, limit };
  if ((filter.searchText ?? '') !== '') {
    const { count, ids } = await findSearchedPage(scope, table, filter, conditions, page);
    return { count, data: await findRecordsById<Row>(scope, table, ids) };
  }
  const counted = new StatementValues();
  const all = matching(counted, scope, table, filter, conditions);
  const [totals, data] = await Promise.all([
    rowsOf<{ count: number }>(scope.db, `SELECT count(*)::int AS count ${all.from}`, counted),
    findIds(scope, table, filter, conditions, page).then((ids) => findRecordsById<Row>(scope, table, ids)),
  ]);
  return { count: totals[0]?.count ?? 0, data };
}

/** Counted and cut in one statement, so that the rows are searched for once. */
async function findSearchedPage(
  scope: SiteScope,
  table: RecordTable,
  filter: RecordFilter,
  conditions: readonly Condition[],
  { offset, limit }: { readonly offset: number; readonly limit: number },
): Promise<{ count: number; ids: readonly string[] }> {
  const values = new StatementValues();
  const { from, order } = matching(values, scope, table, filter, conditions);
  const matched = `SELECT r.id, row_number() OVER (ORDER BY ${order}) AS place ${from}`;
  const first = values.add(offset, 'int');
  const rows = await rowsOf<{ count: number; ids: string[] }>(
    scope.db,
    `WITH matched AS MATERIALIZED (${matched}) SELECT (SELECT count(*)::int FROM matched) AS count, ARRAY(
      SELECT id FROM matched WHERE place > ${first} AND place <= ${first}::bigint + ${values.add(limit, 'int')}
      ORDER BY place) AS ids`,
    values,
  );
  return rows[0] ?? { count: 0, ids: [] };
}

/** The ids of what the filter matches, in the order of the list. */
export async function findIds(
  scope: SiteScope,
  table: RecordTable,
  filter: RecordFilter,
  conditions: readonly Condition[],
  { offset, limit }: { readonly offset: number; readonly limit: number },
): Promise<string[]> {
  const values = new StatementValues();
  const { from, order } = matching(values, scope, table, filter, conditions);
  const page = `LIMIT ${values.add(limit, 'int')} OFFSET ${values.add(offset, 'int')}`;
  const rows = await rowsOf<{ id: string }>(
    scope.db,
    `SELECT r.id ${from} ORDER BY ${order} ${page}`,
    values,
  );
  return rows.map(({ id }) => id);
}

/** The rows of these records, in the order of the ids; those that are gone or not the caller's are left out. */
export async function findRecordsById<Row>(
  scope: SiteScope,
  table: RecordTable,
  ids: readonly string[],
): Promise<Row[]> {
  if (ids.length === 0) return [];
  const values = new StatementValues();
  const named = `unnest(${values.add(ids, 'uuid[]')}) WITH ORDINALITY AS wanted (id, place)`;
  const where = [
    `r.tenant_id = ${values.add(scope.tenantId, 'uuid')}`,
    ...(table.isDeletable === false ? [] : ['r.deleted_at IS NULL']),
    ...withinScope(scope, table).map((condition) => condition(values)),
  ].join(' AND ');
  const { columns } = table;
  const shown = typeof columns === 'string' ? columns : columns(values.add(scope.siteId, 'uuid'));
  return rowsOf<Row>(
    scope.db,
    `SELECT ${shown} FROM ${named} JOIN ${table.table} r ON r.id = wanted.id
      WHERE ${where} ORDER BY wanted.place`,
    values,
  );
}
