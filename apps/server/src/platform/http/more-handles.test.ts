import { once } from 'node:events';
import http from 'node:http';
import net, { type AddressInfo } from 'node:net';
import { setImmediate as nextTurn, setTimeout as delay } from 'node:timers/promises';
import { afterEach, describe, expect, it } from 'vitest';
import { moreHandles } from './more-handles.ts';

const backlog = 512;
const callers = 200;

let server: http.Server;
let sockets: net.Socket[] = [];

async function listening(more: number): Promise<number> {
  server = http.createServer((_request, response) => response.end('served'));
  server.listen({ port: 0, host: '127.0.0.1', backlog });
  await once(server, 'listening');
  await moreHandles(more, backlog)(server);
  return (server.address() as AddressInfo).port;
}

afterEach(async () => {
  sockets.forEach((socket) => socket.destroy());
  sockets = [];
  if (!server.listening) return;
  server.close();
  server.closeAllConnections();
  await once(server, 'close');
});

/** Of the event loop, until all who called have been taken. */
async function ticksToTakeAll(port: number): Promise<number> {
  let taken = 0;
  server.on('connection', () => (taken += 1));
  sockets = Array.from({ length: callers }, () => net.connect(port, '127.0.0.1'));
  for (let ticks = 1; ; ticks += 1) {
    await nextTurn();
    if (taken === callers) return ticks;
  }
}

describe.skipIf(process.platform === 'win32')('more handles', () => {
  it('take a connection each a turn of the event loop', async () => {
    expect(await ticksToTakeAll(await listening(0))).toBeGreaterThanOrEqual(callers);
    server.close();
    expect(await ticksToTakeAll(await listening(15))).toBeLessThan(callers / 4);
  });

  it('serve as the first one does, and close with it', async () => {
    const port = await listening(4);
    for (let times = 0; times < 20; times += 1) {
      const reply = await fetch(`http://127.0.0.1:${port}/`, { headers: { connection: 'close' } });
      expect(await reply.text()).toBe('served');
    }
    server.close();
    server.closeAllConnections();
    await once(server, 'close');
    await expect(fetch(`http://127.0.0.1:${port}/`)).rejects.toThrow('fetch failed');
  });

  it('leave no one who calls while they are made without an answer', async () => {
    server = http.createServer((_request, response) => response.end('served'));
    server.listen({ port: 0, host: '127.0.0.1', backlog });
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    let isMade = false;
    const adding = moreHandles(15, backlog)(server).then(() => (isMade = true));
    let calls = 0;
    const call = async () => {
      for (; !isMade; calls += 1) {
        const reply = await fetch(`http://127.0.0.1:${port}/`, { headers: { connection: 'close' } });
        expect(await reply.text()).toBe('served');
      }
    };
    await Promise.all([adding, ...Array.from({ length: 20 }, call)]);
    expect(calls).toBeGreaterThan(20);
  });

  it('answer who has ended what it sends', async () => {
    const port = await listening(4);
    for (let times = 0; times < 10; times += 1) {
      const socket = net.connect({ port, host: '127.0.0.1', allowHalfOpen: true });
      sockets.push(socket);
      socket.end('GET / HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n');
      const [chunk] = (await once(socket, 'data')) as [Buffer];
      expect(chunk.toString()).toMatch(/^HTTP\/1\.1 200 /);
    }
  });

  it.each([0, 1, 2, 5, 20, 60])(
    'leave nothing listening when the server closes %i turns after they are asked for',
    async (ticks) => {
      server = http.createServer();
      server.listen({ port: 0, host: '127.0.0.1', backlog });
      await once(server, 'listening');
      const { port } = server.address() as AddressInfo;
      const addHandles = moreHandles(63, backlog);
      // Long enough for the process to be there, as it is where a server stops as soon as it is ready.
      await delay(200);
      const adding = addHandles(server);
      for (let tick = 0; tick < ticks; tick += 1) await nextTurn();
      server.close();
      await adding;
      await expect(fetch(`http://127.0.0.1:${port}/`)).rejects.toThrow('fetch failed');
    },
  );
});
