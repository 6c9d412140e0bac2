// Bodies of plain web forms and of mail programs. Only endpoints that say so take them; all others keep refusing them.
import type { FastifyInstance } from 'fastify';

/** Far more than a button sends. */
const formMaxBytes = 2_000;

/** Calls `register` with an app whose routes take URL-encoded forms beside JSON. */
export async function takeForms(
  app: FastifyInstance,
  register: (scope: FastifyInstance) => void,
): Promise<void> {
  await app.register(async (scope) => {
    scope.addContentTypeParser(
      'application/x-www-form-urlencoded',
      { parseAs: 'string', bodyLimit: formMaxBytes },
      async (_request: unknown, body: unknown) =>
        typeof body === 'string' && body !== '' ? Object.fromEntries(new URLSearchParams(body)) : undefined,
    );
    register(scope);
  });
}
