// Over real connections, with limits of a fraction of a second.
import { once } from 'node:events';
import net, { type AddressInfo } from 'node:net';
import { Readable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import Fastify, { type FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { endSlowConnections } from './slow-connections.ts';

const limits = { lookMs: 50, looks: 6, leastBytes: 300, unreadMs: 300 };
const longMs = 1_200;
const allSizeBytes = 40_000_000;

let app: FastifyInstance;
let port: number;
let isAnswerEnded = false;

beforeAll(async () => {
  app = Fastify({ keepAliveTimeout: 400 });
  endSlowConnections(app, limits);
  app.post('/', async ({ body }) => ({ length: JSON.stringify(body).length }));
  app.get('/late', async () => {
    await sleep(longMs);
    return 'late';
  });
  app.get('/large', async (_request, reply) => {
    reply.raw.once('close', () => (isAnswerEnded = true));
    const chunk = Buffer.alloc(100_000);
    return reply.send(Readable.from(Array.from({ length: allSizeBytes / chunk.length }, () => chunk)));
  });
  await app.listen({ port: 0, host: '127.0.0.1' });
  port = (app.server.address() as AddressInfo).port;
});
afterAll(() => app.close());

/** Sends the text, then the drip every 20 ms; what came back until the server closed. */
async function talk(text: string, drip = ''): Promise<string> {
  const socket = net.connect({ port, host: '127.0.0.1', allowHalfOpen: true });
  let received = '';
  socket.on('data', (chunk: Buffer) => (received += chunk.toString()));
  socket.on('error', () => {});
  socket.write(text);
  const dripping = drip === '' ? undefined : setInterval(() => socket.write(drip), 20);
  await new Promise((resolve) => socket.once(drip === '' ? 'end' : 'close', resolve));
  clearInterval(dripping);
  socket.destroy();
  return received;
}

const post = (length: number) =>
  `POST / HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nContent-Length: ${length}\r\n\r\n`;

describe('slow connections', () => {
  it('a body that comes in drops is refused and its connection closed, though the caller keeps sending', async () => {
    expect(await talk(`${post(100_000)}"`, 'a')).toMatch(/^HTTP\/1\.1 408 /);
  });

  it('a body that stops half-way is refused', async () => {
    expect(await talk(`${post(100_000)}"`)).toMatch(/^HTTP\/1\.1 408 /);
  });

  it('a body that takes longer than that but keeps coming is taken', async () => {
    const socket = net.connect(port, '127.0.0.1');
    const parts = 40;
    // Ten times as fast as it must be, so that a busy machine's pauses do not count.
    const part = 'a'.repeat(400);
    socket.write(`${post(parts * part.length + 2)}"`);
    for (let sent = 0; sent < parts; sent += 1) {
      await sleep(longMs / parts);
      socket.write(part);
    }
    socket.write('"');
    const [answer] = (await once(socket, 'data')) as [Buffer];
    expect(answer.toString()).toContain(`{"length":${parts * part.length + 2}}`);
    socket.destroy();
  });

  it('an answer that is long in the making is waited for, and an idle connection closed after it', async () => {
    expect(await talk('GET /late HTTP/1.1\r\nHost: a\r\n\r\n')).toMatch(/^HTTP\/1\.1 200 [^]*late$/);
  });

  it('an answer that no one reads is given up', async () => {
    const socket = net.connect(port, '127.0.0.1');
    socket.on('error', () => {});
    socket.pause();
    socket.write('GET /large HTTP/1.1\r\nHost: a\r\n\r\n');
    while (!isAnswerEnded) await sleep(20);
    socket.resume();
    await new Promise((resolve) => socket.once('close', resolve));
    expect(socket.bytesRead).toBeLessThan(allSizeBytes);
  });
});
