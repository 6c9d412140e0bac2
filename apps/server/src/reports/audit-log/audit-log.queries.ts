import { CompiledQuery } from 'kysely';
import { type AuditAction, auditActionNames } from '@watchpost/domain/audit-actions';
import type { AuditEntry } from '@watchpost/contract/audit-log';
import type { SiteScope } from '../../platform/access/caller.ts';
import { inNameOrder } from '../../platform/managed-records/name-order.ts';
import { StatementValues } from '../../platform/db/statement-values.ts';

/** What is asked of the log, resolved: actions instead of kinds of records, ids instead of words and dates. */
export interface AuditFilter {
  readonly actorId: string | null;
  /** Null for all. */
  readonly actions: readonly AuditAction[] | null;
  readonly subjectId: string | null;
  /** The people and records that a search matched; null without a search. */
  readonly named: { readonly actorIds: readonly string[]; readonly subjectIds: readonly string[] } | null;
  /** Entries from this id on; null from the first. */
  readonly fromId: string | null;
  /** Entries before this id; null to the last. */
  readonly beforeId: string | null;
}

const columns = `e.id, e.at_ms AS at, e.actor_id AS "actorId", e.actor_name AS "actorName",
  e.actor_role AS "actorRole", e.action, e.subject_type AS "subjectType", e.subject_id AS "subjectId",
  e.subject_label AS "subjectLabel", e.before, e.after, e.address, e.agent, e.request_id AS "requestId"`;

/** Up to `limit` entries, the newest of the filter first. */
export async function findEntries(
  { db, tenantId }: SiteScope,
  filter: AuditFilter,
  limit: number,
  order: 'newestFirst' | 'oldestFirst' = 'newestFirst',
): Promise<AuditEntry[]> {
  const values = new StatementValues();
  const direction = order === 'newestFirst' ? 'DESC' : 'ASC';
  const limits = `ORDER BY id ${direction} LIMIT ${values.add(limit, 'int')}`;
  const ids = streamsOf(values, tenantId, filter).map((stream) => stream(`id`, limits));
  const text = `SELECT ${columns} FROM (${ids.join(' UNION ALL ')} ${ids.length === 1 ? '' : limits}) AS found
    JOIN LATERAL (SELECT * FROM audit_entries WHERE tenant_id = ${values.add(tenantId, 'uuid')}
      AND id = found.id LIMIT 1) AS e ON true
    ORDER BY e.id DESC LIMIT ${values.add(limit, 'int')}`;
  const { rows } = await db.executeQuery<AuditEntry>(CompiledQuery.raw(text, values.list));
  return rows;
}

/** How many entries the filter matches, no further than to `max`: beyond it the answer is `max`. */
export async function countEntries(
  { db, tenantId }: SiteScope,
  filter: AuditFilter,
  max: number,
): Promise<number> {
  const values = new StatementValues();
  const limits = `LIMIT ${values.add(max, 'int')}`;
  const ids = streamsOf(values, tenantId, filter).map((stream) => stream('1', limits));
  const text = `SELECT count(*)::int AS count FROM (${ids.join(' UNION ALL ')} ${ids.length === 1 ? '' : limits}) AS found`;
  const { rows } = await db.executeQuery<{ count: number }>(CompiledQuery.raw(text, values.list));
  return rows[0]?.count ?? 0;
}

/** A statement over entries of the filter, given what to select and how to cut it off. */
type Stream = (selected: string, limits: string) => string;

/**
 * The entries of a filter as streams without common entries, each of which an index holds in the order of the log:
 * those of one action, of one actor's or one subject's action. So a page costs the same however long the log is.
 */
function streamsOf(values: StatementValues, tenantId: string, filter: AuditFilter): Stream[] {
  const { actorId, actions, subjectId, named, fromId, beforeId } = filter;
  const tenant = values.add(tenantId, 'uuid');
  const where = [`tenant_id = ${tenant}`];
  if (fromId !== null) where.push(`id >= ${values.add(fromId, 'uuid')}`);
  if (beforeId !== null) where.push(`id < ${values.add(beforeId, 'uuid')}`);
  const isPlain = actorId === null && subjectId === null && named === null;
  if (isPlain && actions === null) {
    return [
      (selected, limits) => `(SELECT ${selected} FROM audit_entries WHERE ${where.join(' AND ')} ${limits})`,
    ];
  }
  const chosen = values.add(actions ?? auditActionNames, 'text[]');
  const each = (from: string, conditions: readonly string[]): Stream => {
    const all = [...where, 'action = chosen.action', ...conditions].join(' AND ');
    return (selected, limits) => `(SELECT found.* FROM unnest(${chosen}) AS chosen (action) ${from}
      CROSS JOIN LATERAL (SELECT ${selected} FROM audit_entries WHERE ${all} ${limits}) AS found ${limits})`;
  };
  const fixed = [
    ...(actorId === null ? [] : [`actor_id = ${values.add(actorId, 'uuid')}`]),
    ...(subjectId === null ? [] : [`subject_id = ${values.add(subjectId, 'text')}`]),
  ];
  if (named === null) return [each('', fixed)];
  const actors = values.add(named.actorIds, 'uuid[]');
  const subjects = values.add(named.subjectIds, 'text[]');
  return [
    each(`CROSS JOIN unnest(${actors}) AS who (id)`, [...fixed, 'actor_id = who.id']),
    each(`CROSS JOIN unnest(${subjects}) AS what (id)`, [
      ...fixed,
      'subject_id = what.id',
      `(actor_id IS NULL OR actor_id <> ALL (${actors}))`,
    ]),
  ];
}

export interface FoundName {
  readonly kind: 'actor' | 'subject';
  readonly id: string;
}

/** Everyone and everything with a name that contains the text, as lists fold it; at most `max`. */
export async function findNamed(
  { db, tenantId }: SiteScope,
  text: string,
  max: number,
): Promise<FoundName[]> {
  const found = `SELECT DISTINCT kind, id FROM audit_names
    WHERE tenant_id = $1::uuid AND position(nullif(fold_text($2::text), '') IN fold_text(name)) > 0 LIMIT $3::int`;
  const { rows } = await db.executeQuery<FoundName>(CompiledQuery.raw(found, [tenantId, text, max]));
  return rows;
}

const personName = `trim(concat(first_name, ' ', last_name))`;
/** How records that other records refer to are called, by table. */
const nameIn = {
  sites: 'name',
  guards: personName,
  checkpoints: 'name',
  shifts: 'name',
  patrol_routes: 'name',
  floor_plans: 'name',
  users: `coalesce(nullif(${personName}, ''), email)`,
};

/** Those of the ids that are a record's, deleted ones too. */
export async function findNamesOf(
  { db, tenantId }: SiteScope,
  ids: readonly string[],
): Promise<{ id: string; name: string }[]> {
  const text = Object.entries(nameIn)
    .map(
      ([table, name]) =>
        `SELECT id, ${name} AS name FROM ${table} WHERE tenant_id = $1::uuid AND id = ANY ($2::uuid[])`,
    )
    .join(' UNION ALL ');
  const { rows } = await db.executeQuery<{ id: string; name: string }>(
    CompiledQuery.raw(text, [tenantId, ids]),
  );
  return rows;
}

/** Everybody who stands in the log, under the name that they have now or else had then. */
export async function findActors(
  { db, tenantId }: SiteScope,
  max: number,
): Promise<{ id: string; name: string }[]> {
  const text = `SELECT n.id, coalesce(nullif(trim(concat(max(u.first_name), ' ', max(u.last_name))), ''), max(n.name)) AS name
    FROM audit_names n LEFT JOIN users u ON u.tenant_id = n.tenant_id 
      AND u.id = CASE n.kind WHEN 'actor' THEN n.id::uuid END
    WHERE n.tenant_id = $1::uuid AND n.kind = 'actor' GROUP BY n.id ORDER BY ${inNameOrder('max(n.name)')}, n.id LIMIT $2::int`;
  const { rows } = await db.executeQuery<{ id: string; name: string }>(
    CompiledQuery.raw(text, [tenantId, max]),
  );
  return rows;
}
