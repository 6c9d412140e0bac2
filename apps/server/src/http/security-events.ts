// Refusals that may be an attempt at something: each is a line of the log at warn, for whoever watches over it.
import type { FastifyRequest } from 'fastify';
import type { ErrorCode } from '@watchpost/contract/error-codes';

/** Refused sign-ins of the console are entries of the audit log; these are told nowhere else. */
const told: ReadonlySet<ErrorCode> = new Set([
  'notPermitted',
  'crossSiteToken',
  'slowDown',
  'fieldSignInFailed',
  'deviceRevoked',
  'deviceCleared',
  'passkeyRefused',
  'providerDistrusted',
  'providerAddress',
]);

const askers = new WeakMap<FastifyRequest, string>();

/** Remembers whose request it is: the id of an account or a guard, which names nobody outside the database. */
export function noteAsker(request: FastifyRequest, id: string): void {
  askers.set(request, id);
}

export function tellSecurityEvent(code: ErrorCode, request: FastifyRequest): void {
  if (!told.has(code)) return;
  const { method, routeOptions, params } = request;
  const { tenant = null } = (params ?? {}) as { tenant?: string };
  const asker = askers.get(request) ?? null;
  request.log.warn({ code, method, route: routeOptions.url ?? null, tenant, asker }, 'security event');
}
