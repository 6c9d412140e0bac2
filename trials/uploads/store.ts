// What lies where after an upload.
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { nameMark } from './file-names.ts';

/** {tenant}/{file}/{part}, none of them the sender's words. */
const keyPattern = /^[0-9a-f-]{36}\/[0-9a-f-]{36}\/(main|\d+)$/;

/** Files of the product's data folder that are neither the database's nor named as the store names its own. */
export function strangersIn(dataDir: string): string[] {
  const files = path.join(dataDir, 'files');
  const inStore = namesBelow(files).filter((name) => !keyPattern.test(name));
  const marked = namesBelow(dataDir).filter((name) => name.includes(nameMark));
  return [...inStore, ...marked];
}

/** Files that a sender's name made anywhere that such names lead to. */
export function strayFiles(): string[] {
  const folders = [
    os.tmpdir(),
    '/tmp',
    '/',
    '/etc',
    '/etc/cron.d',
    process.cwd(),
    path.dirname(process.cwd()),
  ];
  return [...new Set(folders)]
    .filter((folder) => fs.existsSync(folder))
    .flatMap((folder) =>
      fs
        .readdirSync(folder)
        .filter((name) => name.includes(nameMark))
        .map((name) => path.join(folder, name)),
    );
}

function namesBelow(folder: string): string[] {
  if (!fs.existsSync(folder)) return [];
  return fs
    .readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => !entry.isDirectory())
    .map((entry) => path.relative(folder, path.join(entry.parentPath, entry.name)).replaceAll('\\', '/'));
}
