import { CompiledQuery, sql } from 'kysely';
import type { ReportRun } from '@watchpost/contract/report-runs';
import { gridPageSize } from '@watchpost/domain/limits';
import { type ReportContent, reportFileRetentionDays } from '@watchpost/domain/scheduled-reports';
import { uuidv7 } from 'uuidv7';
import type { SiteScope } from '../../platform/access/caller.ts';
import type { Db } from '../../platform/db/database.ts';

const epochMs = (column: string) => `floor(extract(epoch FROM ${column}) * 1000)::float8`;

const retainedSince = `now() - make_interval(days => ${reportFileRetentionDays})`;

/** SQL of whether a file is still given out: its time ends it, whenever it is then deleted. */
export const isFileStored = `(f.deleted_at IS NULL AND f.created_at >= ${retainedSince})`;

const runColumns = `n.id, n.kind, n.state, n.reason, n.due_at_ms::float8 AS "dueAtMs", n.from_ms::float8 AS "fromMs",
  n.to_ms::float8 AS "toMs", n.time_zone AS "timeZone", n.row_count AS rows, n.skipped,
  ${epochMs('n.finished_at')} AS "finishedAtMs",
  (SELECT coalesce(json_agg(json_build_object('id', f.id, 'name', f.name, 'bytes', f.bytes,
      'isKept', ${isFileStored}) ORDER BY f.created_at, f.id), '[]')
    FROM scheduled_report_files f
    WHERE f.tenant_id = n.tenant_id AND f.run_id = n.id AND f.attempt = n.attempts AND n.state = 'sent') AS files,
  (SELECT coalesce(json_agg(json_build_object('email', l.email,
      'mail', CASE m.state WHEN 'sending' THEN 'queued' ELSE coalesce(m.state, 'sent') END,
      'reason', coalesce(m.reason, '')) ORDER BY l.email), '[]')
    FROM scheduled_report_links l LEFT JOIN mail_messages m ON m.tenant_id = l.tenant_id AND m.id = l.message_id
    WHERE l.tenant_id = n.tenant_id AND l.run_id = n.id) AS "sentTo",
  (SELECT ${epochMs('max(l.expires_at)')} FROM scheduled_report_links l
    WHERE l.tenant_id = n.tenant_id AND l.run_id = n.id AND l.revoked_at IS NULL AND l.expires_at > now())
    AS "linksUntilMs",
  (SELECT coalesce(json_agg(json_build_object('email', d.email, 'fileName', f.name,
      'atMs', ${epochMs('d.at')}) ORDER BY d.at DESC, d.id DESC), '[]')
    FROM scheduled_report_downloads d JOIN scheduled_report_files f ON f.tenant_id = d.tenant_id AND f.id = d.file_id
    WHERE d.tenant_id = n.tenant_id AND d.run_id = n.id) AS downloads`;

/**
 * Latest first, with how many there are. A report may have been another site's when a run was made: what counts is whose
 * data the run holds.
 */
export async function findRuns(
  { db, tenantId, siteId }: SiteScope,
  reportId: string,
  {
    offset = 0,
    limit = gridPageSize,
  }: { readonly offset?: number | undefined; readonly limit?: number | undefined },
): Promise<{ count: number; data: ReportRun[] }> {
  const where =
    'n.tenant_id = $1::uuid AND n.report_id = $2::uuid AND ($3::uuid IS NULL OR n.site_id = $3::uuid)';
  const page = `SELECT ${runColumns} FROM scheduled_report_runs n WHERE ${where}
    ORDER BY n.due_at_ms DESC, n.id DESC LIMIT $4::int OFFSET $5::int`;
  const total = `SELECT count(*)::int AS count FROM scheduled_report_runs n WHERE ${where}`;
  const values = [tenantId, reportId, siteId];
  const [rows, totals] = await Promise.all([
    db.executeQuery<ReportRun>(CompiledQuery.raw(page, [...values, limit, offset])),
    db.executeQuery<{ count: number }>(CompiledQuery.raw(total, values)),
  ]);
  return { count: totals.rows[0]?.count ?? 0, data: rows.rows };
}

export interface FoundFile {
  readonly id: string;
  readonly runId: string;
  readonly name: string;
  readonly mediaType: string;
  readonly storageKey: string;
}

/** With the parts that its run holds. */
interface RunFile extends FoundFile {
  readonly contents: readonly ReportContent[];
}

/** A file that a run of the report sent, of the scope's data, while it is kept. */
export async function findRunFile(
  { db, tenantId, siteId }: SiteScope,
  { reportId, runId, fileId }: { readonly reportId: string; readonly runId: string; readonly fileId: string },
): Promise<RunFile | null> {
  const row = await db
    .selectFrom('scheduled_report_files as f')
    .innerJoin('scheduled_report_runs as n', (join) =>
      join
        .onRef('n.tenant_id', '=', 'f.tenant_id')
        .onRef('n.id', '=', 'f.run_id')
        .onRef('n.attempts', '=', 'f.attempt'),
    )
    .select([
      'f.id',
      'f.run_id as runId',
      'f.name',
      'f.media_type as mediaType',
      'f.storage_key as storageKey',
      'n.contents',
    ])
    .where('f.tenant_id', '=', tenantId)
    .where('f.id', '=', fileId)
    .where('n.id', '=', runId)
    .where('n.report_id', '=', reportId)
    .where('n.state', '=', 'sent')
    .$if(siteId !== null, (query) => query.where('n.site_id', '=', siteId))
    .where(sql.raw<boolean>(isFileStored))
    .executeTakeFirst();
  return row ?? null;
}

export async function insertDownload(
  db: Db,
  tenantId: string,
  file: FoundFile,
  by: { readonly email: string; readonly address: string },
): Promise<void> {
  await db
    .insertInto('scheduled_report_downloads')
    .values({ tenant_id: tenantId, id: uuidv7(), run_id: file.runId, file_id: file.id, ...by })
    .execute();
}

export async function findEmail(db: Db, tenantId: string, userId: string): Promise<string> {
  const row = await db
    .selectFrom('users')
    .select('email')
    .where('tenant_id', '=', tenantId)
    .where('id', '=', userId)
    .executeTakeFirstOrThrow();
  return row.email;
}

interface OldFile {
  readonly id: string;
  readonly storageKey: string;
}

/** Files that are deleted at a time. */
export const oldFilesAtOnce = 500;

/** Files that were kept long enough, the oldest first. */
export async function findOldFiles(db: Db, tenantId: string): Promise<OldFile[]> {
  return db
    .selectFrom('scheduled_report_files')
    .select(['id', 'storage_key as storageKey'])
    .where('tenant_id', '=', tenantId)
    .where('deleted_at', 'is', null)
    .where('created_at', '<', sql.raw<Date>(retainedSince))
    .orderBy('created_at')
    .limit(oldFilesAtOnce)
    .execute();
}

export async function markDeleted(db: Db, tenantId: string, fileId: string): Promise<void> {
  await db
    .updateTable('scheduled_report_files')
    .set({ deleted_at: sql<Date>`now()` })
    .where('tenant_id', '=', tenantId)
    .where('id', '=', fileId)
    .execute();
}
