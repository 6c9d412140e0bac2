// What scripts/advisories.mjs makes of each answer of npm, which is played by a program of a few lines.
import { execFile } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { repositoryRoot } from './source-files.ts';

const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'watchpost-advisories-'));
afterAll(() => fs.rmSync(folder, { recursive: true, force: true }));

async function lookUp(answer: string, code: number): Promise<{ output: string; code: number }> {
  const npm = path.join(folder, 'npm-cli.cjs');
  fs.writeFileSync(npm, `process.stdout.write(${JSON.stringify(answer)}); process.exitCode = ${code};`);
  const env = { ...process.env, npm_execpath: npm };
  return new Promise((resolve) => {
    const child = execFile(
      process.execPath,
      [path.join(repositoryRoot, 'scripts', 'advisories.mjs')],
      { env },
      (_error, output) => resolve({ output: output.trim(), code: child.exitCode ?? -1 }),
    );
  });
}

const report = (vulnerabilities: object) =>
  JSON.stringify({
    vulnerabilities,
    metadata: {
      vulnerabilities: { total: Object.keys(vulnerabilities).length },
      dependencies: { prod: 300 },
    },
  });

test('a registry that knows of none is taken at its word', async () => {
  expect(await lookUp(report({}), 0)).toEqual({
    output: '0 of 300 packages have known advisories.',
    code: 0,
  });
});

test('an advisory is named with its severity, versions and address, and fails the look-up', async () => {
  const via = ['other', { url: 'https://advisories.example/1' }];
  const answer = report({ made: { name: 'made-up', severity: 'high', range: '<2', via } });
  const { output, code } = await lookUp(answer, 1);
  expect([output.split('\n')[0], code]).toEqual(['high  made-up  <2  https://advisories.example/1', 1]);
});

test.each([
  ['no network', '{"message":"request failed, reason: connect ECONNREFUSED","error":{}}'],
  ['a registry without advisories', '{"message":"405 Method Not Allowed","statusCode":405}'],
  ['nothing at all', ''],
  ['no JSON', 'npm error {'],
])('%s is reported as not looked up, and fails nothing', async (_what, answer) => {
  const { output, code } = await lookUp(answer, 1);
  expect([output.startsWith('Not looked up'), code]).toEqual([true, 0]);
});
