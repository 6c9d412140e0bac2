// Post orders of a site: each change is a new version that every guard acknowledges (FIELD-01).
import type { OrdersAcknowledgements, PostOrders } from '@watchpost/contract/post-orders';
import { ordersInForce } from '@watchpost/domain/post-orders';
import { startOfDayMs } from '@watchpost/domain/time-zone';
import { uuidv7 } from 'uuidv7';
import type { ConsoleCaller, SiteScope } from '../../platform/access/caller.ts';
import { insertAuditEntry } from '../../platform/audit/audit.queries.ts';
import type { AuditOrigin } from '../../platform/audit/audit-origin.ts';
import { AppError } from '../../platform/http/app-error.ts';
import {
  findAcknowledged,
  findOrders,
  findOrdersSite,
  findSiteGuards,
  insertOrders,
  lockNewestNo,
} from './post-orders.queries.ts';
import { viewSite } from './sites.service.ts';

/** Throws notFound for a site that is not the caller's. */
export async function viewOrders(scope: SiteScope, siteId: string, nowMs: number): Promise<PostOrders> {
  const { timeZone } = await viewSite(scope, siteId);
  const [versions, guards] = await Promise.all([findOrders(scope, siteId), findSiteGuards(scope, siteId)]);
  return {
    siteTimeZone: timeZone,
    version: versions[0]?.no ?? 0,
    inForceId: ordersInForce(versions, nowMs)?.id ?? null,
    guards: guards.length,
    versions,
  };
}

interface Published {
  readonly text: string;
  /** A day of the site. */
  readonly effectiveOn: string;
  /** The number of the newest version that was seen. */
  readonly version: number;
}

/** Throws notFound and editedMeanwhile. */
export async function publishOrders(
  { scope, userId }: ConsoleCaller,
  siteId: string,
  { text, effectiveOn, version }: Published,
  origin: AuditOrigin,
): Promise<{ id: string; version: number }> {
  const { name, timeZone } = await viewSite(scope, siteId);
  const id = uuidv7();
  const no = version + 1;
  await scope.db.transaction().execute(async (db) => {
    const within = { ...scope, db };
    if ((await lockNewestNo(within, siteId)) !== version) throw new AppError('editedMeanwhile');
    const effectiveFromMs = startOfDayMs(effectiveOn, timeZone);
    await insertOrders(within, { id, siteId, no, text, effectiveFromMs, userId });
    await insertAuditEntry(db, origin, {
      action: 'site.ordersPublished',
      subject: { id: siteId, label: name },
      after: { postOrders: no, effectiveOn, text },
    });
  });
  return { id, version: no };
}

/** Throws notFound for orders of a site that is not the caller's. */
export async function viewAcknowledgements(scope: SiteScope, id: string): Promise<OrdersAcknowledgements> {
  const siteId = await findOrdersSite(scope, id);
  if (siteId === null) throw new AppError('notFound');
  const [acknowledged, guards] = await Promise.all([
    findAcknowledged(scope, id),
    findSiteGuards(scope, siteId),
  ]);
  const known = new Set(acknowledged.map(({ guardId }) => guardId));
  return { acknowledged, missing: guards.filter(({ guardId }) => !known.has(guardId)) };
}
