// Which files hold tests: vitest's, and journeys in a browser.
import fs from 'node:fs';
import path from 'node:path';
import { inRoot, root } from './layout.mjs';

const folders = ['apps', 'packages', 'labels', 'checks', 'bench', 'trials', 'e2e'];
const skippedNames = new Set(['node_modules', 'dist']);

function* filesBelow(folder) {
  for (const entry of fs.readdirSync(inRoot(folder), { withFileTypes: true })) {
    const name = path.posix.join(folder, entry.name);
    if (entry.isDirectory() && !skippedNames.has(entry.name)) yield* filesBelow(name);
    else if (entry.isFile()) yield name;
  }
}

/** Every file below the folders that may hold code, from the root, with forward slashes. */
export const codeFiles = () =>
  folders.filter((folder) => fs.existsSync(inRoot(folder))).flatMap((folder) => [...filesBelow(folder)]);

export const isJourney = (file) => file.endsWith('.e2e.ts');
export const isVitestFile = (file) => /\.test\.tsx?$/.test(file);

/** What somebody typed for a path, as it is called from the root. */
const fromRoot = (word) => {
  const full = path.resolve(word);
  return fs.existsSync(full) ? path.relative(root, full).split(path.sep).join('/') : word;
};

/** Test files whose path contains one of the words, and the words that no path contains. */
export function filesNamed(words, files = codeFiles()) {
  const tests = files.filter((file) => isJourney(file) || isVitestFile(file));
  const wanted = words.map(fromRoot);
  const chosen = tests.filter((file) => wanted.some((word) => file.includes(word)));
  const unknown = wanted.filter((word) => !tests.some((file) => file.includes(word)));
  return { unit: chosen.filter(isVitestFile), journeys: chosen.filter(isJourney), unknown };
}
