// The repository's own files as {path, text}, so that each rule can also be run on planted ones.
import fs from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

export interface SourceFile {
  /** From the repository's root, with forward slashes. */
  readonly path: string;
  readonly text: string;
}

export const repositoryRoot = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '..');

/** What .gitignore names; nothing below these belongs to the repository. */
const ignored = new Set(
  '.git node_modules dist data .cache test-results playwright-report coverage'.split(' '),
);
const binary = /\.(png|jpe?g|webp|gif|ico|woff2?|ttf|otf|wasm|gz|br|zip|xlsx?|pdf)$/i;

function* walk(folder: string): Generator<string> {
  for (const entry of fs.readdirSync(path.join(repositoryRoot, folder), { withFileTypes: true })) {
    const name = path.posix.join(folder, entry.name);
    if (ignored.has(entry.name) || entry.isSymbolicLink()) continue;
    if (entry.isDirectory()) yield* walk(name);
    else if (!binary.test(entry.name) && !entry.name.endsWith('.log')) yield name;
  }
}

export function readRepository(): SourceFile[] {
  return [...walk('.')]
    .sort()
    .map((name) => ({ path: name, text: fs.readFileSync(path.join(repositoryRoot, name), 'utf8') }));
}

export function isCode(file: SourceFile): boolean {
  return /\.(ts|tsx|mts|mjs|js)$/.test(file.path);
}

export function isTest(filePath: string): boolean {
  return /\.(test|e2e|testing)\.tsx?$/.test(filePath) || /(^|\/)testing(\/|-)/.test(filePath);
}
