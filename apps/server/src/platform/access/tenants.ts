import type { Database } from '../db/database.ts';
import { findTenant } from './caller.queries.ts';
import type { Tenant } from './caller.ts';

export type TenantLookup = (slug: string) => Promise<Tenant | null>;

/** How long a tenant's name may be out of date on a running server. */
const cachedMs = 30_000;

/**
 * Finds tenants by slug; those that exist are remembered for a while, since every request names one. Where the demo is
 * off, a demo company that an earlier start made is no one's: its passwords are published.
 */
export function makeTenantLookup(database: Database, { isDemo }: { isDemo: boolean }): TenantLookup {
  const known = new Map<string, { tenant: Tenant; untilMs: number }>();
  return async (slug) => {
    const cached = known.get(slug);
    if (cached !== undefined && cached.untilMs > Date.now()) return cached.tenant;
    const found = await findTenant(database, slug);
    const tenant = found?.isDemo === true && !isDemo ? null : found;
    if (tenant !== null) known.set(slug, { tenant, untilMs: Date.now() + cachedMs });
    return tenant;
  };
}
