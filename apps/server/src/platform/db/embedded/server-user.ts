// PostgreSQL refuses to run as root, so a root process runs it as another user of the machine.
import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { EmbeddedPostgresError, OWN_SERVER_ADVICE } from './embedded-postgres-error.ts';
import { makeFolder } from './make-folder.ts';

/** Whom to switch to when starting a database program. */
export interface ServerUser {
  readonly name: string;
  readonly uid: number;
  readonly gid: number;
}

export const isRoot = (): boolean => process.getuid?.() === 0;

function passwdEntries(): ServerUser[] {
  const lines = fs.readFileSync('/etc/passwd', 'utf8').split('\n');
  return lines.flatMap((line) => {
    const [name, , uid, gid] = line.split(':');
    // macOS writes no one's id as -2, which is the unsigned 32-bit number.
    return name && uid && gid ? [{ name, uid: Number(uid) >>> 0, gid: Number(gid) >>> 0 }] : [];
  });
}

/** The user a root process starts a new cluster as. @throws EmbeddedPostgresError when the machine has none */
export function findServerUser(): ServerUser {
  const entries = passwdEntries();
  const user = ['postgres', 'nobody']
    .map((name) => entries.find((entry) => entry.name === name && entry.uid !== 0))
    .find((entry) => entry !== undefined);
  if (user !== undefined) return user;
  throw new EmbeddedPostgresError(
    'PostgreSQL refuses to run as root, and this machine has neither a user "postgres" nor "nobody" to run it as. ' +
      `Start Watchpost as an ordinary user. ${OWN_SERVER_ADVICE}`,
  );
}

/** The owner of a folder, as a user to switch to. */
export function ownerOf(folder: string): ServerUser {
  const { uid, gid } = fs.statSync(folder);
  const name = passwdEntries().find((entry) => entry.uid === uid)?.name ?? `uid ${uid}`;
  return { name, uid, gid };
}

/** @throws EmbeddedPostgresError when this process's uid has no name, which PostgreSQL cannot live with */
export function requireNamedUser(): void {
  if (process.platform === 'win32') return;
  try {
    os.userInfo();
  } catch {
    throw new EmbeddedPostgresError(
      `The user id ${process.getuid?.()} that Watchpost runs as has no entry in the passwd database, and PostgreSQL ` +
        `cannot start without one. Add such an entry to /etc/passwd, or run as a user that has one. ${OWN_SERVER_ADVICE}`,
    );
  }
}

/** May `user` step into `folder`? Asked of the kernel, which alone knows modes, lists and mounts. */
export function canEnter(folder: string, user: ServerUser): boolean {
  const { uid, gid } = user;
  return (
    spawnSync('/bin/sh', ['-c', 'cd "$0"', folder], { uid, gid, cwd: '/', stdio: 'ignore' }).status === 0
  );
}

/** Makes `folder` (and its missing parents) private to anyone who runs the server. */
export function makePrivateFolder(folder: string, user: ServerUser | undefined): void {
  makeFolder(folder, 0o700);
  const found = fs.lstatSync(folder);
  const uid = process.getuid?.();
  const isOurs = uid === undefined || found.uid === uid || found.uid === user?.uid;
  if (!found.isDirectory() || !isOurs)
    throw new EmbeddedPostgresError(
      `${folder} belongs to someone else. Remove it, or start as the user who owns ${path.dirname(folder)}.`,
    );
  fs.chmodSync(folder, 0o700);
  if (user !== undefined) fs.chownSync(folder, user.uid, user.gid);
}
