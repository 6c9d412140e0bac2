// A cluster is created whole or not at all: initdb works in a folder of its own, which is then renamed.
import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { SERVER_ENVIRONMENT, type Binaries } from './binaries.ts';
import { clusterDirOf, type Placement } from './data-placement.ts';
import { EmbeddedPostgresError, OWN_SERVER_ADVICE } from './embedded-postgres-error.ts';
import { makePrivateFolder } from './server-user.ts';

export const SUPERUSER = 'postgres';
const MAJOR_VERSION = '18';
const HALF_MADE_PREFIX = 'cluster.new-';

/** Runs a database program to its end. Resolves with its exit code and all it said. */
export function runProgram(
  program: string,
  args: readonly string[],
  user: Placement['user'],
): Promise<{ code: number | null; output: string }> {
  const options = { uid: user?.uid, gid: user?.gid, cwd: '/', env: SERVER_ENVIRONMENT, windowsHide: true };
  return new Promise((resolve, reject) => {
    const child = spawn(program, args, { ...options, stdio: ['ignore', 'pipe', 'pipe'] });
    let output = '';
    const collect = (chunk: Buffer) => (output += chunk.toString());
    child.stdout.on('data', collect);
    child.stderr.on('data', collect);
    child.once('error', reject);
    child.once('close', (code) => resolve({ code, output }));
  });
}

/** The superuser's password where the server listens on TCP (Windows); kept beside the cluster. */
export function readOrCreatePassword(dataDir: string): string {
  const file = path.join(dataDir, 'superuser-password');
  if (!fs.existsSync(file)) fs.writeFileSync(file, randomBytes(24).toString('base64url'), { mode: 0o600 });
  return fs.readFileSync(file, 'utf8').trim();
}

function initdbArguments(folder: string, dataDir: string): string[] {
  const access =
    process.platform === 'win32'
      ? ['--auth=scram-sha-256', `--pwfile=${path.join(dataDir, 'superuser-password')}`]
      : ['--auth=trust']; // anyone who reaches the socket can read the data files as well
  // The same order on every machine, whatever locales it has; the provider needs PostgreSQL 17.
  const locale = ['--locale=C', '--locale-provider=builtin', '--builtin-locale=C.UTF-8'];
  const format = ['-E', 'UTF8', ...locale, '--data-checksums', '--no-instructions'];
  return ['-D', folder, '-U', SUPERUSER, ...access, ...format];
}

function explainInitdbFailure(output: string, placement: Placement): EmbeddedPostgresError {
  const { dataDir, user } = placement;
  if (/no space left on device|disk quota exceeded/i.test(output)) {
    const { bavail, bsize } = fs.statfsSync(dataDir);
    const freeMegabytes = Math.floor((Number(bavail) * Number(bsize)) / 2 ** 20);
    return new EmbeddedPostgresError(
      `The disk is full: no room for a new database in ${dataDir} (${freeMegabytes} MB free, about 100 MB needed). ` +
        'Free some space and start again; nothing half-made is left behind.',
    );
  }
  if (/could not look up effective user ID/i.test(output))
    return new EmbeddedPostgresError(
      `The user id ${user?.uid ?? process.getuid?.()} has no entry in the passwd database, and PostgreSQL cannot ` +
        `start without one. ${OWN_SERVER_ADVICE}`,
    );
  return new EmbeddedPostgresError(
    `PostgreSQL could not create its database in ${dataDir}: ${output.trim().slice(-800)} ${OWN_SERVER_ADVICE}`,
  );
}

function requireUsableCluster(clusterDir: string): void {
  const versionFile = path.join(clusterDir, 'PG_VERSION');
  if (!fs.existsSync(versionFile))
    throw new EmbeddedPostgresError(
      `${clusterDir} is not a PostgreSQL data folder. Move it away, and a new one is created; or restore it from a backup.`,
    );
  const version = fs.readFileSync(versionFile, 'utf8').trim();
  if (version !== MAJOR_VERSION)
    throw new EmbeddedPostgresError(
      `The database in ${clusterDir} was made by PostgreSQL ${version}; this release brings PostgreSQL ${MAJOR_VERSION}. ` +
        'Restore a backup into a new data folder, or go back to the release that made it.',
    );
}

/** A rename survives a power cut only once its folder is on the disk. */
function syncFolder(folder: string): void {
  if (process.platform === 'win32') return;
  const handle = fs.openSync(folder, 'r');
  fs.fsyncSync(handle);
  fs.closeSync(handle);
}

/** Creates the cluster where there is none. Returns its folder. @throws EmbeddedPostgresError */
export async function ensureCluster(placement: Placement, binaries: Binaries): Promise<string> {
  const { dataDir, user } = placement;
  const clusterDir = clusterDirOf(dataDir);
  for (const name of fs.readdirSync(dataDir).filter((entry) => entry.startsWith(HALF_MADE_PREFIX)))
    fs.rmSync(path.join(dataDir, name), { recursive: true, force: true, maxRetries: 5 });
  if (fs.existsSync(clusterDir)) {
    requireUsableCluster(clusterDir);
    return clusterDir;
  }
  // A name of its own for every trial: an initdb whose starter was killed may still be writing to the last one.
  const halfMade = path.join(dataDir, HALF_MADE_PREFIX + randomBytes(4).toString('hex'));
  makePrivateFolder(halfMade, user);
  const { code, output } = await runProgram(
    binaries.pathOf('initdb'),
    initdbArguments(halfMade, dataDir),
    user,
  );
  if (code !== 0) {
    const failure = explainInitdbFailure(output, placement);
    fs.rmSync(halfMade, { recursive: true, force: true, maxRetries: 5 });
    throw failure;
  }
  fs.renameSync(halfMade, clusterDir);
  syncFolder(dataDir);
  return clusterDir;
}
