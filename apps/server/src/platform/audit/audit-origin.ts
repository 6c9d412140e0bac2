// Who did it and from where, as every entry of the audit log tells.
import type { Role } from '@watchpost/domain/permissions';
import type { Tenant } from '../access/caller.ts';

export interface AuditOrigin {
  readonly tenantId: string;
  /** Null when no one was signed in. The name is read as it is at that moment. */
  readonly actor: { readonly id: string; readonly role: Role } | null;
  readonly address: string;
  readonly agent: string;
  readonly requestId: string;
}

interface Request {
  readonly tenant: Tenant;
  readonly address: string;
  readonly agent: string;
  readonly requestId: string;
  readonly caller: { readonly userId: string; readonly role: Role } | null;
}

/** The origin of what a handler does; with `actor`, on behalf of somebody whom the request itself lets in. */
export function auditOrigin(request: Request, actor: AuditOrigin['actor'] = null): AuditOrigin {
  const { tenant, address, agent, requestId, caller } = request;
  return {
    tenantId: tenant.id,
    actor: actor ?? (caller === null ? null : { id: caller.userId, role: caller.role }),
    address,
    agent,
    requestId,
  };
}

/** What the system does by the clock. */
export function systemOrigin(tenantId: string): AuditOrigin {
  return { tenantId, actor: null, address: '', agent: 'system', requestId: '' };
}

/** What an operator does on the server's own command line. */
export function operatorOrigin(tenantId: string): AuditOrigin {
  return { tenantId, actor: null, address: '', agent: 'command line', requestId: '' };
}
