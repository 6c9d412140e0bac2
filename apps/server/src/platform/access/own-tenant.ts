import { InvalidInput } from '../http/app-error.ts';
import type { Tenant } from './caller.ts';

/** Throws where a body names another tenant than its address does. */
export function requireOwnTenant(tenant: Tenant, sent: string | undefined): void {
  if (sent !== undefined && sent !== tenant.slug)
    throw new InvalidInput({ tenantId: 'Must be this tenant.' });
}
