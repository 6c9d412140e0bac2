import type { SiteScope } from '../../platform/access/caller.ts';
import { isOrWasCalled } from '../../records/past-names/guard-names.queries.ts';
import { grains } from '../../platform/rollups/count-windows.ts';

/** Guards whose name or employee id, now or before, holds the text, and who have rounds within the scope; at most `limit`. */
export async function findGuardIds(scope: SiteScope, text: string, limit: number): Promise<string[]> {
  const rows = await scope.db
    .selectFrom('guards as g')
    .select('g.id')
    .where('g.tenant_id', '=', scope.tenantId)
    .where(isOrWasCalled(scope.tenantId, text))
    .$if(scope.siteId !== null, (query) =>
      query.where(({ exists, selectFrom }) =>
        exists(
          selectFrom('round_counts as c')
            .select('c.guard_id')
            .whereRef('c.tenant_id', '=', 'g.tenant_id')
            .whereRef('c.guard_id', '=', 'g.id')
            .where('c.site_id', '=', scope.siteId)
            .where('c.grain', '=', grains.allTime),
        ),
      ),
    )
    .orderBy('g.id')
    .limit(limit)
    .execute();
  return rows.map((row) => row.id);
}
