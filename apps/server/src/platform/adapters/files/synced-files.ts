// Files that survive a crash: written under another name, flushed to the disk, and renamed.
import { randomUUID } from 'node:crypto';
import fs from 'node:fs/promises';
import path from 'node:path';

/** Whether a call of the file system failed with one of these codes. */
export const isCode = (error: unknown, ...codes: readonly string[]): boolean =>
  error instanceof Error && 'code' in error && codes.includes(String(error.code));

/** A crash leaves the one of before or this one. */
export async function putSynced(file: string, text: string): Promise<void> {
  const temporary = path.join(path.dirname(file), `.${randomUUID()}`);
  try {
    await writeSynced(temporary, 'wx', text);
    await fs.rename(temporary, file);
  } catch (error) {
    await fs.rm(temporary, { force: true }).catch(() => {});
    throw error;
  }
}

/** Gives a file a second name in its folder, so that there is one at every moment; null where there is no such file. */
export async function nameTemporary(file: string, name: string): Promise<string | null> {
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

export async function writeSynced(
  file: string,
  flags: 'wx' | 'a',
  content: string | Uint8Array,
  mode = 0o644,
): Promise<void> {
  const handle = await fs.open(file, flags, mode);
  try {
    await handle.writeFile(content);
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** A rename survives a crash once its folder is flushed. Windows does that by itself and opens no folders. */
export async function syncFolder(folder: string): Promise<void> {
  if (process.platform === 'win32') return;
  const handle = await fs.open(folder, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
