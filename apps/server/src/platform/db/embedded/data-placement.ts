// Where the data goes: where it was wished, unless root's server user cannot reach that place.
import { createHash } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { EmbeddedPostgresError, errorCode } from './embedded-postgres-error.ts';
import { makeFolder } from './make-folder.ts';
import {
  canEnter,
  findServerUser,
  isRoot,
  ownerOf,
  requireNamedUser,
  type ServerUser,
} from './server-user.ts';

const MOVED_DATA_ROOT = '/var/lib/watchpost';

export interface Placement {
  /** Absolute, without symbolic links. Holds the cluster, its log, its socket and the owner's lock. */
  readonly dataDir: string;
  /** Whom to run the server as; undefined: as this process. */
  readonly user: ServerUser | undefined;
  readonly notes: readonly string[];
}

export const clusterDirOf = (dataDir: string): string => path.join(dataDir, 'cluster');
const hasCluster = (dataDir: string): boolean => fs.existsSync(clusterDirOf(dataDir));
const movedFrom = (folder: string): string =>
  path.join(MOVED_DATA_ROOT, `${path.basename(folder)}-${folderHash(folder)}`);

/** Short text that differs for different folders. */
export const folderHash = (folder: string): string =>
  createHash('sha256').update(folder).digest('hex').slice(0, 12);

function placeForOrdinaryUser(wish: string): Placement {
  requireNamedUser();
  const uid = process.getuid?.();
  if (hasCluster(wish) && uid !== undefined && fs.statSync(clusterDirOf(wish)).uid !== uid)
    throw new EmbeddedPostgresError(
      `The database in ${wish} belongs to ${ownerOf(clusterDirOf(wish)).name}. ` +
        'Start Watchpost as that user (or as root, when root created it), or have DATA_DIR name another folder.',
    );
  return { dataDir: wish, user: undefined, notes: [] };
}

/** The server user must pass through the folder, and no more: what it may write lies below and is given to it. */
function openForPassing(folder: string): void {
  fs.chmodSync(folder, (fs.statSync(folder).mode & 0o777) | 0o111);
}

function canBeReached(dataDir: string, user: ServerUser): boolean {
  if (!canEnter(path.dirname(dataDir), user)) return false;
  openForPassing(dataDir);
  return canEnter(dataDir, user);
}

/** Data that exists is never left behind: a cluster found in either place decides before reachability does. */
function placeForRoot(wish: string): Placement {
  const moved = movedFrom(wish);
  const runsAs = (user: ServerUser) =>
    `PostgreSQL refuses to run as root, so it runs as the user ${user.name}.`;
  if (hasCluster(wish)) {
    const owner = ownerOf(clusterDirOf(wish));
    return { dataDir: wish, user: owner, notes: [runsAs(owner)] };
  }
  const user = hasCluster(moved) ? ownerOf(clusterDirOf(moved)) : findServerUser();
  if (!hasCluster(moved) && canBeReached(wish, user)) return { dataDir: wish, user, notes: [runsAs(user)] };

  makeFolder(moved);
  for (const folder of [MOVED_DATA_ROOT, moved]) fs.chmodSync(folder, 0o755);
  if (!canEnter(moved, user))
    throw new EmbeddedPostgresError(
      `PostgreSQL refuses to run as root, and the user ${user.name} can reach neither ${wish} nor ${moved}. ` +
        'Start Watchpost as an ordinary user, or choose a data folder that user can reach.',
    );
  fs.writeFileSync(path.join(wish, 'data-is-elsewhere.txt'), `The database of this folder is in ${moved}\n`);
  const sentence = `The user ${user.name} cannot reach ${wish}, so the database is in ${moved}.`;
  return { dataDir: moved, user, notes: [runsAs(user), sentence] };
}

/** PostgreSQL cuts paths off at 1,024 bytes, and says nothing of it. */
const maxDataDirBytes = 850;

function requireShort(folder: string): void {
  if (Buffer.byteLength(folder) <= maxDataDirBytes) return;
  throw new EmbeddedPostgresError(
    `DATA_DIR: the path ${folder.slice(0, 60)}... is too long for a database. Choose one of at most ${maxDataDirBytes} bytes.`,
  );
}

/** Creates the data folder, which is named from the root. */
export function placeData(wish: string): Placement {
  requireShort(wish);
  makeFolder(wish);
  const folder = fs.realpathSync(wish);
  requireShort(folder);
  return isRoot() ? placeForRoot(folder) : placeForOrdinaryUser(folder);
}

/** Whether a data folder never had a database, wherever it would lie; false where that cannot be seen. Makes nothing. */
export function isUnused(wish: string): boolean {
  try {
    const folder = fs.realpathSync(wish);
    const places = isRoot() ? [folder, movedFrom(folder)] : [folder];
    return places.every((place) => fs.statSync(clusterDirOf(place), { throwIfNoEntry: false }) === undefined);
  } catch (error) {
    return errorCode(error) === 'ENOENT';
  }
}
