// In place of mkdir with `recursive`, which never ends where a folder is there and takes none, as /proc (Node 20 to 24).
import fs from 'node:fs';
import path from 'node:path';
import { errorCode } from './embedded-postgres-error.ts';

/** Makes `folder` and its missing parents; one that is there is left as it is. Throws the system's own error. */
export function makeFolder(folder: string, mode?: number): void {
  try {
    fs.mkdirSync(folder, { mode });
  } catch (error) {
    const parent = path.dirname(folder);
    if (errorCode(error) === 'ENOENT' && !fs.existsSync(parent) && parent !== folder) {
      makeFolder(parent, mode);
      makeFolder(folder, mode);
      return;
    }
    if (!fs.statSync(folder, { throwIfNoEntry: false })?.isDirectory()) throw error;
  }
}
