// One line a request, at debug: which route, how it ended, how long it took. No address, no person, no query value.
import { type FastifyReply, type FastifyRequest, LogController } from 'fastify';

export class RequestLog extends LogController {
  override incomingRequest(): void {}

  override requestCompleted(
    error: Error | null | undefined,
    request: FastifyRequest,
    reply: FastifyReply,
  ): void {
    const { method, routeOptions } = request;
    const line = {
      method,
      route: routeOptions.url ?? null,
      status: reply.statusCode,
      ms: Math.round(reply.elapsedTime),
    };
    request.log.debug(error ? { ...line, cut: error.message } : line, 'request');
  }

  /** http/error-reply.ts tells of errors. */
  override defaultErrorLog(): void {}

  override streamError(error: Error, request: FastifyRequest): void {
    const hasLeft = 'code' in error && error.code === 'ERR_STREAM_PREMATURE_CLOSE';
    if (hasLeft) request.log.debug('the caller left before the reply was whole');
    else request.log.error({ err: loggable(error) }, 'reply broken off');
  }

  override routeNotFound(): void {}

  override writeHeadError(error: Error, request: FastifyRequest): void {
    request.log.error({ err: loggable(error) }, 'reply could not begin');
  }
}

/** What of an error may be logged: the database puts the values of the row that it refused into other parts. */
export function loggable(error: unknown): object {
  if (!(error instanceof Error)) return { message: String(error) };
  const { name, message, stack } = error;
  return { type: name, message, stack, ...('code' in error ? { code: error.code } : {}) };
}
