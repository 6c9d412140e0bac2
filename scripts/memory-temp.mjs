// Where tests keep what they throw away: they make and drop hundreds of databases of a thousand files each, and a file system
// on a disk is long over that.
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';

const memoryFolder = '/dev/shm';
const prefix = 'watchpost-tests-';
const gibibyte = 2 ** 30;
/** Of the folder, and of the machine's memory beside it. */
const roomWanted = 6 * gibibyte;

/**
 * A folder in memory for temporary files, which is gone when this process ends; undefined where TMPDIR says already where
 * they belong, and where there is no such folder or no room to spare.
 */
export function memoryTemp() {
  if (process.env.TMPDIR || !hasRoom()) return undefined;
  clearAbandoned();
  const folder = path.join(memoryFolder, `${prefix}${process.pid}`);
  fs.mkdirSync(folder);
  // Where the tests run as root the database runs as another user, who must be able to get here.
  fs.chmodSync(folder, 0o755);
  process.once('exit', () => clear(folder));
  return folder;
}

function hasRoom() {
  try {
    fs.accessSync(memoryFolder, fs.constants.W_OK);
    if (!runsPrograms()) return false;
    const { bavail, bsize } = fs.statfsSync(memoryFolder);
    return Math.min(bavail * bsize, os.freemem()) >= roomWanted;
  } catch {
    return false;
  }
}

/** Some tests put programs there. */
function runsPrograms() {
  const mounts = fs
    .readFileSync('/proc/mounts', 'utf8')
    .split('\n')
    .map((line) => line.split(' '));
  const options = mounts.findLast(([, place]) => place === memoryFolder)?.[3] ?? '';
  return !options.split(',').includes('noexec');
}

/** What runs that were killed have left. */
function clearAbandoned() {
  for (const name of fs.readdirSync(memoryFolder)) {
    const owner = name.startsWith(prefix) ? Number(name.slice(prefix.length)) : Number.NaN;
    if (Number.isInteger(owner) && !isRunning(owner)) clear(path.join(memoryFolder, name));
  }
}

function isRunning(pid) {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error.code === 'EPERM';
  }
}

/** Another user's is let be. */
function clear(folder) {
  try {
    fs.rmSync(folder, { recursive: true, force: true, maxRetries: 3 });
  } catch {}
}
