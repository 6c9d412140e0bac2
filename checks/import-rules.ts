// Who may import whom: rooms, undeclared packages, circles, barrels, holders of a database handle.
import { builtinModules } from 'node:module';
import type { ParsedFile } from './parsed-file.ts';
import { mayImportPackage, mayImportArea, areaOf, ruleOf, targetOf } from './areas.ts';
import { isTest } from './source-files.ts';

/** Imports that cross a room's border against the table in areas.ts. */
export function importViolations(files: readonly ParsedFile[]): string[] {
  return files.flatMap((file) =>
    file.imports.flatMap(({ specifier }) => {
      const reason = refusal(file.path, specifier);
      return reason ? [`${file.path} imports ${specifier}: ${reason}`] : [];
    }),
  );
}

function refusal(from: string, specifier: string): string | null {
  const area = areaOf(from);
  const target = targetOf(from, specifier);
  if (target.kind === 'package' && builtinModules.includes(target.name)) return 'write node: before it';
  if (area === null) return null;
  const rule = ruleOf(area);
  // A test, and what only tests import, may take anything its package declares, and its own app's rooms.
  const isFree = isTest(from);
  if (target.kind === 'file') return isFree ? appRefusal(from, target.path) : areaRefusal(area, target.path);
  if (isFree) return null;
  if (!rule) return `${area} has no rule`;
  if (target.kind === 'node') return rule.mayUseNode ? null : `${area} knows nothing of Node`;
  return mayImportPackage(rule, target.name) ? null : `${area} may not use this package`;
}

function areaRefusal(area: string, target: string): string | null {
  const rule = ruleOf(area);
  const to = areaOf(target);
  if (isTest(target)) return 'only tests may import what is made for tests';
  if (!rule) return `${area} has no rule`;
  if (to === null) return `${area} may not reach outside the source folders`;
  return mayImportArea(rule, area, to) ? null : `${area} may not import ${to}`;
}

function appRefusal(from: string, target: string): string | null {
  const appOf = (file: string) => /^(apps|packages)\/[^/]+\//.exec(file)?.[0] ?? '';
  const isShared = target.startsWith('packages/') && !from.startsWith('packages/domain/');
  return appOf(target) === appOf(from) || isShared || appOf(target) === ''
    ? null
    : 'not even a test may import another app';
}

const handleOwner =
  /^apps\/server\/src\/(platform\/db\/|lifecycle\/backup\/|testing\/|commands\/|.*\.queries\.ts$|[^/]+\.ts$)/;
const databaseFolder = 'apps/server/src/platform/db/';
/** Part of it that touches no database: it tells what an error means. */
const handleFree = 'apps/server/src/platform/db/database-errors.ts';
const databasePackages = new Set(['kysely', 'pg', 'pg-cursor', 'graphile-worker']);

/**
 * Only queries, platform/db/, backups, testing/ and the programs use a database handle. Others may name the type of what they pass
 * on; routes, services and jobs not even that.
 */
export function databaseViolations(files: readonly ParsedFile[]): string[] {
  return files.flatMap((file) => {
    const area = areaOf(file.path);
    if (!area?.startsWith('server/') || isTest(file.path) || handleOwner.test(file.path)) return [];
    return file.imports.flatMap(({ specifier, isTypeOnly }) => {
      const target = targetOf(file.path, specifier);
      const isDriver = target.kind === 'package' && databasePackages.has(target.name);
      const isDb =
        target.kind === 'file' && target.path.startsWith(databaseFolder) && target.path !== handleFree;
      const isPassedOn = isDb && isTypeOnly && !/\.(routes|service|jobs)\.ts$/.test(file.path);
      return (isDriver || isDb) && !isPassedOn ? [`${file.path} imports ${specifier}`] : [];
    });
  });
}

export interface Manifest {
  /** Folder of the package.json, '' for the root. */
  readonly folder: string;
  readonly declared: ReadonlySet<string>;
}

/**
 * Packages imported by a file but absent from the nearest package.json. Tests may use the root's as well; bench/ and
 * e2e/ drive the product and may use what any part of it declares.
 */
export function undeclaredPackages(files: readonly ParsedFile[], manifests: readonly Manifest[]): string[] {
  const nearestFirst = [...manifests].sort((a, b) => b.folder.length - a.folder.length);
  const declaredInRoot = manifests.find((manifest) => manifest.folder === '')?.declared;
  return files.flatMap((file) => {
    const nearest = nearestFirst.find((one) => one.folder === '' || file.path.startsWith(`${one.folder}/`));
    return file.imports.flatMap(({ specifier }) => {
      const own = /^@watchpost\/[^/]+/.exec(specifier)?.[0];
      const target = targetOf(file.path, specifier);
      const name = own ?? (target.kind === 'package' ? target.name : null);
      if (name === null || nearest?.declared.has(name)) return [];
      const drivesProduct = /^(bench|trials|e2e)\//.test(file.path);
      if (drivesProduct && manifests.some((manifest) => manifest.declared.has(name))) return [];
      const isRootTool = isTest(file.path) || file.path.endsWith('.config.ts');
      return isRootTool && declaredInRoot?.has(name) ? [] : [`${file.path} imports ${name}`];
    });
  });
}

/** Every circle of imports, each once, as a chain of paths. */
export function importCircles(files: readonly ParsedFile[]): string[] {
  const known = new Set(files.map((file) => file.path));
  const next = new Map(
    files.map((file) => [
      file.path,
      file.imports.flatMap(({ specifier }) => {
        const target = targetOf(file.path, specifier);
        return target.kind === 'file' && known.has(target.path) ? [target.path] : [];
      }),
    ]),
  );
  const circles: string[] = [];
  const finished = new Set<string>();
  const visit = (at: string, chain: readonly string[]): void => {
    const start = chain.indexOf(at);
    if (start >= 0) {
      circles.push([...chain.slice(start), at].join(' -> '));
      return;
    }
    if (finished.has(at)) return;
    for (const target of next.get(at) ?? []) visit(target, [...chain, at]);
    finished.add(at);
  };
  for (const file of known) visit(file, []);
  return circles;
}

/** Packages that are loaded before the first line of a program runs, each with the file that asks for it. */
export function packagesLoadedFirst(files: readonly ParsedFile[], program: string): string[] {
  const byPath = new Map(files.map((file) => [file.path, file]));
  const seen = new Set<string>();
  const found: string[] = [];
  const visit = (at: string): void => {
    if (seen.has(at)) return;
    seen.add(at);
    for (const { specifier, isTypeOnly, isDynamic } of byPath.get(at)?.imports ?? []) {
      if (isTypeOnly || isDynamic) continue;
      const target = targetOf(at, specifier);
      if (target.kind === 'file') visit(target.path);
      if (target.kind === 'package') found.push(`${at} imports ${target.name}`);
    }
  };
  visit(program);
  return found;
}

/** Files that only pass on what others export, and `export *` anywhere. */
export function barrels(files: readonly ParsedFile[]): string[] {
  return files
    .filter(({ imports, hasOwnCode, text }) => {
      const passesOn = imports.some((one) => one.isReExport);
      return passesOn && (!hasOwnCode || /^export\s+(type\s+)?\*/m.test(text));
    })
    .map((file) => file.path);
}
