import http from 'node:http';
import { once } from 'node:events';
import Fastify from 'fastify';
import { expect, it } from 'vitest';
import { endConnectionsOnClose } from './closing.ts';

it('a server closes once its last request is answered, however long the client would keep the connection', async () => {
  const app = Fastify({ keepAliveTimeout: 600_000 });
  endConnectionsOnClose(app);
  const arrived = gate();
  const released = gate();
  app.get('/', async () => {
    arrived.resolve();
    await released.promise;
    return 'done';
  });
  const url = await app.listen({ port: 0, host: '127.0.0.1' });
  const agent = new http.Agent({ keepAlive: true });
  const request = http.get(url, { agent });
  await arrived.promise;
  const closed = app.close();
  released.resolve();
  const [response] = (await once(request, 'response')) as [http.IncomingMessage];
  response.resume();
  await closed;
  expect(response.statusCode).toBe(200);
  agent.destroy();
});

function gate(): { promise: Promise<void>; resolve: () => void } {
  let resolve: () => void = () => {};
  const promise = new Promise<void>((open) => {
    resolve = open;
  });
  return { promise, resolve };
}
