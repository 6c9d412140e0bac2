// Which tests `npm test -- PATH` and `npm run test:quick` choose; both as the programs they are.
import { execFile } from 'node:child_process';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { repositoryRoot } from './source-files.ts';

const run = promisify(execFile);
const script = (name: string) => path.join(repositoryRoot, 'scripts', name);

/** What the expression over the script's exports gives. */
async function valueOf(name: string, expression: string): Promise<unknown> {
  const code = `import * as s from '${pathToFileURL(script(name)).href}';
    console.log(JSON.stringify(${expression}));`;
  const { stdout } = await run(process.execPath, ['--input-type=module', '-e', code], {
    cwd: repositoryRoot,
  });
  return JSON.parse(stdout);
}

const files = JSON.stringify([
  'e2e/sites.e2e.ts',
  'e2e/sites.ts',
  'apps/server/src/records/sites/sites.routes.ts',
  'apps/server/src/records/sites/sites.routes.test.ts',
  'apps/console/src/features/sites/site-form.test.tsx',
]);

test('a word names the tests of both kinds whose path contains it', async () => {
  expect(await valueOf('test-files.mjs', `s.filesNamed(['sites'], ${files})`)).toEqual({
    unit: [
      'apps/server/src/records/sites/sites.routes.test.ts',
      'apps/console/src/features/sites/site-form.test.tsx',
    ],
    journeys: ['e2e/sites.e2e.ts'],
    unknown: [],
  });
});

test('a folder, a path from here and a full path name the tests below them', async () => {
  const full = JSON.stringify(path.join(repositoryRoot, 'e2e'));
  const expected = { unit: [], journeys: ['e2e/sites.e2e.ts'], unknown: [] };
  expect(await valueOf('test-files.mjs', `s.filesNamed([${full}], ${files})`)).toEqual(expected);
  expect(await valueOf('test-files.mjs', `s.filesNamed(['./e2e'], ${files})`)).toEqual(expected);
});

test.each(['test.mjs', 'test-quick.mjs'])('%s says how it is used', async (name) => {
  const { stdout } = await run(process.execPath, [script(name), '--help']);
  expect(stdout).toMatch(/^npm (test|run test:quick): runs|^npm run test:quick: checks/);
});

test('a path that names no test is refused before anything runs', async () => {
  await expect(run(process.execPath, [script('test.mjs'), 'no-such-test'])).rejects.toMatchObject({
    code: 2,
    stdout: '',
    stderr: expect.stringMatching(/^No test file has no-such-test in its path\./),
  });
});

const texts = {
  'packages/domain/src/gate.ts': 'export const gate = 1;',
  'apps/server/src/door.ts': "import { gate } from '@watchpost/domain/gate';",
  'apps/server/src/gate.test.ts': "import type { Gate } from '@watchpost/domain/gate';",
  'apps/server/src/door.test.ts': "const door = await import('./door.ts');",
  'apps/server/src/roof.test.ts': "import { expect } from 'vitest';",
  'e2e/yard.e2e.ts': "import '../apps/server/src/door.ts';",
};
const graph = `s.importersOf(${JSON.stringify(Object.keys(texts))}, (file) => (${JSON.stringify(texts)})[file])`;

test('a change touches the tests that import it, by however many steps, the nearest first', async () => {
  const reaching = `s.testsReaching(['packages/domain/src/gate.ts'], ${graph})`;
  expect(await valueOf('touched-tests.mjs', reaching)).toEqual([
    { file: 'apps/server/src/gate.test.ts', steps: 1 },
    { file: 'apps/server/src/door.test.ts', steps: 2 },
    { file: 'e2e/yard.e2e.ts', steps: 2 },
  ]);
});

test('of those that import a change, the tests of its own folder come first', async () => {
  const importers = `new Map([['a/gate.ts', ['b/gate.test.ts', 'b/way.ts']], ['b/way.ts', ['a/gate.test.ts']]])`;
  expect(await valueOf('touched-tests.mjs', `s.testsReaching(['a/gate.ts'], ${importers})`)).toEqual([
    { file: 'a/gate.test.ts', steps: 1 },
    { file: 'b/gate.test.ts', steps: 1 },
  ]);
});

test('a test that changed is touched itself', async () => {
  const reaching = `s.testsReaching(['apps/server/src/roof.test.ts'], ${graph})`;
  expect(await valueOf('touched-tests.mjs', reaching)).toEqual([
    { file: 'apps/server/src/roof.test.ts', steps: 0 },
  ]);
});

test('tests that would take too long are left out, those that changed never', async () => {
  const reaching = JSON.stringify([
    { file: 'own', steps: 0 },
    { file: 'slow', steps: 1 },
    { file: 'quick', steps: 2 },
  ]);
  const durations = JSON.stringify({ own: 90, slow: 50, quick: 10 });
  const fitting = `s.fitting(${reaching}, 100, (file) => (${durations})[file]).map(({ file }) => file)`;
  expect(await valueOf('touched-tests.mjs', fitting)).toEqual(['own', 'quick']);
});
