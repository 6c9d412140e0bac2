// Which licences the packages from outside are under, as docs/security/licences.md shows it.
import fs from 'node:fs';
import path from 'node:path';
import { type Lock, type LockEntry, licenceOf } from './dependency-rules.ts';
import { repositoryRoot } from './source-files.ts';

const uses = ['in the product', 'optional', 'development'] as const;
const useOf = ({ dev, optional }: LockEntry): (typeof uses)[number] => {
  if (dev) return 'development';
  return optional ? 'optional' : 'in the product';
};

/** Licences that ask for nothing beyond being named. */
const permissive =
  /^\(?(MIT|MIT-0|ISC|BSD-[23]-Clause|Apache-2\.0|0BSD|BlueOak-1\.0\.0|Unlicense|CC0-1\.0)( OR .*)?$/;

/** One row a licence: where it is met, and the packages where that is worth a look. */
export function licenceTable(lock: Lock): string {
  const rows = new Map<string, { used: Set<string>; packages: Set<string> }>();
  for (const [path, entry] of lock) {
    const [, name] = /(?:^|\/)node_modules\/((?:@[^/]+\/)?[^/]+)$/.exec(path) ?? [];
    if (name === undefined || entry.link) continue;
    const licence = licenceOf(path, entry);
    const row = rows.get(licence) ?? { used: new Set<string>(), packages: new Set<string>() };
    row.used.add(useOf(entry));
    if (!permissive.test(licence)) row.packages.add(name);
    rows.set(licence, row);
  }
  const lines = [...rows]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([licence, { used, packages }]) => {
      const where = uses.filter((use) => used.has(use)).join(', ');
      return `| ${licence} | ${where} | ${[...packages].sort().join(', ')} |`;
    });
  return ['| licence | where | packages |', '| --- | --- | --- |', ...lines].join('\n');
}

/** Installed packages whose own manifest names another licence than the lock file. */
export function differingManifests(lock: Lock): string[] {
  return [...lock].flatMap(([location, entry]) => {
    const file = path.join(repositoryRoot, location, 'package.json');
    if (!location.includes('node_modules/') || entry.link || !fs.existsSync(file)) return [];
    const manifest: unknown = JSON.parse(fs.readFileSync(file, 'utf8'));
    const own =
      typeof manifest === 'object' && manifest !== null && 'license' in manifest ? manifest.license : null;
    return typeof own !== 'string' || own === entry.license ? [] : [`${location}: ${own}`];
  });
}
