import type { FastifyInstance } from 'fastify';
import { AppError } from './app-error.ts';

/** A database that is silent for this long is away. */
const patienceMs = 2_000;

/**
 * /healthz answers 200 while the process serves, whatever its database does: restarting it would not help.
 * /readyz answers 200 while `askDatabase` is answered too, else 503: send the traffic elsewhere.
 */
export function registerHealth(app: FastifyInstance, askDatabase: () => Promise<unknown>): void {
  app.get('/healthz', async () => ({ status: 'ok' }));
  app.get('/readyz', async (_request, reply) => {
    void reply.header('Cache-Control', 'no-store');
    await Promise.race([askDatabase(), timeout()]);
    return { status: 'ready' };
  });
}

async function timeout(): Promise<never> {
  return new Promise((_resolve, reject) => {
    setTimeout(() => reject(new AppError('unavailable', { retryAfterSeconds: 2 })), patienceMs).unref();
  });
}
