// How many bytes each table and index takes, in all and for each row.
import type pg from 'pg';

interface Size {
  readonly table: string;
  readonly index: string | null;
  readonly bytes: number;
  readonly rows: number;
}

/** Partitions count for the table that they are of. */
const query = `WITH RECURSIVE tops AS (
    SELECT c.oid, c.oid AS top FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
      WHERE n.nspname = 'public' AND c.relkind IN ('r', 'p') AND NOT c.relispartition
    UNION ALL SELECT i.inhrelid, tops.top FROM tops JOIN pg_inherits i ON i.inhparent = tops.oid),
  heaps AS (SELECT top, sum(pg_table_size(tops.oid)) AS bytes, sum(greatest(c.reltuples, 0)) FILTER (WHERE c.relkind = 'r') AS rows
    FROM tops JOIN pg_class c ON c.oid = tops.oid GROUP BY top),
  roots AS (SELECT i.indexrelid AS oid, i.indexrelid AS root, i.indrelid AS top FROM pg_index i
      WHERE i.indrelid IN (SELECT top FROM tops)
    UNION ALL SELECT p.inhrelid, roots.root, roots.top FROM roots JOIN pg_inherits p ON p.inhparent = roots.oid)
  SELECT top::regclass::text AS table, NULL AS index, bytes::float8 AS bytes, rows::float8 AS rows FROM heaps
  UNION ALL SELECT roots.top::regclass::text, root::regclass::text, sum(pg_relation_size(roots.oid))::float8, max(heaps.rows)::float8
    FROM roots JOIN heaps ON heaps.top = roots.top GROUP BY roots.top, root`;

const shownFromBytes = 1_000_000;
const grouped = (value: number) => Math.round(value).toLocaleString('en-US');

/** A table in Markdown, largest first; what is small is left out. */
export async function tableSizes(client: pg.Client): Promise<string> {
  const { rows: sizes } = await client.query<Size>(query);
  const total = (table: string) =>
    sizes.filter((size) => size.table === table).reduce((sum, { bytes }) => sum + bytes, 0);
  const lines = sizes
    .filter(({ table }) => total(table) >= shownFromBytes)
    .toSorted(
      (one, other) =>
        total(other.table) - total(one.table) ||
        one.table.localeCompare(other.table) ||
        Number(one.index !== null) - Number(other.index !== null) ||
        other.bytes - one.bytes,
    )
    .map(({ table, index, bytes, rows }) => {
      const each = rows > 0 ? (bytes / rows).toFixed(1) : '';
      return `| ${index ?? `**${table}**`} | ${index === null ? grouped(rows) : ''} | ${(bytes / 1e6).toFixed(1)} | ${each} |`;
    });
  const all = sizes.reduce((sum, { bytes }) => sum + bytes, 0);
  return [
    '| table, index | rows | MB | bytes a row |',
    '| --- | --- | --- | --- |',
    ...lines,
    `| all | | ${(all / 1e6).toFixed(1)} | |`,
  ].join('\n');
}
