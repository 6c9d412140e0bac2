// What a table of a guard's data is, and how its rows are read page by page.
import type { Column } from '../../platform/tables-out/table.ts';

export interface DataList {
  /** Of the file, and of its line in the read-me. */
  readonly name: string;
  readonly about: string;
  readonly columns: readonly Column[];
  /**
   * $1 tenant, $2 guard, $3 and $4 where the rows before ended. Rows of "atMs", id and cells, a JSON array or null for
   * none, the oldest first; no row once there are no more.
   */
  readonly text: string;
}

export const text = (header: string): Column => ({ header, kind: 'text' });
export const date = (header: string): Column => ({ header, kind: 'date' });
export const number = (header: string): Column => ({ header, kind: 'number' });

export const ms = (column: string) => `floor(extract(epoch FROM ${column}) * 1000)::float8`;

interface From {
  /** With aliases; the row's own is r. */
  readonly from: string;
  readonly atMs: string;
  readonly id?: string;
  readonly cells: readonly string[];
}

const rowsAtOnce = 500;

/** $1 and $2 apply to the row's own tenant and guard, unless `from` says it otherwise. */
export const paged = ({ from, atMs, id = 'r.id', cells }: From, where: string) =>
  `SELECT (${atMs})::float8 AS "atMs", ${id} AS id, json_build_array(${cells.join(', ')}) AS cells FROM ${from}
    WHERE r.tenant_id = $1::uuid AND ${where} AND ((${atMs})::float8, ${id}) > ($3::float8, $4::uuid)
    ORDER BY (${atMs})::float8, ${id} LIMIT ${rowsAtOnce}`;

export const own = 'r.guard_id = $2::uuid';
export const site = 'LEFT JOIN sites s ON s.tenant_id = r.tenant_id AND s.id = r.site_id';

/** A page is so many rounds with all that hangs on them. */
export const ofRounds = (join: string, cells: readonly string[], order: string, isThere: string) =>
  `WITH page AS MATERIALIZED (SELECT r.tenant_id, r.id, r.started_at_ms FROM rounds r WHERE r.tenant_id = $1::uuid
      AND r.guard_id = $2::uuid AND (r.started_at_ms::float8, r.id) > ($3::float8, $4::uuid)
      ORDER BY r.started_at_ms, r.id LIMIT 100)
    SELECT page.started_at_ms::float8 AS "atMs", page.id,
      CASE WHEN ${isThere} THEN json_build_array(${cells.join(', ')}) END AS cells
    FROM page ${join} ORDER BY page.started_at_ms, page.id, ${order}`;
