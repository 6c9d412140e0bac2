// Where the server listens: a socket in a private folder; on Windows, which has none in Node, TCP on loopback.
import fs from 'node:fs';
import net from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { folderHash, type Placement } from './data-placement.ts';
import { EmbeddedPostgresError } from './embedded-postgres-error.ts';
import { canEnter, makePrivateFolder } from './server-user.ts';

/** The kernel allows 104 (macOS) to 108 (Linux) bytes for a socket's path. */
const MAX_SOCKET_PATH_BYTES = 100;
/** On Unix it only names the socket file. */
const UNIX_PORT = 5432;

export interface ListenAddress {
  /** Socket folder, or the loopback address. */
  readonly host: string;
  readonly port: number;
  /** Path of the socket; undefined on TCP. */
  readonly socket: string | undefined;
}

const socketIn = (folder: string): string => path.join(folder, `.s.PGSQL.${UNIX_PORT}`);

function chooseSocketFolder({ dataDir, user }: Placement): string {
  const short = `watchpost-${folderHash(dataDir)}`;
  const candidates = [path.join(dataDir, 'socket'), path.join(os.tmpdir(), short), path.join('/tmp', short)];
  const found = candidates.find(
    (folder) =>
      Buffer.byteLength(socketIn(folder)) < MAX_SOCKET_PATH_BYTES &&
      (user === undefined || canEnter(path.dirname(folder), user)),
  );
  if (found !== undefined) return found;
  throw new EmbeddedPostgresError(
    `No folder for the database's socket: the path ${candidates[0]} is too long, and ${candidates[1]} does not do either. ` +
      'Choose a data folder with a shorter path.',
  );
}

function findFreePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = net.createServer();
    probe.once('error', reject);
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address();
      probe.close(() => resolve(typeof address === 'object' && address !== null ? address.port : 0));
    });
  });
}

/** Chooses and prepares the address. */
export async function prepareListenAddress(placement: Placement): Promise<ListenAddress> {
  if (process.platform === 'win32')
    return { host: '127.0.0.1', port: await findFreePort(), socket: undefined };
  const folder = chooseSocketFolder(placement);
  makePrivateFolder(folder, placement.user);
  return { host: folder, port: UNIX_PORT, socket: socketIn(folder) };
}

/** Does a server answer there? A socket works across containers, where pids mean nothing. */
export function isAnswering({ host, port, socket }: ListenAddress): Promise<boolean> {
  return new Promise((resolve) => {
    const connection = socket === undefined ? net.connect(port, host) : net.connect(socket);
    connection.once('connect', () => {
      connection.destroy();
      resolve(true);
    });
    connection.once('error', () => resolve(false));
  });
}

/** Removes a socket folder outside the data folder, once the server is gone. */
export function removeShortSocketFolder({ socket, host }: ListenAddress, dataDir: string): void {
  if (socket === undefined || host.startsWith(dataDir + path.sep)) return;
  fs.rmSync(host, { recursive: true, force: true });
}
