// Small files that survive a crash: written beside their place, brought to the disk, and renamed.
import { randomUUID } from 'node:crypto';
import fs from 'node:fs/promises';
import path from 'node:path';

export const isCode = (error: unknown, ...codes: readonly string[]): boolean =>
  error instanceof Error && 'code' in error && codes.includes(String(error.code));

/** A crash leaves the one of before or this one. */
export async function putSynced(file: string, text: string): Promise<void> {
  const beside = path.join(path.dirname(file), `.${randomUUID()}`);
  try {
    await writeSynced(beside, 'wx', text);
    await fs.rename(beside, file);
  } catch (error) {
    await fs.rm(beside, { force: true }).catch(() => {});
    throw error;
  }
}

/** Gives a file a second name in its folder, so that there is one at every moment; null where there is no such file. */
export async function nameBeside(file: string, name: string): Promise<string | null> {
  try {
    await fs.link(file, path.join(path.dirname(file), name));
    return name;
  } catch (error) {
    if (isCode(error, 'ENOENT', 'ENOTDIR')) return null;
    throw error;
  }
}

/** Null where there is no such file. */
export async function readIfThere(file: string): Promise<string | null> {
  try {
    return await fs.readFile(file, 'utf8');
  } catch (error) {
    if (isCode(error, 'ENOENT', 'ENOTDIR')) return null;
    throw error;
  }
}

export async function writeSynced(file: string, flags: 'wx' | 'a', text: string): Promise<void> {
  const handle = await fs.open(file, flags, 0o644);
  try {
    await handle.writeFile(text);
    await handle.sync();
  } finally {
    await handle.close();
  }
}

export async function syncFolder(folder: string): Promise<void> {
  // Windows opens no folder; its file system keeps names by itself.
  if (process.platform === 'win32') return;
  const handle = await fs.open(folder, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
