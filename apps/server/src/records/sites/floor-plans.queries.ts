import { sql } from 'kysely';
import type { FloorPlan } from '@watchpost/contract/floor-plans';
import type { PlanPoint } from '@watchpost/domain/floor-plans';
import { siteCheckpointsShown } from '@watchpost/domain/site-details';
import type { SiteScope } from '../../platform/access/caller.ts';
import type { Db } from '../../platform/db/database.ts';
import type { StoredPicture } from './site-logos.queries.ts';

export interface PlanHead extends StoredPicture {
  readonly id: string;
  readonly siteId: string;
  readonly siteName: string;
  readonly planName: string;
  readonly fileId: string;
  readonly version: number;
}

/** A plan of a site that the caller may see; null for any other. */
export async function findPlan({ db, tenantId, siteId }: SiteScope, id: string): Promise<PlanHead | null> {
  const row = await db
    .selectFrom('floor_plans as p')
    .innerJoin('sites as s', (join) =>
      join.onRef('s.tenant_id', '=', 'p.tenant_id').onRef('s.id', '=', 'p.site_id'),
    )
    .innerJoin('files as f', (join) =>
      join.onRef('f.tenant_id', '=', 'p.tenant_id').onRef('f.id', '=', 'p.file_id'),
    )
    .select([
      'p.id',
      'p.site_id as siteId',
      's.name as siteName',
      'p.name as planName',
      'p.file_id as fileId',
      'p.version',
      'f.name',
      'f.media_type as mediaType',
      'f.storage_key as storageKey',
    ])
    .where('p.tenant_id', '=', tenantId)
    .where('p.id', '=', id)
    .where('s.deleted_at', 'is', null)
    .$if(siteId !== null, (query) => query.where('p.site_id', '=', siteId))
    .executeTakeFirst();
  return row ?? null;
}

/** The plans of a site in order; on them what stands there and belongs to the site. */
export async function findPlans({ db, tenantId }: SiteScope, siteId: string): Promise<FloorPlan[]> {
  const plans = await db
    .selectFrom('floor_plans as p')
    .innerJoin('files as f', (join) =>
      join.onRef('f.tenant_id', '=', 'p.tenant_id').onRef('f.id', '=', 'p.file_id'),
    )
    .select(['p.id', 'p.name', 'f.width', 'f.height', 'p.version'])
    .where('p.tenant_id', '=', tenantId)
    .where('p.site_id', '=', siteId)
    .orderBy('p.position')
    .orderBy('p.id')
    .execute();
  const placed = await db
    .selectFrom('floor_plan_checkpoints as o')
    .innerJoin('checkpoints as c', (join) =>
      join.onRef('c.tenant_id', '=', 'o.tenant_id').onRef('c.id', '=', 'o.checkpoint_id'),
    )
    .select(['o.plan_id as planId', 'c.id', 'o.x', 'o.y'])
    .where('o.tenant_id', '=', tenantId)
    .where('c.site_id', '=', siteId)
    .where('c.deleted_at', 'is', null)
    .orderBy('c.sort_name')
    .orderBy('c.id')
    .execute();
  return plans.map((plan) => ({
    ...plan,
    checkpoints: placed.filter(({ planId }) => planId === plan.id).map(({ id, x, y }) => ({ id, x, y })),
  }));
}

export interface SiteCheckpoint {
  readonly id: string;
  readonly name: string;
  readonly activated: boolean;
}

export const findSiteCheckpoints = (
  { db, tenantId }: Pick<SiteScope, 'db' | 'tenantId'>,
  siteId: string,
): Promise<SiteCheckpoint[]> =>
  db
    .selectFrom('checkpoints')
    .select(['id', 'name', 'activated'])
    .where('tenant_id', '=', tenantId)
    .where('site_id', '=', siteId)
    .where('deleted_at', 'is', null)
    .orderBy('sort_name')
    .orderBy('id')
    .limit(siteCheckpointsShown)
    .execute();

/** Of a plan that is being added or put in order no one else adds or orders plans. */
export async function lockPlansOf(db: Db, tenantId: string, siteId: string): Promise<string[]> {
  await db
    .selectFrom('sites')
    .select('id')
    .where('tenant_id', '=', tenantId)
    .where('id', '=', siteId)
    .forUpdate()
    .execute();
  const rows = await db
    .selectFrom('floor_plans')
    .select('id')
    .where('tenant_id', '=', tenantId)
    .where('site_id', '=', siteId)
    .orderBy('position')
    .orderBy('id')
    .execute();
  return rows.map(({ id }) => id);
}

export interface NewPlan {
  readonly id: string;
  readonly siteId: string;
  readonly name: string;
  readonly fileId: string;
  readonly position: number;
}

export async function insertPlan(db: Db, tenantId: string, plan: NewPlan): Promise<void> {
  await db
    .insertInto('floor_plans')
    .values({
      tenant_id: tenantId,
      id: plan.id,
      site_id: plan.siteId,
      name: plan.name,
      file_id: plan.fileId,
      position: plan.position,
    })
    .execute();
}

export async function updatePositions(db: Db, tenantId: string, ids: readonly string[]): Promise<void> {
  for (const [position, id] of ids.entries()) {
    await db
      .updateTable('floor_plans')
      .set({ position })
      .where('tenant_id', '=', tenantId)
      .where('id', '=', id)
      .execute();
  }
}

/** The next version, once the plan is locked by it; null when somebody else saved since the edited one. */
export async function updateVersion(
  db: Db,
  { tenantId, id, edited }: { readonly tenantId: string; readonly id: string; readonly edited: number },
  changes: { readonly name?: string } = {},
): Promise<number | null> {
  const row = await db
    .updateTable('floor_plans')
    .set({ ...changes, version: sql`version + 1` })
    .where('tenant_id', '=', tenantId)
    .where('id', '=', id)
    .where('version', '=', edited)
    .returning('version')
    .executeTakeFirst();
  return row?.version ?? null;
}

export interface Placed extends PlanPoint {
  readonly id: string;
}

/** What stands on the plan becomes these; those that stood on another plan leave it, which then counts as saved too. */
export async function replacePlaced(
  db: Db,
  { tenantId, planId }: { readonly tenantId: string; readonly planId: string },
  placed: readonly Placed[],
): Promise<void> {
  const ids = placed.map(({ id }) => id);
  if (ids.length > 0) {
    await db
      .updateTable('floor_plans')
      .set({ version: sql`version + 1` })
      .where('tenant_id', '=', tenantId)
      .where('id', '<>', planId)
      .where('id', 'in', (from) =>
        from
          .selectFrom('floor_plan_checkpoints')
          .select('plan_id')
          .where('tenant_id', '=', tenantId)
          .where('checkpoint_id', 'in', ids),
      )
      .execute();
  }
  await db
    .deleteFrom('floor_plan_checkpoints')
    .where('tenant_id', '=', tenantId)
    .where(({ or, and, eb, exists, selectFrom }) =>
      or([
        ...(ids.length === 0 ? [] : [eb('checkpoint_id', 'in', ids)]),
        and([
          eb('plan_id', '=', planId),
          // Deleted ones keep their place, for when they are brought back.
          exists(
            selectFrom('checkpoints as c')
              .select('c.id')
              .where('c.tenant_id', '=', tenantId)
              .whereRef('c.id', '=', 'floor_plan_checkpoints.checkpoint_id')
              .where('c.deleted_at', 'is', null),
          ),
        ]),
      ]),
    )
    .execute();
  if (ids.length === 0) return;
  await db
    .insertInto('floor_plan_checkpoints')
    .values(placed.map(({ id, x, y }) => ({ tenant_id: tenantId, checkpoint_id: id, plan_id: planId, x, y })))
    .execute();
}

/** With it go the places of its checkpoints and the record of its picture. False when it is there no more. */
export async function deletePlan(db: Db, tenantId: string, plan: PlanHead): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('floor_plans')
    .where('tenant_id', '=', tenantId)
    .where('id', '=', plan.id)
    .executeTakeFirst();
  if (numDeletedRows === 0n) return false;
  await db.deleteFrom('files').where('tenant_id', '=', tenantId).where('id', '=', plan.fileId).execute();
  return true;
}
