// Logs refusals that may be part of an attack, one line each at warn, for the operator's monitoring.
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { ErrorCode } from '@watchpost/contract/error-codes';

/** Refused sign-ins of the console are entries of the audit log; these refusals are recorded nowhere else. */
const loggedCodes: ReadonlySet<ErrorCode> = new Set([
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

declare module 'fastify' {
  interface FastifyRequest {
    /** Id of the account or guard whose request it is, which names no one outside the database; null until it is known. */
    asker: string | null;
  }
}

/** Gives every request a place for its caller, whom a refusal's line names. */
export function rememberAskers(app: FastifyInstance): void {
  app.decorateRequest('asker', null);
}

export function logSecurityEvent(code: ErrorCode, request: FastifyRequest): void {
  if (!loggedCodes.has(code)) return;
  const { method, routeOptions, params, asker } = request;
  const { tenant = null } = (params ?? {}) as { tenant?: string };
  request.log.warn({ code, method, route: routeOptions.url ?? null, tenant, asker }, 'security event');
}
