// What is written when somebody deals with exceptions; all of it within the caller's transaction.
import type {
  ExceptionEventKind,
  ExceptionKind,
  ExceptionOutcome,
  ExceptionStatus,
} from '@watchpost/domain/exceptions';
import { CompiledQuery } from 'kysely';
import type { SiteScope } from '../../platform/access/caller.ts';
import { storableJson } from '../../platform/db/storable-json.ts';
import { AppError } from '../../platform/http/app-error.ts';
import { notify } from '../../platform/notify/notify.queries.ts';

export interface LockedItem {
  readonly id: string;
  readonly version: number;
  readonly kind: ExceptionKind;
  readonly status: ExceptionStatus;
  readonly siteId: string;
  readonly siteName: string;
  readonly routeName: string;
  readonly ownerId: string | null;
  /** Empty for no one. */
  readonly ownerName: string;
  readonly files: number;
}

/** Held in one order until the transaction ends. Throws notFound when any of them is not the caller's. */
export async function lockItems(scope: SiteScope, ids: readonly string[]): Promise<LockedItem[]> {
  const lock = `SELECT 1 FROM exceptions WHERE tenant_id = $1::uuid AND id = ANY ($2::uuid[])
    AND ($3::uuid IS NULL OR site_id = $3::uuid) ORDER BY id FOR NO KEY UPDATE`;
  const values = [scope.tenantId, ids, scope.siteId];
  await scope.db.executeQuery(CompiledQuery.raw(lock, values));
  const text = `SELECT e.id, e.version, e.kind, e.status, e.site_id AS "siteId", s.name AS "siteName",
      e.route_name AS "routeName", e.owner_id AS "ownerId",
      coalesce((SELECT coalesce(nullif(trim(concat(u.first_name, ' ', u.last_name)), ''), u.email) FROM users u
        WHERE u.tenant_id = e.tenant_id AND u.id = e.owner_id), '') AS "ownerName",
      (SELECT count(*)::int FROM exception_files f WHERE f.tenant_id = e.tenant_id AND f.exception_id = e.id) AS files
    FROM exceptions e JOIN sites s ON s.tenant_id = e.tenant_id AND s.id = e.site_id
    WHERE e.tenant_id = $1::uuid AND e.id = ANY ($2::uuid[]) AND ($3::uuid IS NULL OR e.site_id = $3::uuid)
    ORDER BY e.id`;
  const { rows } = await scope.db.executeQuery<LockedItem>(CompiledQuery.raw(text, values));
  if (rows.length < new Set(ids).size) throw new AppError('notFound');
  return rows;
}

export type Move =
  | { readonly to: 'inHand'; readonly ownerId: string }
  | { readonly to: 'open' }
  | {
      readonly to: 'closed';
      readonly by: string;
      readonly outcome: ExceptionOutcome;
      readonly reason: string;
    }
  | { readonly to: 'reopened' };

function settingOf(move: Move): { readonly set: string; readonly values: unknown[] } {
  switch (move.to) {
    case 'inHand':
      return {
        set: `status = 'inHand', owner_id = $4::uuid, taken_at_ms = coalesce(taken_at_ms, $3::bigint)`,
        values: [move.ownerId],
      };
    case 'open':
      return { set: `status = 'open', owner_id = NULL`, values: [] };
    // A person who closes an unassigned exception takes it at the same time.
    case 'closed':
      return {
        set: `status = 'closed', closed_at_ms = $3::bigint, taken_at_ms = coalesce(taken_at_ms, $3::bigint),
          owner_id = coalesce(owner_id, $4::uuid), outcome = $5, closing_reason = $6`,
        values: [move.by, move.outcome, move.reason],
      };
    case 'reopened':
      return {
        set: `status = CASE WHEN owner_id IS NULL THEN 'open' ELSE 'inHand' END, closed_at_ms = NULL, outcome = NULL,
          closing_reason = ''`,
        values: [],
      };
  }
}

/** Of items that holdItems() holds; their new versions. */
export async function moveItems(
  { db, tenantId }: SiteScope,
  ids: readonly string[],
  move: Move,
  nowMs: number,
): Promise<{ id: string; version: number }[]> {
  const { set, values } = settingOf(move);
  // The time is named in every case, since PostgreSQL refuses values that a statement does not use.
  const text = `UPDATE exceptions SET ${set}, version = version + 1
    WHERE tenant_id = $1::uuid AND id = ANY ($2::uuid[]) AND $3::bigint IS NOT NULL RETURNING id, version`;
  const { rows } = await db.executeQuery<{ id: string; version: number }>(
    CompiledQuery.raw(text, [tenantId, ids, nowMs, ...values]),
  );
  return rows;
}

export interface HistoryEntry {
  readonly ids: readonly string[];
  readonly kind: ExceptionEventKind;
  readonly userId: string;
  readonly text?: string;
  readonly details?: {
    readonly owner?: string;
    readonly outcome?: ExceptionOutcome;
    readonly fileName?: string;
  };
}

/** One entry for each item; the name is the one that the person who does it has at this moment. */
export async function insertHistory(
  { db, tenantId }: SiteScope,
  { ids, kind, userId, text = '', details = {} }: HistoryEntry,
  nowMs: number,
): Promise<void> {
  const statement = `INSERT INTO exception_history
      (tenant_id, id, exception_id, at_ms, kind, actor_kind, actor_id, actor_name, text, details)
    SELECT $1::uuid, gen_random_uuid(), id, $3::bigint, $4, 'user', $5::uuid, coalesce((
      SELECT coalesce(nullif(trim(concat(u.first_name, ' ', u.last_name)), ''), u.email) FROM users u
      WHERE u.tenant_id = $1::uuid AND u.id = $5::uuid), ''), $6, $7::jsonb
    FROM unnest($2::uuid[]) AS id`;
  const values = [tenantId, ids, nowMs, kind, userId, text, storableJson(details)];
  await db.executeQuery(CompiledQuery.raw(statement, values));
}

/** Tells the new owner once, however many items there are (NOTIF-05); belongs at the transaction's end. */
export async function notifyAssigned(
  { db, tenantId }: SiteScope,
  userId: string,
  by: string,
  items: readonly LockedItem[],
): Promise<void> {
  const [first] = items;
  if (first === undefined) return;
  const { rows } = await db.executeQuery<{ name: string }>(
    CompiledQuery.raw(
      `SELECT coalesce(nullif(trim(concat(first_name, ' ', last_name)), ''), email) AS name FROM users
        WHERE tenant_id = $1::uuid AND id = $2::uuid`,
      [tenantId, by],
    ),
  );
  const link =
    items.length === 1
      ? `/patrolling-reports/exceptions-details?id=${first.id}`
      : '/patrolling-reports/exceptions?owner=me';
  await notify(db, {
    tenantId,
    kind: 'exceptionAssigned',
    siteId: first.siteId,
    userId,
    params: {
      by: rows[0]?.name ?? '',
      count: items.length,
      route: first.routeName === '' ? '–' : first.routeName,
      site: first.siteName,
    },
    link,
  });
}

interface NewEvidence {
  readonly exceptionId: string;
  readonly fileId: string;
  readonly userId: string;
}

export async function insertEvidence(
  { db, tenantId }: SiteScope,
  { exceptionId, fileId, userId }: NewEvidence,
  nowMs: number,
): Promise<void> {
  await db
    .insertInto('exception_files')
    .values({
      tenant_id: tenantId,
      file_id: fileId,
      exception_id: exceptionId,
      added_by: userId,
      added_at_ms: nowMs,
    })
    .execute();
}

export interface NewDocument {
  readonly id: string;
  readonly userId: string;
  readonly name: string;
  readonly bytes: number;
  readonly sha256: Buffer;
  readonly storageKey: string;
}

export async function insertDocument({ db, tenantId }: SiteScope, file: NewDocument): Promise<void> {
  await db
    .insertInto('files')
    .values({
      tenant_id: tenantId,
      id: file.id,
      owner_id: file.userId,
      purpose: 'evidence',
      name: file.name,
      media_type: 'application/pdf',
      bytes: file.bytes,
      sha256: file.sha256,
      storage_key: file.storageKey,
    })
    .execute();
}
