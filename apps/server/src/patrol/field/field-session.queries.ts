import { sql } from 'kysely';
import type { FieldPlan } from '@watchpost/contract/field';
import type { GuardScope } from '../../platform/access/caller.ts';
import type { Db } from '../../platform/db/database.ts';
import { inNameOrder } from '../../platform/managed-records/name-order.ts';

export interface FoundGuard {
  readonly id: string;
  readonly employeeId: string;
  readonly firstName: string;
  readonly lastName: string;
  readonly secretHash: string | null;
  readonly activated: boolean;
}

export async function findGuard(db: Db, tenantId: string, employeeId: string): Promise<FoundGuard | null> {
  const row = await db
    .selectFrom('guards')
    .select([
      'id',
      'employee_id as employeeId',
      'first_name as firstName',
      'last_name as lastName',
      'secret_hash as secretHash',
      'activated',
    ])
    .where('tenant_id', '=', tenantId)
    .where(sql<boolean>`lower(employee_id) = lower(${employeeId})`)
    .where('deleted_at', 'is', null)
    .executeTakeFirst();
  return row ?? null;
}

/**
 * Whether the guard still has the secret that was found right, and may use it. If so it stays that way until the
 * transaction ends: anyone who makes a new secret or deactivates the guard is before it, or after it and ends the session that
 * it opened. Comes before all else that the transaction locks, as it does in theirs. Two sign-ins of one guard take turns, so that
 * each knows of the key that the other enrols.
 */
export async function lockGuard(transaction: Db, tenantId: string, guard: FoundGuard): Promise<boolean> {
  const row = await transaction
    .selectFrom('guards')
    .select('id')
    .where('tenant_id', '=', tenantId)
    .where('id', '=', guard.id)
    .where('secret_hash', '=', guard.secretHash)
    .where('activated', '=', true)
    .where('deleted_at', 'is', null)
    .forNoKeyUpdate()
    .executeTakeFirst();
  return row !== undefined;
}

export interface NewFieldSession {
  readonly tokenHash: Buffer;
  readonly address: string;
  readonly agent: string;
  /** Null for a device without a key. */
  readonly publicKey: string | null;
  /** What comes without a signature is flagged. */
  readonly owesSignature: boolean;
}

/** A device must work for weeks without anybody typing a secret at night. */
const sessionLifetime = sql<Date>`now() + interval '90 days'`;

export async function insertFieldSession(scope: GuardScope, session: NewFieldSession): Promise<void> {
  await scope.db
    .insertInto('sessions')
    .values({
      tenant_id: scope.tenantId,
      token_hash: session.tokenHash,
      guard_id: scope.guardId,
      device_id: scope.deviceId,
      address: session.address,
      agent: session.agent,
      public_key: session.publicKey,
      owes_signature: session.owesSignature,
      expires_at: sessionLifetime,
    })
    .execute();
}

export async function deleteFieldSession(scope: GuardScope, tokenHash: Buffer): Promise<void> {
  await scope.db
    .deleteFrom('sessions')
    .where('tenant_id', '=', scope.tenantId)
    .where('token_hash', '=', tokenHash)
    .execute();
}

/** Sessions of the guard that have run out. */
export async function deleteExpiredFieldSessions(scope: GuardScope): Promise<void> {
  await scope.db
    .deleteFrom('sessions')
    .where('tenant_id', '=', scope.tenantId)
    .where('guard_id', '=', scope.guardId)
    .where(sql<boolean>`expires_at < now()`)
    .execute();
}

/** The newest version of a checkpoint's questions; no row where it asks nothing. */
const askedNow = `LEFT JOIN LATERAL (
  SELECT jsonb_build_object('id', q.id, 'questions', q.questions) AS told FROM question_versions q
  WHERE q.tenant_id = c.tenant_id AND q.checkpoint_id = c.id AND q.questions <> '[]'
    AND NOT EXISTS (SELECT 1 FROM question_versions n WHERE n.tenant_id = q.tenant_id
      AND n.checkpoint_id = q.checkpoint_id AND n.no > q.no)) AS asked ON true`;

/**
 * In the order of the route, places as they were planned, instructions, ways of scanning and questions as they are now. Each checkpoint is
 * looked up by itself: PostgreSQL guesses a hundred of a route, and would else read all of the tenant's.
 */
const plannedCheckpoints = sql<FieldPlan['routes'][number]['checkpoints']>`(
  SELECT coalesce(json_agg(p.point || jsonb_build_object('instructions', coalesce(c.instructions, ''))
    || CASE WHEN c.scan_methods IS NULL THEN '{}' ELSE jsonb_build_object('scanMethods', c.scan_methods) END
    || CASE WHEN asked.told IS NULL THEN '{}' ELSE jsonb_build_object('questions', asked.told) END ORDER BY p.place), '[]')
  FROM jsonb_array_elements(v.checkpoints) WITH ORDINALITY AS p (point, place)
  LEFT JOIN LATERAL (SELECT k.tenant_id, k.id, k.instructions, k.scan_methods FROM checkpoints k
    WHERE k.tenant_id = v.tenant_id AND k.id = (p.point ->> 'checkpointId')::uuid LIMIT 1) AS c ON true
  ${sql.raw(askedNow)})`.as('checkpoints');

/** Activated routes at the guard's activated sites, in their current versions. */
export async function findPlannedRoutes(scope: GuardScope): Promise<FieldPlan['routes']> {
  const rows = await scope.db
    .selectFrom('guard_sites as g')
    .innerJoin('sites as s', (join) =>
      join.onRef('s.tenant_id', '=', 'g.tenant_id').onRef('s.id', '=', 'g.site_id'),
    )
    .innerJoin('patrol_routes as r', (join) =>
      join.onRef('r.tenant_id', '=', 'g.tenant_id').onRef('r.site_id', '=', 'g.site_id'),
    )
    .innerJoin('route_versions as v', (join) =>
      join.onRef('v.tenant_id', '=', 'r.tenant_id').onRef('v.id', '=', 'r.current_version_id'),
    )
    .select(['v.id as routeVersionId', 'v.name as routeName', 's.id as siteId', 's.name as siteName'])
    .select(['s.time_zone as siteTimeZone', 'v.is_fixed_order as isFixedOrder', plannedCheckpoints])
    .where('g.tenant_id', '=', scope.tenantId)
    .where('g.guard_id', '=', scope.guardId)
    .where('s.activated', '=', true)
    .where('r.activated', '=', true)
    .orderBy('s.sort_name')
    .orderBy(sql.raw(inNameOrder('v.name')))
    .orderBy('v.id')
    .execute();
  return rows;
}
