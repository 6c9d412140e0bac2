import type { FastifyInstance } from 'fastify';

/**
 * Lets the server end as soon as the last request is answered: replies given while closing say that the connection
 * ends with them, since a kept-alive one would hold the server open until it times out.
 */
export function endConnectionsOnClose(app: FastifyInstance): void {
  let isClosing = false;
  app.addHook('preClose', async () => {
    isClosing = true;
  });
  app.addHook('onSend', (_request, reply, _payload, done) => {
    if (isClosing) void reply.header('Connection', 'close');
    done();
  });
}
