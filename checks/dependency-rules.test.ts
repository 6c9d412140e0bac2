import fs from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { downloadAddresses, licenceViolations, parseLock } from './dependency-rules.ts';
import { differingManifests, licenceTable } from './licence-table.ts';
import { repositoryRoot } from './source-files.ts';

const lock = parseLock(fs.readFileSync(path.join(repositoryRoot, 'package-lock.json'), 'utf8'));

const planted = (entry: Record<string, unknown>) =>
  parseLock(JSON.stringify({ packages: { 'node_modules/planted': entry } }));

test('the lock file is the real one, with its hundreds of packages', () => {
  expect(lock.size).toBeGreaterThan(200);
});

test('the lock file carries no download address', () => {
  expect(downloadAddresses(lock)).toEqual([]);
  expect(downloadAddresses(planted({ resolved: 'https://example.org/a.tgz' }))).toHaveLength(1);
});

test('every package is under a free licence', () => {
  expect(licenceViolations(lock)).toEqual([]);
});

test('the installed packages say of themselves what the lock file says of them', () => {
  expect(differingManifests(lock)).toEqual([]);
});

// `npx vitest run checks/dependency-rules.test.ts --update` writes it.
test('docs/security/licences.md shows them as they are', async () => {
  const head = fs
    .readFileSync(path.join(repositoryRoot, 'docs/security/licences.md'), 'utf8')
    .split('\n| ')[0];
  await expect(`${head}\n${licenceTable(lock)}\n`).toMatchFileSnapshot('../docs/security/licences.md');
});

test.each([
  [{}, 1],
  [{ license: 'GPL-3.0-only' }, 1],
  [{ license: 'MIT AND GPL-3.0-only' }, 1],
  [{ license: '(MIT OR GPL-3.0-only)' }, 0],
  [{ license: 'MPL-2.0' }, 0],
  [{ license: 'CC-BY-4.0' }, 1],
  [{ license: 'CC-BY-4.0', dev: true }, 0],
  [{ license: 'LGPL-3.0-or-later' }, 1],
  [{ license: 'LGPL-3.0-or-later', optional: true }, 0],
])('a package of %o is refused %i times', (entry, times) => {
  expect(licenceViolations(planted(entry))).toHaveLength(times);
});
