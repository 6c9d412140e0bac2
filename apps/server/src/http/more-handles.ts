// libuv takes one new connection of a listening handle a turn of its loop, and under load turns are long: callers whose
// connections are not taken are neither answered nor refused. Of several handles of one socket each has one taken.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import type http from 'node:http';
import net from 'node:net';

/** Sends back the handle that it is sent so many times, each time as a handle of its own of the same socket, and ends. */
const sender = `process.once('message', (times, handle) => {
  const send = (left) => (left === 0 ? process.exit() : process.send(left, handle, () => send(left - 1)));
  send(times);
})`;

/**
 * Has `more` handles besides its own listen for a server that listens already, until it closes; `backlog` as it was
 * listened with. Rejects when the process that multiplies the handle cannot be started. On Windows, where a handle
 * takes many connections at once, it does nothing.
 */
export async function addHandles(server: http.Server, more: number, backlog: number): Promise<void> {
  if (process.platform === 'win32') return;
  const child = spawn(process.execPath, ['-e', sender], { stdio: ['ignore', 'ignore', 'ignore', 'ipc'] });
  const added: net.Server[] = [];
  server.once('close', () => added.forEach((each) => each.close()));
  child.on('message', (_left, handle) => {
    const isWanted = server.listening && handle instanceof net.Server;
    if (isWanted) added.push(listenFor(server, handle, backlog));
  });
  const send = async () => {
    await once(child, 'spawn');
    child.send(more, server);
  };
  await Promise.all([send(), once(child, 'close')]);
}

/** Set up as the server's own. */
function listenFor(server: http.Server, handle: net.Server, backlog: number): net.Server {
  const own = net.createServer({ allowHalfOpen: true, noDelay: true });
  own.on('connection', (socket) => server.emit('connection', socket));
  return own.listen(handle, backlog);
}
