import type { FastifyInstance } from 'fastify';
import { AppError } from './app-error.ts';
import { roomRetrySeconds } from './error-reply.ts';

const reads: ReadonlySet<string> = new Set(['GET', 'HEAD', 'OPTIONS']);

/** While there is no room, refuses every request that may have something stored. */
export function refuseWritesWithoutRoom(app: FastifyInstance, hasRoom: () => boolean): void {
  app.addHook('onRequest', async ({ method }) => {
    if (!reads.has(method) && !hasRoom())
      throw new AppError('storageFull', { retryAfterSeconds: roomRetrySeconds });
  });
}
