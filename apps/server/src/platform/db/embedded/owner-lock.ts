// Lets one process own a data folder. The lock file names it by pid and start time, which distinguishes a live owner from
// what a kill -9 left behind. Where these cannot be checked (another container, another machine on a shared disk), the
// file's heartbeat decides.
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import * as z from 'zod/mini';
import { EmbeddedPostgresError, errorCode } from './embedded-postgres-error.ts';
import { isRunning, startTimeOf } from './operating-system-process.ts';

const HEARTBEAT_MS = 3_000;
/** No heartbeat for this long: the owner is dead. */
const HEARTBEAT_STALE_MS = 8_000;
/** Two that take over the same stale lock at once overwrite each other within this time. */
const TAKE_OVER_SETTLE_MS = 100;
const TAKE_OVER_ATTEMPTS = 3;

const ownerSchema = z.object({
  pid: z.int().check(z.positive()),
  startTime: z.optional(z.string()),
  place: z.string(),
  token: z.string(),
});
type Owner = z.infer<typeof ownerSchema>;

export interface OwnerLock {
  release(): void;
}

/** Where a pid has a meaning: this boot of this machine, this pid namespace. */
function pidPlace(): string {
  if (process.platform !== 'linux') return os.hostname();
  const bootId = fs.readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim();
  return `${bootId} ${fs.readlinkSync('/proc/self/ns/pid')}`;
}

function readText(file: string): string | undefined {
  try {
    return fs.readFileSync(file, 'utf8');
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return undefined;
    throw error;
  }
}

function parseOwner(text: string): Owner | undefined {
  try {
    return ownerSchema.safeParse(JSON.parse(text)).data;
  } catch {
    return undefined;
  }
}

function tryCreate(file: string, text: string): boolean {
  try {
    fs.writeFileSync(file, text, { flag: 'wx' });
    return true;
  } catch (error) {
    if (errorCode(error) === 'EEXIST') return false;
    // Created, but no room for its text: it would hold up the next start.
    if (errorCode(error) === 'ENOSPC') fs.rmSync(file, { force: true });
    throw error;
  }
}

/** Waits until the lock file is refreshed (true) or has been silent for too long, or is gone (false). */
async function hasHeartbeat(file: string): Promise<boolean> {
  const first = fs.statSync(file, { throwIfNoEntry: false })?.mtimeMs;
  if (first === undefined) return false;
  const age = Date.now() - first;
  const silenceLeft = age >= 0 ? HEARTBEAT_STALE_MS - age : HEARTBEAT_STALE_MS;
  for (const end = Date.now() + silenceLeft; Date.now() < end; await sleep(100)) {
    const now = fs.statSync(file, { throwIfNoEntry: false })?.mtimeMs;
    if (now !== first) return now !== undefined;
  }
  return false;
}

async function isAlive(owner: Owner | undefined, file: string): Promise<boolean> {
  if (owner === undefined || owner.place !== pidPlace()) return hasHeartbeat(file);
  if (!isRunning(owner.pid)) return false;
  if (owner.startTime === undefined) return hasHeartbeat(file);
  return startTimeOf(owner.pid) === owner.startTime;
}

function inUse(file: string, owner: Owner | undefined): EmbeddedPostgresError {
  const who =
    owner?.pid === process.pid
      ? `this process (pid ${process.pid}) already`
      : `another process (pid ${owner?.pid ?? 'unknown'})`;
  return new EmbeddedPostgresError(
    `The data folder ${path.dirname(file)} is in use: ${who} runs its database. ` +
      'Stop that process first, or give this one a data folder of its own.',
  );
}

function hold(file: string, text: string): OwnerLock {
  const heartbeat = setInterval(() => {
    const now = new Date();
    fs.utimes(file, now, now, () => undefined);
  }, HEARTBEAT_MS);
  heartbeat.unref();
  return {
    release() {
      clearInterval(heartbeat);
      if (readText(file) === text) fs.rmSync(file, { force: true });
    },
  };
}

/** Makes this process the owner of `dataDir`, taking over from a dead one. @throws EmbeddedPostgresError when a live process owns it */
export async function takeOwnerLock(dataDir: string): Promise<OwnerLock> {
  const file = path.join(dataDir, 'owner.json');
  const me: Owner = {
    pid: process.pid,
    startTime: startTimeOf(process.pid),
    place: pidPlace(),
    token: randomUUID(),
  };
  const text = JSON.stringify(me);
  if (tryCreate(file, text)) return hold(file, text);
  for (let attempt = 0; attempt < TAKE_OVER_ATTEMPTS; attempt++) {
    const found = readText(file);
    if (found !== undefined) {
      const owner = parseOwner(found);
      if (await isAlive(owner, file)) throw inUse(file, owner);
      if (readText(file) === found) fs.rmSync(file, { force: true });
    }
    if (!tryCreate(file, text)) continue;
    await sleep(TAKE_OVER_SETTLE_MS);
    if (readText(file) === text) return hold(file, text);
  }
  throw inUse(file, parseOwner(readText(file) ?? ''));
}
