// Plans of a site's floors: checks who may change what, and writes the audit log (MNG-02).
import type { FloorPlans } from '@watchpost/contract/floor-plans';
import { floorPlanNameMaxLength, floorPlansMax } from '@watchpost/domain/floor-plans';
import { isPermitted } from '@watchpost/domain/permissions';
import { uuidv7 } from 'uuidv7';
import type { ConsoleCaller, SiteScope } from '../../platform/access/caller.ts';
import type { FileStore } from '../../platform/adapters/files/file-store.ts';
import { partKey, pictureParts } from '../../platform/adapters/files/picture-parts.ts';
import { insertAuditEntry } from '../../platform/audit/audit.queries.ts';
import type { AuditOrigin } from '../../platform/audit/audit-origin.ts';
import { AppError } from '../../platform/http/app-error.ts';
import type { Picture } from '../../platform/pictures/draw-picture.ts';
import { storePicture } from '../../platform/pictures/store-picture.ts';
import {
  deletePlan,
  findPlan,
  findPlans,
  findSiteCheckpoints,
  insertPlan,
  lockPlansOf,
  type Placed,
  type PlanHead,
  replacePlaced,
  updatePositions,
  updateVersion,
} from './floor-plans.queries.ts';
import { viewSite } from './sites.service.ts';

interface Saved {
  readonly id: string;
  readonly version: number;
}

const maySeeCheckpoints = ({ role, switches }: ConsoleCaller) =>
  isPermitted(role, 'CHECKPOINTS:view', switches);

/** Throws notFound for what is not the caller's. */
export async function viewPlan(scope: SiteScope, id: string): Promise<PlanHead> {
  const plan = await findPlan(scope, id);
  if (plan === null) throw new AppError('notFound');
  return plan;
}

/** Throws notFound for a site that is not the caller's. */
export async function viewPlans(caller: ConsoleCaller, siteId: string): Promise<FloorPlans> {
  const { name: siteName } = await viewSite(caller.scope, siteId);
  const data = await findPlans(caller.scope, siteId);
  if (maySeeCheckpoints(caller)) {
    return { siteName, data, checkpoints: await findSiteCheckpoints(caller.scope, siteId) };
  }
  return { siteName, data: data.map((plan) => ({ ...plan, checkpoints: [] })), checkpoints: null };
}

interface SentPlan {
  readonly siteId: string;
  readonly fileName: string;
  readonly picture: Picture;
}

/** Without folders, ending and control characters. */
function planNameOf(fileName: string): string {
  const last = fileName.replaceAll('\\', '/').split('/').at(-1) ?? '';
  const stem = last.replaceAll(/\p{C}/gu, '').replace(/\.[^.]*$/, '');
  return Array.from(stem.trim()).slice(0, floorPlanNameMaxLength).join('').trim() || 'Floor plan';
}

/** Throws floorPlansFull. */
export async function addPlan(
  { scope, userId: ownerId }: ConsoleCaller,
  files: FileStore,
  { siteId, fileName, picture }: SentPlan,
  origin: AuditOrigin,
): Promise<Saved> {
  const { tenantId, db } = scope;
  const site = await viewSite(scope, siteId);
  const id = uuidv7();
  const name = planNameOf(fileName);
  await db.transaction().execute(async (transaction) => {
    const plans = await lockPlansOf(transaction, tenantId, siteId);
    if (plans.length >= floorPlansMax) throw new AppError('floorPlansFull');
    // Those that were removed have left gaps.
    await updatePositions(transaction, tenantId, plans);
    const fileId = await storePicture(
      files,
      { scope: { db: transaction, tenantId }, ownerId },
      { name: fileName, purpose: 'floorPlan', picture },
    );
    await insertPlan(transaction, tenantId, { id, siteId, name, fileId, position: plans.length });
    await insertAuditEntry(transaction, origin, {
      action: 'site.planAdded',
      subject: { id: siteId, label: site.name },
      after: { floorPlan: name },
    });
  });
  return { id, version: 1 };
}

/** Throws editedMeanwhile. */
export async function renamePlan(
  scope: SiteScope,
  id: string,
  edit: { readonly name: string; readonly version: number },
  origin: AuditOrigin,
): Promise<Saved> {
  const { tenantId, db } = scope;
  const plan = await viewPlan(scope, id);
  return db.transaction().execute(async (transaction) => {
    const { name } = edit;
    const version = await updateVersion(transaction, { tenantId, id, edited: edit.version }, { name });
    if (version === null) throw new AppError('editedMeanwhile');
    await insertAuditEntry(transaction, origin, {
      action: 'site.planChanged',
      subject: { id: plan.siteId, label: plan.siteName },
      before: { floorPlan: plan.planName },
      after: { floorPlan: name },
    });
    return { id, version };
  });
}

/** Throws editedMeanwhile when plans came or went since the order was seen. */
export async function orderPlans(
  scope: SiteScope,
  siteId: string,
  ids: readonly string[],
  origin: AuditOrigin,
): Promise<string[]> {
  const { tenantId, db } = scope;
  const site = await viewSite(scope, siteId);
  await db.transaction().execute(async (transaction) => {
    const before = await lockPlansOf(transaction, tenantId, siteId);
    if (before.toSorted().join() !== ids.toSorted().join()) throw new AppError('editedMeanwhile');
    await updatePositions(transaction, tenantId, ids);
    await insertAuditEntry(transaction, origin, {
      action: 'site.planChanged',
      subject: { id: siteId, label: site.name },
      before: { order: before },
      after: { order: ids },
    });
  });
  return [...ids];
}

/** Throws notPermitted for who may not see checkpoints, notFound for one of another site, editedMeanwhile. */
export async function placeOnPlan(
  caller: ConsoleCaller,
  id: string,
  edit: { readonly checkpoints: readonly Placed[]; readonly version: number },
  origin: AuditOrigin,
): Promise<Saved> {
  if (!maySeeCheckpoints(caller)) throw new AppError('notPermitted');
  const { tenantId, db } = caller.scope;
  const plan = await viewPlan(caller.scope, id);
  return db.transaction().execute(async (transaction) => {
    await lockPlansOf(transaction, tenantId, plan.siteId);
    const version = await updateVersion(transaction, { tenantId, id, edited: edit.version });
    if (version === null) throw new AppError('editedMeanwhile');
    const ofSite = await findSiteCheckpoints({ db: transaction, tenantId }, plan.siteId);
    const names = new Map(ofSite.map((checkpoint) => [checkpoint.id, checkpoint.name]));
    if (!edit.checkpoints.every((placed) => names.has(placed.id))) throw new AppError('notFound');
    const plans = await findPlans({ ...caller.scope, db: transaction }, plan.siteId);
    const before = plans.find((each) => each.id === id)?.checkpoints ?? [];
    await replacePlaced(transaction, { tenantId, planId: id }, edit.checkpoints);
    await insertAuditEntry(transaction, origin, {
      action: 'site.planChanged',
      subject: { id: plan.siteId, label: plan.siteName },
      before: { floorPlan: plan.planName, checkpoints: before.map((placed) => names.get(placed.id) ?? '') },
      after: {
        floorPlan: plan.planName,
        checkpoints: edit.checkpoints.map((placed) => names.get(placed.id) ?? ''),
      },
    });
    return { id, version };
  });
}

/** Throws notFound, also where somebody else deletes it at this moment. */
export async function removePlan(
  scope: SiteScope,
  files: FileStore,
  id: string,
  origin: AuditOrigin,
): Promise<string[]> {
  const { tenantId, db } = scope;
  const plan = await viewPlan(scope, id);
  await db.transaction().execute(async (transaction) => {
    if (!(await deletePlan(transaction, tenantId, plan))) throw new AppError('notFound');
    await insertAuditEntry(transaction, origin, {
      action: 'site.planRemoved',
      subject: { id: plan.siteId, label: plan.siteName },
      before: { floorPlan: plan.planName },
    });
  });
  await Promise.all(pictureParts.map((part) => files.delete(partKey(plan.storageKey, part))));
  return [id];
}
