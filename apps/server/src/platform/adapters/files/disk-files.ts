import { randomUUID } from 'node:crypto';
import fs from 'node:fs/promises';
import path from 'node:path';
import { checkKey, type FileStore, isKey } from './file-store.ts';
import { isCode, syncFolder, writeSynced } from './synced-files.ts';

/** Keeps files below a folder, which is made when the first one comes. */
export function diskFiles(folder: string): FileStore {
  const pathOf = (key: string) => path.join(folder, ...checkKey(key).split('/'));
  return {
    async put(key, bytes) {
      const file = pathOf(key);
      await fs.mkdir(path.dirname(file), { recursive: true, mode: 0o700 });
      // Beside its place and renamed when it is whole: readers and a crash meet the old content or the new one.
      const draft = `${file}.${randomUUID()}.part`;
      try {
        await writeSynced(draft, 'wx', bytes, 0o600);
        await fs.rename(draft, file);
      } catch (error) {
        await fs.rm(draft, { force: true });
        throw error;
      }
      await syncFolder(path.dirname(file));
    },

    async get(key) {
      try {
        return await fs.readFile(pathOf(key));
      } catch (error) {
        if (isMissing(error)) return null;
        throw error;
      }
    },

    async delete(key) {
      await fs.rm(pathOf(key), { force: true });
    },

    async *list() {
      for await (const name of namesBelow(folder, '')) if (isKey(name)) yield name;
    },
  };
}

/** Files below a folder that may not be there yet, drafts too. */
async function* namesBelow(folder: string, beginning: string): AsyncGenerator<string> {
  const entries = await fs.readdir(folder, { withFileTypes: true }).catch((error: unknown) => {
    if (isMissing(error)) return [];
    throw error;
  });
  for (const entry of entries) {
    const name = `${beginning}${entry.name}`;
    if (entry.isDirectory()) yield* namesBelow(path.join(folder, entry.name), `${name}/`);
    else yield name;
  }
}

const isMissing = (error: unknown): boolean => isCode(error, 'ENOENT', 'ENOTDIR');
