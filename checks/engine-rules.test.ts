import fs from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { parseLock } from './dependency-rules.ts';
import { oldestNode, refusals } from './engine-rules.ts';
import { repositoryRoot } from './source-files.ts';

const read = (file: string) => fs.readFileSync(path.join(repositoryRoot, file), 'utf8');

test('every package of the lock file runs on the oldest Node that package.json allows', () => {
  expect(refusals(parseLock(read('package-lock.json')), oldestNode(read('package.json')))).toEqual([]);
});

test.each([
  ['>=22', 1],
  ['^22.0.0 || >=24.0.0', 1],
  ['>=20.19.1', 1],
  ['20 || >=22', 0],
  ['^20.19.0 || >=22.12.0', 0],
  ['>= 10.x', 0],
  ['*', 0],
])('a package that wants Node %s is named %i times', (node, times) => {
  const lock = parseLock(JSON.stringify({ packages: { 'node_modules/planted': { engines: { node } } } }));
  expect(refusals(lock, '20.19.0')).toHaveLength(times);
});

test('a manifest that names no oldest Node is refused', () => {
  expect(() => oldestNode('{}')).toThrow('names no oldest Node');
});
