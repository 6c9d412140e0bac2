// Which tests a change touches: those that import a changed file, by however many steps, the nearest first.
import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { inRoot, root } from './layout.mjs';
import { isJourney, isVitestFile } from './test-files.mjs';

const git = (...args) =>
  execFileSync('git', args, { cwd: root, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] });
const lines = (text) => text.split('\n').filter((line) => line !== '');

/** Files that differ from where this branch left `base`, those that git does not know yet included; not deleted ones. */
export function changedFiles(base) {
  const from = git('merge-base', 'HEAD', base).trim();
  const changed = lines(git('diff', '--name-only', from));
  const added = lines(git('ls-files', '--others', '--exclude-standard'));
  return [...new Set([...changed, ...added])].filter((file) => fs.existsSync(inRoot(file)));
}

/** main where there is one, else the last commit. */
export function defaultBase() {
  try {
    git('rev-parse', '--verify', '--quiet', 'main');
    return 'main';
  } catch {
    return 'HEAD';
  }
}

const importPattern = /(?:\bfrom\s*|\bimport\s*\(?\s*)['"]([^'"]+)['"]/g;

/** The repository's file that `specifier` means in `from`; undefined for a package from outside. */
function targetOf(from, specifier) {
  if (specifier.startsWith('.'))
    return path.posix.join(path.posix.dirname(from), specifier.replace(/\?.*$/, ''));
  const [, name, rest] = /^@watchpost\/([^/]+)\/(.+)$/.exec(specifier) ?? [];
  return name === undefined ? undefined : `packages/${name}/src/${rest}.ts`;
}

/** By file, those that import it: `read` gives a file's text. */
export function importersOf(files, read) {
  const importers = new Map();
  for (const file of files) {
    if (!/\.(ts|tsx|mts|mjs)$/.test(file)) continue;
    for (const [, specifier] of read(file).matchAll(importPattern)) {
      const target = targetOf(file, specifier);
      if (target !== undefined) importers.set(target, [...(importers.get(target) ?? []), file]);
    }
  }
  return importers;
}

/** Test files that reach one of `changed`, as {file, steps}, the nearest first: those of the same folder, then by imports. */
export function testsReaching(changed, importers) {
  const folders = new Set(changed.map((file) => path.posix.dirname(file)));
  const nearness = (file, count) => (folders.has(path.posix.dirname(file)) ? Math.min(count, 1) : count);
  const steps = new Map(changed.map((file) => [file, 0]));
  const queue = [...changed];
  for (const file of queue) {
    for (const importer of importers.get(file) ?? []) {
      if (steps.has(importer)) continue;
      steps.set(importer, steps.get(file) + 1);
      queue.push(importer);
    }
  }
  return [...steps]
    .filter(([file]) => isVitestFile(file) || isJourney(file))
    .map(([file, count]) => ({ file, steps: nearness(file, count) }))
    .sort((a, b) => a.steps - b.steps || (a.file < b.file ? -1 : 1));
}

/** Those that fit into `limitMs` one after another, by what `durationOf` says of each; those that changed themselves always. */
export function fitting(reaching, limitMs, durationOf) {
  let spentMs = 0;
  return reaching.filter(({ file, steps }) => {
    const ms = durationOf(file);
    if (steps > 0 && spentMs + ms > limitMs) return false;
    spentMs += ms;
    return true;
  });
}
