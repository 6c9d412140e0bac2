// libuv takes one new connection of a listening handle a turn of its loop, and under load turns are long: callers whose
// connections are not taken are neither answered nor refused. Of several handles of one socket each has one taken.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import type http from 'node:http';
import net from 'node:net';

/**
 * Sends back what it is sent, as another handle of the same socket, and ends with the last. It is sent bare handles: a
 * server it would listen with, and take connections that end with it.
 */
const sender = `process.on('message', (left, handle) => process.send(left, handle, () => left > 1 || process.exit()))`;

/** Has the handles listen for a server that listens already, until it closes. */
type AddHandles = (server: http.Server) => Promise<void>;

/**
 * Makes ready for `more` handles besides a server's own; `backlog` as it will be listened with. What is returned rejects when the
 * process that multiplies the handle, which takes a while to come up, cannot be started. On Windows, where a handle takes many
 * connections at once, it does nothing.
 */
export function moreHandles(more: number, backlog: number): AddHandles {
  if (process.platform === 'win32' || more < 1) return async () => {};
  const child = spawn(process.execPath, ['-e', sender], { stdio: ['ignore', 'ignore', 'ignore', 'ipc'] });
  const [isUp, isGone] = [once(child, 'spawn'), once(child, 'close')];
  // Heard of where they are awaited.
  for (const each of [isUp, isGone]) each.catch(() => {});
  return async (server) => {
    const added: net.Server[] = [];
    server.once('close', () => {
      added.forEach((each) => each.close());
      child.kill();
    });
    // What is closed while it waits to be sent cannot be.
    const onSent = (error: Error | null) => error === null || child.kill();
    child.on('message', (_left, sent) => {
      const handle = sent as BareHandle;
      if (server.listening) added.push(listenFor(server, handle, backlog));
      else handle.close();
    });
    await isUp;
    if (!child.connected) throw new Error('the process that multiplies the handle has ended');
    if (!server.listening) child.kill();
    else for (let left = more; left > 0; left -= 1) child.send(left, bareHandleOf(server), onSent);
    await isGone;
  };
}

/** Node's own, which it sends as it is and listens with; its types know of none. */
type BareHandle = net.Server;

const bareHandleOf = (server: http.Server): BareHandle =>
  (server as unknown as { readonly _handle: BareHandle })._handle;

/** Set up as the server's own. */
function listenFor(server: http.Server, handle: BareHandle, backlog: number): net.Server {
  const own = net.createServer({ allowHalfOpen: true, noDelay: true });
  own.on('connection', (socket) => server.emit('connection', socket));
  return own.listen(handle, backlog);
}
