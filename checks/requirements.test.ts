import { expect, test } from 'vitest';
import { readRepository } from './source-files.ts';
import { missingRequirements, requirementIds, testTitles } from './test-titles.ts';

const files = readRepository();
const requirements = files.find((file) => file.path === 'docs/requirements.md')?.text ?? '';
const wanted = [...requirements.matchAll(/^- \*\*([A-Z]+-\d+)\*\*/gm)].map(([, id = '']) => id);
const testFiles = files.filter(
  (file) => /\.(test|e2e)\.tsx?$/.test(file.path) && !file.path.startsWith('checks/'),
);

const planted = (text: string) => ({ path: 'a.test.ts', text });

test('every requirement is named in the title of a test', () => {
  expect(wanted.length).toBeGreaterThan(0);
  expect(missingRequirements(wanted, testFiles)).toEqual([]);
});

test('titles are found in every form of test', () => {
  const text = `
    test('[A-1] one', () => {});
    describe('[A-2] group', () => { it.each([1])('[A-3] each %s', () => {}); });
    test.describe('group', () => { test(\`[A-4, A-5] \${name}\`, async ({ page }) => {}); });`;
  expect(testTitles(planted(text)).flatMap(requirementIds)).toEqual(['A-1', 'A-3', 'A-4', 'A-5']);
});

test.each([
  "test.skip('[A-1] later', () => {});",
  "test.todo('[A-1] later');",
  "test('[A-1] without a body');",
  "describe.skip('group', () => { test('[A-1] inside', () => {}); });",
  "test.describe.skip('group', () => { test('[A-1] inside', () => {}); });",
  "// test('[A-1] in a comment', () => {});",
  "test('A-1 without brackets', () => {});",
])('%s meets nothing', (text) => {
  expect(missingRequirements(['A-1'], [planted(text)])).toEqual(['A-1']);
});
