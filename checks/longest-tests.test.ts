import fs from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { longestJourneys, longestUnitTests } from './longest-tests.ts';
import { repositoryRoot } from './source-files.ts';

test.each([...longestUnitTests, ...longestJourneys])('%s, which begins first, is a file', (file) => {
  expect(fs.existsSync(path.join(repositoryRoot, file))).toBe(true);
});
