import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify';
import type { ErrorCode } from '@watchpost/contract/error-codes';
import { isRaced, isStorageFull, isUnavailable } from '../db/database-errors.ts';
import { AppError, InvalidInput } from './app-error.ts';
import { loggable } from './request-log.ts';
import { logSecurityEvent } from './security-events.ts';

const json = 'application/json; charset=utf-8';

/** Seconds after which to ask again when the database is away. */
const retrySeconds = 2;
/** Room does not come back within seconds. */
export const storageRetrySeconds = 30;

const codeOfStatus: Readonly<Record<number, ErrorCode>> = {
  404: 'notFound',
  405: 'methodNotAllowed',
  413: 'tooLarge',
  415: 'mediaType',
  429: 'slowDown',
  503: 'unavailable',
};

/** The one place that turns an error into a reply. Expected ones log at warn, bugs at error with the request's id. */
export function sendError(error: unknown, request: FastifyRequest, reply: FastifyReply): void {
  void reply.header('Cache-Control', 'no-store').header('X-Request-Id', request.id);
  const invalid = asInvalidInput(error);
  if (invalid !== null) {
    void reply.code(400).type(json).send(invalid.fields);
    return;
  }
  const known = asAppError(error);
  if (known === null) {
    request.log.error({ err: loggable(error) }, 'request failed');
    sendGeneral(reply, new AppError('internal'), request.id);
    return;
  }
  logSecurityEvent(known.code, request);
  // Under overload a line for each refusal would be one more load; the metrics count them.
  const level = known.code === 'busy' ? 'debug' : 'warn';
  if (known.status >= 500)
    request.log[level]({ code: known.code, cause: messageOf(error) }, 'request refused');
  sendGeneral(reply, known, request.id);
}

/** For an address that the router cannot read, which the log of requests does not come to hear of. */
export function sendUnreadable(error: unknown, request: FastifyRequest, reply: FastifyReply): void {
  sendError(error, request, reply);
  request.log.debug({ method: request.method, route: null, status: reply.statusCode }, 'request');
}

/** What the HTTP library refuses as malformed is bad input too. */
function asInvalidInput(error: unknown): InvalidInput | null {
  if (error instanceof InvalidInput) return error;
  if (!isFastifyError(error) || error.statusCode !== 400) return null;
  return new InvalidInput({ request: 'The request is not well formed.' });
}

function asAppError(error: unknown): AppError | null {
  if (error instanceof AppError) return error;
  if (isStorageFull(error)) return new AppError('storageFull', { retryAfterSeconds: storageRetrySeconds });
  if (isUnavailable(error) || isRaced(error)) {
    return new AppError('unavailable', { retryAfterSeconds: retrySeconds });
  }
  const status = isFastifyError(error) ? (error.statusCode ?? 500) : 500;
  const code = codeOfStatus[status];
  if (code !== undefined) return new AppError(code);
  return status >= 400 && status < 500 ? new AppError('notFound') : null;
}

function sendGeneral(reply: FastifyReply, error: AppError, requestId: string): void {
  if (error.retryAfterSeconds !== null) void reply.header('Retry-After', String(error.retryAfterSeconds));
  void reply
    .code(error.status)
    .type(json)
    .send({ general: [{ code: error.code, message: error.message }], requestId });
}

function isFastifyError(error: unknown): error is FastifyError {
  return error instanceof Error && 'statusCode' in error;
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
