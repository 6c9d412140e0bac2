// Maps what went wrong with a provider to the few reasons that the sign-in page can show.
import { AuthorizationResponseError, ClientError } from 'openid-client';
import type { ErrorCode } from '@watchpost/contract/error-codes';
import { ExternalError } from '../../platform/adapters/external/external-fetch.ts';
import { AppError } from '../../platform/http/app-error.ts';

const retrySeconds = 10;

export function providerUnreachable(): AppError {
  return new AppError('providerUnreachable', { retryAfterSeconds: retrySeconds });
}

/** The failure behind an error of the protocol library; null for what is no fault of a provider. */
export function providerFailure(error: unknown): AppError | null {
  if (error instanceof AppError) return error;
  const external = findCause(error, (cause) => cause instanceof ExternalError);
  if (external instanceof ExternalError) {
    return external.fault === 'addressRefused' ? new AppError('providerAddress') : providerUnreachable();
  }
  if (error instanceof AuthorizationResponseError) return new AppError(codeOfRefusal(error.error));
  const isProtocols =
    error instanceof ClientError || (error instanceof Error && error.name === 'ResponseBodyError');
  if (!isProtocols) return null;
  if (statusOf(error) >= 500) return providerUnreachable();
  const code = 'code' in error ? error.code : '';
  return new AppError(code === 'OAUTH_JWT_TIMESTAMP_CHECK_FAILED' ? 'providerClock' : 'providerDistrusted');
}

const denials = new Set(['access_denied', 'login_required', 'interaction_required', 'consent_required']);

function codeOfRefusal(error: string): ErrorCode {
  if (denials.has(error)) return 'providerDenied';
  const isAway = error === 'server_error' || error === 'temporarily_unavailable';
  return isAway ? 'providerUnreachable' : 'providerDistrusted';
}

function statusOf(error: Error): number {
  if ('status' in error && typeof error.status === 'number') return error.status;
  return error.cause instanceof Response ? error.cause.status : 0;
}

function findCause(error: unknown, fits: (cause: Error) => boolean): Error | null {
  let cause = error;
  for (let depth = 0; depth < 6 && cause instanceof Error; depth += 1) {
    if (fits(cause)) return cause;
    cause = cause.cause;
  }
  return null;
}

/** One line for the log: names and codes of the errors inside each other, never what was sent or received. */
export function causeText(error: unknown): string {
  const texts: string[] = [];
  let cause = error;
  for (let depth = 0; depth < 6 && cause instanceof Error; depth += 1) {
    const code = 'code' in cause && typeof cause.code === 'string' ? ` (${cause.code})` : '';
    const reason = 'error' in cause && typeof cause.error === 'string' ? ` ${cause.error.slice(0, 80)}` : '';
    texts.push(`${cause.message.slice(0, 200)}${code}${reason}`);
    cause = cause.cause;
  }
  return texts.join(' <- ');
}
