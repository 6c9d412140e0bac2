// Refusals that may be an attempt at something: each is a line of the log at warn, for whoever watches over it.
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { ErrorCode } from '@watchpost/contract/error-codes';

/** Refused sign-ins of the console are entries of the audit log; these are told nowhere else. */
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

/** Every request has an asker, to be told of with what it was refused. */
export function rememberAskers(app: FastifyInstance): void {
  app.decorateRequest('asker', null);
}

export function logSecurityEvent(code: ErrorCode, request: FastifyRequest): void {
  if (!loggedCodes.has(code)) return;
  const { method, routeOptions, params, asker } = request;
  const { tenant = null } = (params ?? {}) as { tenant?: string };
  request.log.warn({ code, method, route: routeOptions.url ?? null, tenant, asker }, 'security event');
}
