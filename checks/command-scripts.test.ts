// The command scripts run before anything is installed, so they are driven here as the programs they are.
import { execFile } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { repositoryRoot } from './source-files.ts';

const run = promisify(execFile);
let folder = '';

beforeEach(() => {
  folder = fs.mkdtempSync(path.join(os.tmpdir(), 'watchpost-scripts-'));
});
afterEach(() => {
  fs.rmSync(folder, { recursive: true, force: true });
});

const script = (name: string) => pathToFileURL(path.join(repositoryRoot, 'scripts', name)).href;

/** Runs module code in a Node of its own and gives what it prints. */
async function runCode(code: string): Promise<string> {
  const { stdout } = await run(process.execPath, ['--input-type=module', '-e', code]);
  return stdout.trim();
}

const writeReport = (name: string, report: unknown): string => {
  const file = path.join(folder, name);
  fs.writeFileSync(file, JSON.stringify(report));
  return JSON.stringify(file);
};

describe('folder lock', () => {
  const counting = (lock: string, counter: string) => `
    import fs from 'node:fs';
    import { withFolderLock } from '${script('folder-lock.mjs')}';
    await withFolderLock(${JSON.stringify(lock)}, () => {}, async () => {
      const seen = Number(fs.readFileSync(${JSON.stringify(counter)}, 'utf8'));
      await new Promise((resolve) => setTimeout(resolve, 50));
      fs.writeFileSync(${JSON.stringify(counter)}, String(seen + 1));
    });`;

  test('lets one process work at a time and takes over the lock of a dead one', async () => {
    const lock = path.join(folder, 'a.lock');
    const counter = path.join(folder, 'counter');
    fs.writeFileSync(counter, '0');
    const dead = await runCode('console.log(process.pid)');
    fs.mkdirSync(lock);
    const owner = { pid: Number(dead), host: os.hostname(), token: 'dead' };
    fs.writeFileSync(path.join(lock, 'owner.json'), JSON.stringify(owner));

    await Promise.all(Array.from({ length: 6 }, () => runCode(counting(lock, counter))));

    expect(fs.readFileSync(counter, 'utf8')).toBe('6');
    expect(fs.readdirSync(folder)).toEqual(['counter']);
  });

  test('is released when the work fails', async () => {
    const lock = path.join(folder, 'a.lock');
    const code = `import { withFolderLock } from '${script('folder-lock.mjs')}';
      await withFolderLock(${JSON.stringify(lock)}, () => {}, () => { throw new Error('work'); });`;
    await expect(runCode(code)).rejects.toThrow('work');
    expect(fs.readdirSync(folder)).toEqual([]);
  });
});

describe('sum of the tests', () => {
  const sum = (expression: string) =>
    runCode(`import * as s from '${script('test-summary.mjs')}';
      const total = s.addCounts([${expression}]);
      console.log(s.summaryLine(total), s.isGreen(total));`);
  const suite = (status: string, ...tests: string[]) => ({
    status,
    assertionResults: tests.map((one) => ({ status: one })),
  });

  test('adds up both reports', async () => {
    const unit = writeReport('v.json', { testResults: [suite('passed', 'passed', 'passed', 'skipped')] });
    const journeys = writeReport('p.json', { stats: { expected: 3, unexpected: 1, flaky: 1, skipped: 0 } });
    expect(await sum(`s.countVitest(${unit}, 0), s.countPlaywright(${journeys}, 1)`)).toBe(
      '6 passed, 1 failed, 1 skipped false',
    );
  });

  test('names what failed and which journeys needed their second try', async () => {
    const title = (status: string, name: string) => ({ status, ancestorTitles: ['a gate'], title: name });
    const unit = writeReport('v.json', {
      testResults: [
        {
          name: 'gate.test.ts',
          status: 'failed',
          assertionResults: [title('passed', 'a'), title('failed', 'b')],
        },
        { name: 'torn.test.ts', status: 'failed', assertionResults: [] },
      ],
    });
    const spec = (name: string, status: string) => ({
      file: 'gate.e2e.ts',
      title: name,
      tests: [{ status }],
    });
    const journeys = writeReport('p.json', {
      suites: [
        {
          specs: [spec('c', 'expected'), spec('d', 'flaky')],
          suites: [{ specs: [spec('e', 'unexpected')] }],
        },
      ],
    });
    const names = await runCode(`import * as s from '${script('test-summary.mjs')}';
      console.log([...s.nameVitest(${unit}), ...s.namePlaywright(${journeys})].join('\\n'));`);
    expect(names.split('\n')).toEqual([
      'failed: gate.test.ts: a gate > b',
      'failed: torn.test.ts',
      'failed: gate.e2e.ts: e',
      'passed on its second try: gate.e2e.ts: d',
    ]);
  });

  test('is green only when something passed and nothing failed', async () => {
    const unit = writeReport('v.json', { testResults: [suite('passed', 'passed')] });
    expect(await sum(`s.countVitest(${unit}, 0)`)).toBe('1 passed, 0 failed true');
    expect(await sum('')).toBe('0 passed, 0 failed false');
  });

  test('counts a file that fails outside its tests, a missing report and a bad end as failures', async () => {
    const broken = writeReport('v.json', { testResults: [suite('failed')] });
    const fine = writeReport('w.json', { testResults: [suite('passed', 'passed')] });
    expect(await sum(`s.countVitest(${broken}, 1)`)).toBe('0 passed, 1 failed false');
    expect(await sum(`s.countVitest('${folder}/none.json', 0)`)).toBe('0 passed, 1 failed false');
    expect(await sum(`s.countVitest(${fine}, 1)`)).toBe('1 passed, 1 failed false');
    expect(await sum(`s.countPlaywright('${folder}/none.json', 0)`)).toBe('0 passed, 1 failed false');
  });
});

test.each([
  ['v20.19.0', 'true'],
  ['v24.0.0', 'true'],
  ['v20.18.9', 'false'],
  ['v18.20.0', 'false'],
])('Node %s is new enough: %s', async (version, expected) => {
  const code = `import { isNodeNewEnough } from '${script('node-version.mjs')}';
    console.log(isNodeNewEnough('${version}'));`;
  expect(await runCode(code)).toBe(expected);
});

test('the check refuses a word that it does not know, before it begins', async () => {
  const program = path.join(repositoryRoot, 'scripts', 'check.mjs');
  await expect(run(process.execPath, [program, '--nonsense'])).rejects.toMatchObject({
    code: 2,
    stdout: '',
    stderr: expect.stringMatching(/^npm run check: .*--no-tests/s),
  });
  const { stdout } = await run(process.execPath, [program, '--help']);
  expect(stdout).toMatch(/^npm run check: /);
});

describe('what is typed after a command that takes no arguments', () => {
  const typed = (argument: string) =>
    runCode(`
      import { takeNoArguments } from '${script('no-arguments.mjs')}';
      process.argv = ['node', 'start.mjs', ${JSON.stringify(argument)}];
      process.on('exit', (code) => console.log('code', code));
      takeNoArguments('npm start: runs the server.');`).catch(({ stdout, stderr }) =>
      `${stderr}${stdout}`.trim(),
    );

  test('is refused, with how it is used', async () => {
    expect(await typed('--port=9000')).toBe(
      'Takes no arguments: --port=9000\n\nnpm start: runs the server.\ncode 2',
    );
  });

  test.each(['--help', '-h'])('as %s is answered', async (argument) => {
    expect(await typed(argument)).toBe('npm start: runs the server.\ncode 0');
  });
});
