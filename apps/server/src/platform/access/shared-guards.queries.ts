// Guards who work at several sites: what holds at all of them is changed only by who may see all of them.
import { CompiledQuery } from 'kysely';
import { errorCodes } from '@watchpost/contract/error-codes';
import { AppError } from '../http/app-error.ts';
import type { SiteScope } from './caller.ts';

/**
 * SQL of whether the guard, an alias, works at a site that is not among the caller's: `ownSite` is SQL too, null for who sees
 * all. Deleted sites do not count.
 */
export const worksElsewhere = (guard: string, ownSite: string): string =>
  `(${ownSite} IS NOT NULL AND EXISTS (SELECT FROM guard_sites w
    JOIN sites ws ON ws.tenant_id = w.tenant_id AND ws.id = w.site_id AND ws.deleted_at IS NULL
    WHERE w.tenant_id = ${guard}.tenant_id AND w.guard_id = ${guard}.id AND w.site_id <> ${ownSite}))`;

/**
 * Throws guardWorksElsewhere, which names them, where one of the caller's guards works at a site that the caller may not see. Holds the
 * guards, so that none is posted to such a site until the transaction ends. Guards who are not the caller's are skipped and
 * never named.
 */
export async function refuseSharedGuards(
  { db, tenantId, siteId }: SiteScope,
  ids: readonly string[],
): Promise<void> {
  if (siteId === null || ids.length === 0) return;
  const heldElsewhere =
    'SELECT FROM guards WHERE tenant_id = $1::uuid AND id = ANY ($2::uuid[]) ORDER BY id FOR UPDATE';
  await db.executeQuery(CompiledQuery.raw(heldElsewhere, [tenantId, ids]));
  const text = `SELECT trim(r.first_name || ' ' || r.last_name) AS name FROM guards r
    WHERE r.tenant_id = $1::uuid AND r.id = ANY ($2::uuid[]) AND ${worksElsewhere('r', '$3::uuid')}
      AND EXISTS (SELECT FROM guard_sites o WHERE o.tenant_id = r.tenant_id AND o.guard_id = r.id AND o.site_id = $3::uuid)
    ORDER BY r.sort_name, r.id`;
  const { rows } = await db.executeQuery<{ name: string }>(CompiledQuery.raw(text, [tenantId, ids, siteId]));
  if (rows.length > 0) throw sharedGuards(rows.map(({ name }) => name));
}

export const sharedGuards = (names: readonly string[]): AppError =>
  new AppError('guardWorksElsewhere', {
    message: errorCodes.guardWorksElsewhere.message.replace('{names}', () => names.join(', ')),
  });
