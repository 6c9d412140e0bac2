// One process at a time through a section of work, also across processes that were killed halfway.
//
// The lock is a folder that appears by one rename with its owner's file already inside, so it is never seen
// without an owner. The owner touches that file while it works; a lock whose file has stopped changing, or
// whose owner on this machine is gone, is taken over.
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';

const beatEveryMs = 2_000;
const abandonedAfterMs = 30_000;
const retryEveryMs = 300;

const wait = (ms) => new Promise((resolve) => setTimeout(resolve, ms));

function readOwner(lockFolder) {
  try {
    const file = path.join(lockFolder, 'owner.json');
    return { ...JSON.parse(fs.readFileSync(file, 'utf8')), beat: fs.statSync(file).mtimeMs };
  } catch {
    return undefined;
  }
}

function isGone(owner) {
  if (owner.host !== os.hostname()) return false;
  try {
    process.kill(owner.pid, 0);
    return false;
  } catch (error) {
    return error.code === 'ESRCH';
  }
}

function tryTake(lockFolder, token) {
  const draft = fs.mkdtempSync(`${lockFolder}-`);
  fs.writeFileSync(
    path.join(draft, 'owner.json'),
    JSON.stringify({ pid: process.pid, host: os.hostname(), token }),
  );
  try {
    fs.renameSync(draft, lockFolder);
    return true;
  } catch (error) {
    fs.rmSync(draft, { recursive: true, force: true });
    // Windows says EPERM or EACCES where others say that the folder is not empty.
    if (['ENOTEMPTY', 'EEXIST'].includes(error.code)) return false;
    if (['EPERM', 'EACCES'].includes(error.code) && fs.existsSync(lockFolder)) return false;
    throw error;
  }
}

/** Moves an abandoned lock aside; puts it back if another process had renewed it in between. */
function discard(lockFolder, owner) {
  const aside = `${lockFolder}-abandoned-${process.pid}-${Date.now()}`;
  try {
    fs.renameSync(lockFolder, aside);
  } catch {
    return;
  }
  if (readOwner(aside)?.token !== owner.token) {
    try {
      fs.renameSync(aside, lockFolder);
      return;
    } catch {
      // A third process took the lock in the meantime; the one moved aside notices that it lost its own.
    }
  }
  fs.rmSync(aside, { recursive: true, force: true });
}

async function take(lockFolder, token, onWait) {
  let seen;
  let seenSince = 0;
  let hasSaid = false;
  for (;;) {
    if (tryTake(lockFolder, token)) return;
    const owner = readOwner(lockFolder);
    if (owner) {
      const key = `${owner.token} ${owner.beat}`;
      if (key !== seen) {
        seen = key;
        seenSince = Date.now();
      }
      if (isGone(owner) || Date.now() - seenSince > abandonedAfterMs) {
        discard(lockFolder, owner);
        continue;
      }
      if (!hasSaid) onWait(owner);
      hasSaid = true;
    }
    await wait(retryEveryMs);
  }
}

/** Runs `work` while holding the lock at `lockFolder`; calls `onWait` once if another process has it. */
export async function withFolderLock(lockFolder, onWait, work) {
  fs.mkdirSync(path.dirname(lockFolder), { recursive: true });
  const token = `${process.pid}-${Date.now()}-${Math.random().toString(36).slice(2)}`;
  await take(lockFolder, token, onWait);
  const ownerFile = path.join(lockFolder, 'owner.json');
  const beat = setInterval(() => {
    const now = new Date();
    fs.utimes(ownerFile, now, now, () => {});
  }, beatEveryMs);
  const release = () => {
    if (readOwner(lockFolder)?.token === token) fs.rmSync(lockFolder, { recursive: true, force: true });
  };
  process.on('exit', release);
  try {
    return await work();
  } finally {
    clearInterval(beat);
    process.off('exit', release);
    release();
  }
}
