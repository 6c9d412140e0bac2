// Compares rows that may change with the newest version that was kept of each.
import { CompiledQuery } from 'kysely';
import type { Statements } from '../../platform/db/statements.ts';
import { type VersionedTable, versionedTables, versionExpression, versionKey } from './versioned-tables.ts';

type Row = Readonly<Record<string, unknown>>;

export interface FoundVersion {
  readonly key: string;
  readonly kept: Row | null;
  readonly now: Row | null;
}

async function run(db: Statements, text: string, values: readonly unknown[]): Promise<FoundVersion[]> {
  return (await db.executeQuery<FoundVersion>(CompiledQuery.raw(text, [...values]))).rows;
}

export const newestVersions = (
  table: string,
) => `SELECT DISTINCT ON (record_key) record_key AS key, row FROM record_versions
  WHERE tenant_id = $1::uuid AND source = '${table}' ORDER BY record_key, no DESC`;
const without = (row: string, names: readonly string[]) => `${row} - '{${names.join(',')}}'::text[]`;

/** What was brought in before the log began has no version, and may have none; that of a deleted row is null. */
function comparison(table: VersionedTable): string {
  // Versions of before have columns that are left out by now.
  const stored = without(`nullif(row, 'null')`, table.left);
  return `WITH newest AS (${newestVersions(table.name)}), kept AS (SELECT key, ${stored} AS row FROM newest), now AS (
      SELECT ${versionKey(table)} AS key, ${versionExpression(table)} AS row, ${table.takenAtMs} AS taken_at_ms
      FROM ${table.name} t WHERE tenant_id = $1::uuid)
    SELECT key, kept.row AS kept, now.row AS now FROM kept FULL JOIN now USING (key)
    WHERE jsonb_strip_nulls(kept.row) IS DISTINCT FROM jsonb_strip_nulls(now.row)
      AND (kept.row IS NOT NULL OR now.taken_at_ms > $2::float8) ORDER BY key`;
}

const excluded = ['tenant_id', 'at_ms', 'guard_id', 'site_id', 'started_at_ms'];
/** The end is the system's own where it closed the duty; else events tell it. */
const ofSystem = (row: string, closed: string) =>
  `${without(row, excluded)} - CASE WHEN ${closed} THEN '' ELSE 'ended_at_ms' END`;

/** What the system did to a duty; nothing, where no version says that it did. Duties of sealed events alone. */
const duties = `WITH kept AS (${newestVersions('duty_sessions')}), now AS (
    SELECT d.id::text AS key, d.id, d.is_closed_by_system, to_jsonb(d) AS row
    FROM duty_sessions d WHERE tenant_id = $1::uuid), both_of AS (
    SELECT key, now.id, kept.row IS NOT NULL AS is_kept, now.row IS NULL AS is_gone,
      CASE WHEN kept.row IS NULL THEN jsonb_build_object('id', now.id, 'is_closed_by_system', false)
        ELSE ${ofSystem('kept.row', 'now.is_closed_by_system')} END AS kept,
      ${ofSystem('now.row', 'now.is_closed_by_system')} AS now FROM kept FULL JOIN now USING (key))
  SELECT key, kept, now FROM both_of
  WHERE jsonb_strip_nulls(kept) IS DISTINCT FROM jsonb_strip_nulls(now)
    AND (is_gone OR is_kept OR EXISTS (SELECT FROM field_events f JOIN log_leaves l ON l.tenant_id = $1::uuid
      AND l.source = 'field_events' AND l.record_id = f.id WHERE f.tenant_id = $1::uuid AND f.subject_id = both_of.id))
  ORDER BY key`;

const same = (a: unknown, b: unknown) => JSON.stringify(a ?? null) === JSON.stringify(b ?? null);

export function versionSentence(table: string, { key, kept, now }: FoundVersion): string {
  if (now === null) return `${table} ${key}: removed; a version of it was kept`;
  if (kept === null) return `${table} ${key}: inserted; it never went through the product`;
  const columns = Object.keys({ ...kept, ...now }).filter((name) => !same(kept[name], now[name]));
  return `${table} ${key}: ${columns.join(', ')} was altered; the newest version of it says something else`;
}

/** A sentence for each row that is not as it was last stored. `sinceMs`: since when a table is sealed. */
export async function findUnlikeVersions(
  db: Statements,
  tenantId: string,
  sinceMs: (table: string) => number,
): Promise<string[]> {
  // Versions tell times in UTC.
  await run(db, `SELECT set_config('timezone', 'UTC', true) AS key`, []);
  const sentences: string[] = [];
  for (const table of versionedTables) {
    const found = await run(db, comparison(table), [tenantId, sinceMs(table.name)]);
    sentences.push(...found.map((row) => versionSentence(table.name, row)));
  }
  const closings = await run(db, duties, [tenantId]);
  return [...sentences, ...closings.map((row) => versionSentence('duty_sessions', row))];
}
