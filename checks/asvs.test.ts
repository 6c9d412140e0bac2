// docs/security/asvs.md says of each requirement what shows it; this holds it to what there is.
import fs from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { readRepository, repositoryRoot } from './source-files.ts';
import { testTitles } from './test-titles.ts';

/** Requirements of levels 1 and 2 of version 5.0.0 by section: section:numbers. */
const sections = `
  1.1:1-2 1.2:1-9 1.3:1-11 1.4:1-3 1.5:1-2
  2.1:1-3 2.2:1-3 2.3:1-4 2.4:1
  3.2:1-2 3.3:1-4 3.4:1-6 3.5:1-5 3.7:1-2
  4.1:1-3 4.2:1 4.3:1-2 4.4:1-4
  5.1:1 5.2:1-3 5.3:1-2 5.4:1-3
  6.1:1-3 6.2:1-12 6.3:1-4 6.4:1-4 6.5:1-5 6.6:1-3 6.8:1-4
  7.1:1-3 7.2:1-4 7.3:1-2 7.4:1-5 7.5:1-2 7.6:1-2
  8.1:1-2 8.2:1-3 8.3:1 8.4:1
  9.1:1-3 9.2:1-4
  10.1:1-2 10.2:1-2 10.3:1-4 10.4:1-11 10.5:1-5 10.6:1-2 10.7:1-3
  11.1:1-2 11.2:1-3 11.3:1-3 11.4:1-4 11.5:1 11.6:1
  12.1:1-3 12.2:1-2 12.3:1-4
  13.1:1 13.2:1-5 13.3:1-2 13.4:1-5
  14.1:1-2 14.2:1-4 14.3:1-3
  15.1:1-3 15.2:1-3 15.3:1-7
  16.1:1 16.2:1-5 16.3:1-4 16.4:1-3 16.5:1-3
  17.1:1 17.2:1-4 17.3:1-2
`;

const expected = [...sections.matchAll(/(\S+):(\S+)/g)].flatMap(([, section = '', numbers = '']) =>
  numbers.split(',').flatMap((range) => {
    const [first = 0, last = first] = range.split('-').map(Number);
    return Array.from({ length: last - first + 1 }, (_, index) => `${section}.${first + index}`);
  }),
);

interface Row {
  readonly id: string;
  readonly level: string;
  readonly state: string;
  readonly evidence: string;
}

const text = fs.readFileSync(path.join(repositoryRoot, 'docs/security/asvs.md'), 'utf8');
const rows: Row[] = [
  ...text.matchAll(/^\| (\d+\.\d+\.\d+) \| [^|]+ \| ([12]) \| ([a-z ]+) \| ([^|]*) \|$/gm),
].map(([, id = '', level = '', state = '', evidence = '']) => ({ id, level, state, evidence }));

const files = new Map(readRepository().map((file) => [file.path, file]));
const namedFiles = (evidence: string) =>
  [...evidence.matchAll(/`([^`]+)`/g)]
    .map(([, name = '']) => name)
    .filter((name) => /[^/]\/[^/]|\.json$/.test(name));
const namedTitles = (evidence: string) => [...evidence.matchAll(/“([^”]+)”/g)].map(([, title = '']) => title);

/** What a row names that is not there. */
function lacking({ id, evidence }: Row): string[] {
  const named = namedFiles(evidence);
  const titles = named.flatMap((name) => {
    const file = files.get(name);
    return file === undefined || !/\.(test|e2e)\.tsx?$/.test(name) ? [] : testTitles(file);
  });
  return [
    ...named.filter((name) => !files.has(name)).map((name) => `${id}: no file ${name}`),
    ...namedTitles(evidence)
      .filter((title) => !titles.some((one) => one.includes(title)))
      .map((title) => `${id}: no test “${title}”`),
  ];
}

test('the table has each requirement of levels 1 and 2 once, in order', () => {
  expect(expected).toHaveLength(253);
  expect(rows.map(({ id }) => id)).toEqual(expected);
});

test('every row has one of the three states, and words to it', () => {
  expect(rows.filter(({ state }) => !['met', 'not applicable', 'open'].includes(state))).toEqual([]);
  expect(rows.filter(({ evidence }) => evidence.trim().length < 5).map(({ id }) => id)).toEqual([]);
});

test('what is met names a file; what is open says what would close it', () => {
  const isBare = ({ state, evidence }: Row) =>
    (state === 'met' && namedFiles(evidence).length === 0 && !/As \d/.test(evidence)) ||
    (state === 'open' && !/Closed |As \d/.test(evidence));
  expect(rows.filter(isBare).map(({ id }) => id)).toEqual([]);
});

test('every file and test that a row names is there', () => {
  expect(rows.flatMap(lacking)).toEqual([]);
});

describe('a planted row', () => {
  const row = { id: '0.0.0', level: '1', state: 'met' };
  test.each([
    ['`apps/server/src/no-such-file.ts`', 1],
    ['“no such promise” in `checks/asvs.test.ts`', 1],
    ['“every file and test that a row names is there” in `checks/asvs.test.ts`', 0],
    ['`checks/asvs.test.ts`', 0],
  ])('%s is found to lack %i', (evidence, count) => {
    expect(lacking({ ...row, evidence })).toHaveLength(count);
  });
});

test('the sums at the top are those of the rows', () => {
  const sum = (state: string, level: string) =>
    rows.filter((row) => (state === 'all' || row.state === state) && (level === '' || row.level === level))
      .length;
  for (const state of ['met', 'not applicable', 'open', 'all']) {
    const [one, two, both] = ['1', '2', ''].map((level) => sum(state, level));
    expect(text).toContain(`| ${state} | ${one} | ${two} | ${both} |\n`);
  }
});
