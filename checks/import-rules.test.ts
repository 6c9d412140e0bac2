import fs from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import {
  barrels,
  databaseViolations,
  importCircles,
  type Manifest,
  packagesLoadedFirst,
  importViolations,
  undeclaredPackages,
} from './import-rules.ts';
import { parseFile } from './parsed-file.ts';
import { plant } from './planted-files.testing.ts';
import { isCode, readRepository, repositoryRoot } from './source-files.ts';

const files = readRepository().filter(isCode).map(parseFile);

function manifestAt(folder: string): Manifest {
  const manifest: unknown = JSON.parse(
    fs.readFileSync(path.join(repositoryRoot, folder, 'package.json'), 'utf8'),
  );
  const isRecord = (value: unknown): value is Record<string, unknown> =>
    typeof value === 'object' && value !== null;
  const groups = ['dependencies', 'devDependencies', 'optionalDependencies'];
  const names = groups.flatMap((group) => {
    const listed = isRecord(manifest) ? manifest[group] : undefined;
    return isRecord(listed) ? Object.keys(listed) : [];
  });
  return { folder, declared: new Set(names) };
}

const folders = readRepository()
  .filter((file) => path.posix.basename(file.path) === 'package.json')
  .map((file) => path.posix.dirname(file.path));
const manifests = folders.map((folder) => manifestAt(folder === '.' ? '' : folder));

const server = 'apps/server/src';
const console_ = 'apps/console/src';

describe('rooms', () => {
  test('the rules read every package and app, and imports in each', () => {
    for (const folder of [
      'packages/domain',
      'packages/contract',
      'apps/server',
      'apps/console',
      'apps/guard',
      'scripts',
    ]) {
      const inside = files.filter((file) => file.path.startsWith(`${folder}/`));
      expect(inside.flatMap((file) => file.imports).length).toBeGreaterThan(5);
    }
  });

  test('no file imports what its room may not', () => {
    expect(importViolations(files)).toEqual([]);
  });

  test.each([
    ['domain uses a package', 'packages/domain/src/a.ts', "import { z } from 'zod';"],
    ['domain uses Node', 'packages/domain/src/a.ts', "import fs from 'node:fs';"],
    ['domain uses the contract', 'packages/domain/src/a.ts', "import '@watchpost/contract/endpoint';"],
    ['contract uses a package', 'packages/contract/src/a.ts', "import 'fastify';"],
    ['contract uses an app', 'packages/contract/src/a.ts', "import '../../../apps/server/src/env.ts';"],
    ['an area uses a later one', `${server}/records/sites/a.ts`, "import '../../patrol/field/b.ts';"],
    ['an area uses the app', `${server}/records/sites/a.ts`, "import '../../app.ts';"],
    ['platform uses an area', `${server}/platform/http/a.ts`, "import '../../accounts/users/b.ts';"],
    ['an area uses a program', `${server}/demo/a.ts`, "import '../commands/b.ts';"],
    [
      'a type of a later area',
      `${server}/records/sites/a.ts`,
      "import type { B } from '../../reports/dashboard/b.ts';",
    ],
    ['an inline type', `${server}/reports/rounds/a.ts`, "export type A = import('../../lifecycle/b.ts').B;"],
    ['a dynamic import', `${console_}/features/sites/a.tsx`, "await import('../guards/b.tsx');"],
    ['a re-export', `${console_}/features/sites/a.tsx`, "export { b } from '../guards/b.tsx';"],
    ['a console feature uses app/', `${console_}/features/sites/a.tsx`, "import '../../app/router.tsx';"],
    ['ui uses lib', `${console_}/ui/grid.tsx`, "import '../lib/http.ts';"],
    ['ui uses a package of ours', `${console_}/ui/grid.tsx`, "import '@watchpost/domain/limits';"],
    ['ui uses the query client', `${console_}/ui/grid.tsx`, "import '@tanstack/react-query';"],
    ['lib uses a feature', `${console_}/lib/http.ts`, "import '../features/sites/a.tsx';"],
    ['an app uses another', `${console_}/lib/http.ts`, "import '../../../server/src/env.ts';"],
    ['a test uses another app', `${console_}/lib/http.test.ts`, "import '../../../server/src/env.ts';"],
    [
      'a test of domain uses the contract',
      'packages/domain/src/a.test.ts',
      "import '@watchpost/contract/b';",
    ],
    ['product code uses test support', `${server}/platform/http/a.ts`, "import '../../testing/b.ts';"],
    ['a script uses a package', 'scripts/a.mjs', "import esbuild from 'esbuild';"],
    ['a part of Node without its prefix', `${server}/platform/http/a.ts`, "import fs from 'fs';"],
    ['a room without a rule', `${console_}/elsewhere/a.ts`, "import 'react';"],
  ])('%s: refused', (_what, at, text) => {
    expect(importViolations([plant(at, text)])).toHaveLength(1);
  });

  test('an area may use its own folders, the packages and the areas before it', () => {
    const text =
      "import '../guards/b.ts'; import '@watchpost/domain/limits'; import '../../platform/http/route.ts'; import 'zod';";
    expect(importViolations([plant(`${server}/records/sites/a.ts`, text)])).toEqual([]);
  });

  test('a file that cannot be parsed is an error, not a pass', () => {
    expect(() => plant('packages/domain/src/a.ts', 'import { from ;')).toThrow('packages/domain/src/a.ts');
  });
});

describe('database handle', () => {
  test('only queries, platform/db/, testing/ and the programs hold one', () => {
    expect(databaseViolations(files)).toEqual([]);
  });

  test.each([
    [
      'a route uses the query builder',
      `${server}/records/sites/sites.routes.ts`,
      "import { sql } from 'kysely';",
    ],
    [
      'a service uses db/',
      `${server}/records/sites/sites.service.ts`,
      "import { open } from '../../platform/db/database.ts';",
    ],
    [
      'a route names a table',
      `${server}/records/sites/a.routes.ts`,
      "import type { Site } from '../../platform/db/tables.ts';",
    ],
    ['http uses the driver', `${server}/platform/http/register.ts`, "import pg from 'pg';"],
  ])('%s: refused', (_what, at, text) => {
    expect(databaseViolations([plant(at, text)])).toHaveLength(1);
  });

  test('queries may', () => {
    const text = "import { sql } from 'kysely'; import { x } from '../../platform/db/database.ts';";
    expect(databaseViolations([plant(`${server}/records/sites/sites.queries.ts`, text)])).toEqual([]);
  });
});

describe('packages', () => {
  test('the database is started before any of them is loaded but what reads the notes it left', () => {
    const loaded = packagesLoadedFirst(files, `${server}/main.ts`);
    expect(loaded.filter((found) => !found.endsWith(' imports zod'))).toEqual([]);
  });

  test("of OpenTelemetry a server without a collector loads the API alone, and not the SDK's hundreds of modules", () => {
    const loaded = packagesLoadedFirst(files, `${server}/serve.ts`).map(
      (found) => found.split(' imports ')[1],
    );
    expect([...new Set(loaded)].filter((name) => name?.startsWith('@opentelemetry/'))).toEqual([
      '@opentelemetry/api',
    ]);
  });

  test('one that a program loads first by way of another file is named, and none that waits', () => {
    const planted = [
      plant(
        `${server}/a.ts`,
        "import './b.ts'; import type { T } from 'kysely'; const c = () => import('pg');",
      ),
      plant(`${server}/b.ts`, "import './a.ts'; import fastify from 'fastify';"),
    ];
    expect(packagesLoadedFirst(planted, `${server}/a.ts`)).toEqual([`${server}/b.ts imports fastify`]);
  });

  test('every imported package is declared beside the file that imports it', () => {
    expect(undeclaredPackages(files, manifests)).toEqual([]);
  });

  test('an undeclared package, a scoped one and one of ours: refused', () => {
    const text = "import 'left-pad'; import '@left/pad/right'; import '@watchpost/guard/a';";
    expect(undeclaredPackages([plant(`${server}/a.ts`, text)], manifests)).toHaveLength(3);
  });

  test("the root's tools count for tests and not for product code", () => {
    const found = undeclaredPackages(
      [plant(`${server}/a.test.ts`, "import 'vitest';"), plant(`${server}/a.ts`, "import 'vitest';")],
      manifests,
    );
    expect(found).toEqual([`${server}/a.ts imports vitest`]);
  });
});

describe('circles and barrels', () => {
  test('no import leads back to where it began', () => {
    expect(importCircles(files)).toEqual([]);
  });

  test('a circle through relative paths and packages: refused', () => {
    const circle = [
      plant('packages/domain/src/a.ts', "import '@watchpost/domain/b';"),
      plant('packages/domain/src/b.ts', "import type { C } from './c.ts';"),
      plant('packages/domain/src/c.ts', "export { a } from './a.ts';"),
    ];
    expect(importCircles(circle)).toEqual([
      ['a', 'b', 'c', 'a'].map((name) => `packages/domain/src/${name}.ts`).join(' -> '),
    ]);
  });

  test('no file only passes on what others export', () => {
    expect(barrels(files)).toEqual([]);
  });

  test.each(["export { a } from './a.ts';", "export * from './a.ts';\nexport const b = 1;"])(
    'a barrel: refused',
    (text) => {
      expect(barrels([plant('packages/domain/src/everything.ts', text)])).toHaveLength(1);
    },
  );
});
