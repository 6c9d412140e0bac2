import type { FastifyInstance } from 'fastify';
import { AppError } from './app-error.ts';
import { storageRetrySeconds } from './error-reply.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** See Endpoint. */
    readonly evenWithoutRoom?: boolean;
  }
}

const reads: ReadonlySet<string> = new Set(['GET', 'HEAD', 'OPTIONS']);

/**
 * While there is no room, refuses every request that may have something stored. Of those that are tried all the
 * same the database decides, which keeps files of its log for the like (log-room.ts).
 */
export function refuseWritesWithoutSpace(app: FastifyInstance, hasDiskSpace: () => boolean): void {
  app.addHook('onRequest', ({ method, routeOptions: { config } }, _reply, done) => {
    const isRefused = !reads.has(method) && config.evenWithoutRoom !== true && !hasDiskSpace();
    done(isRefused ? new AppError('storageFull', { retryAfterSeconds: storageRetrySeconds }) : undefined);
  });
}
