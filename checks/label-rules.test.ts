import fs from 'node:fs';
import path from 'node:path';
import { languages } from '../packages/domain/src/languages.ts';
import { describe, expect, test } from 'vitest';
import { type LabelFile, labelsOf, readLabels } from '../labels/label-file.ts';
import { parameterTypes } from '../labels/parameters.ts';
import { labelFileViolations, labelViolations } from './label-rules.ts';
import { repositoryRoot } from './source-files.ts';

const folders = ['console', 'guard'].map((app) => path.join(repositoryRoot, 'apps', app, 'src', 'labels'));

const readFile = (folder: string, language: string) => readLabels(path.join(folder, `${language}.json`));

/** English first, since the others are compared with it. */
const languagesIn = (folder: string) =>
  fs
    .readdirSync(folder)
    .flatMap((name) => /^([a-z]{2})\.json$/.exec(name)?.slice(1) ?? [])
    .sort((a, b) => Number(b === 'en') - Number(a === 'en') || a.localeCompare(b));

describe.each(folders)('the labels of %s', (folder) => {
  const read = (name: string) => fs.readFileSync(path.join(folder, name), 'utf8');

  test('[SHELL-07] exist in every language and take the same values', () => {
    const files = Object.fromEntries(
      languagesIn(folder).map((language) => [language, readFile(folder, language)]),
    );
    expect(Object.keys(files)).toEqual([...languages]);
    expect(Object.keys(labelsOf(files['en'] ?? {})).length).toBeGreaterThan(300);
    expect(labelViolations(files)).toEqual([]);
  });

  test.each(languages)('are written as tools write them in %s', (language) => {
    expect(labelFileViolations(read(`${language}.json`))).toEqual([]);
  });

  test('have their values in parameters.d.ts, which npm run labels writes', () => {
    const files = languages.map((language) => readFile(folder, language));
    expect(read('parameters.d.ts')).toBe(parameterTypes(files));
  });
});

/** Words for which the language has another one here: anyone who reads two of them looks for two things. */
const secondNames: Readonly<Record<string, readonly string[]>> = {
  hi: ['राउंड', 'पाली', 'शिफ्ट', 'तस्वीर', 'पर्यवेक्षक', 'सब-एडमिन', 'देय'],
  mr: ['राउंड', 'देय', 'पाळ्या', 'छायाचित्र', 'पर्यवेक्षक', 'रक्षक', 'वॉचपोस्ट'],
};

test.each(Object.entries(secondNames))('[SHELL-07] one thing has one word in %s', (language, names) => {
  const texts = folders.flatMap((folder) => Object.values(labelsOf(readFile(folder, language))));
  expect(texts.length).toBeGreaterThan(1_000);
  expect(texts.filter((text) => names.some((name) => text.includes(name)))).toEqual([]);
});

/** As the server lists them beside what it compares for the audit log, and the thresholds of trust. */
function auditedFields(): string[] {
  const sources = ['apps/server/src', 'packages/domain/src'].flatMap((folder) =>
    fs
      .readdirSync(path.join(repositoryRoot, folder), { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith('.ts'))
      .map((name) => fs.readFileSync(path.join(repositoryRoot, folder, name), 'utf8')),
  );
  const lists = sources.flatMap((source) => [
    ...source.matchAll(/(?:auditedFields|trustThresholdNames) = \[([^\]]+)\]/g),
  ]);
  return lists.flatMap(([, names = '']) => [...names.matchAll(/'(\w+)'/g)].map(([, name = '']) => name));
}

test.each(['hi', 'mr'])('[SHELL-07] the audit log names every field in %s', (language) => {
  const fields = auditedFields();
  expect(fields.length).toBeGreaterThan(30);
  const [inConsole = ''] = folders;
  const named = readFile(inConsole, language)['fields'] ?? {};
  expect(fields.filter((field) => !Object.hasOwn(named, `field.${field}`))).toEqual([]);
});

const oneOf = (texts: Readonly<Record<string, string>>): LabelFile => ({ shell: texts });

test.each([
  ['missing', { en: oneOf({ a: 'A', b: 'B' }), hi: oneOf({ a: 'A' }) }],
  ['unknown', { en: oneOf({ a: 'A' }), hi: oneOf({ a: 'A', b: 'B' }) }],
  ['empty', { en: oneOf({ a: ' ' }) }],
  ['does not show {count}', { en: oneOf({ a: '{count} rows' }), hi: oneOf({ a: 'rows' }) }],
  ['takes {total}', { en: oneOf({ a: 'rows' }), hi: oneOf({ a: 'of {total}' }) }],
  [
    'takes {name}',
    {
      en: oneOf({ a: '{count, plural, one {# row} other {# rows}}' }),
      hi: oneOf({ a: '{count, plural, one {#} other {# {name}}}' }),
    },
  ],
  [
    'does not show {count}',
    {
      en: oneOf({ a: '{count, plural, one {A row} other {# rows}}' }),
      hi: oneOf({ a: '{count, plural, one {# row} other {rows}}' }),
    },
  ],
  ['cannot be read', { en: oneOf({ a: 'of {count' }) }],
  ['cannot be read', { en: oneOf({ a: '{count, plural, one {# row}}' }) }],
  ['cannot be read', { en: oneOf({ a: 'on {day, date, short}' }) }],
  ['two sections', { en: { shell: { a: 'A' }, pages: { a: 'B' } } }],
])('a label that is wrong (%s): refused', (what, files: Record<string, LabelFile>) => {
  expect(labelViolations(files)).toEqual([expect.stringContaining(what)]);
});

test('a language may do without a plural, and have one that English has not: taken', () => {
  const files = {
    en: oneOf({ a: '{count, plural, one {row open} other {rows open}}', b: '{count} selected' }),
    hi: oneOf({ a: 'open', b: '{count, plural, one {# x} other {# y}}' }),
  };
  expect(labelViolations(files)).toEqual([]);
});

test('a label in another section than in English: refused in both', () => {
  const files = { en: { shell: { a: 'A' }, pages: {} }, hi: { shell: {}, pages: { a: 'A' } } };
  expect(labelViolations(files)).toEqual(['hi: shell: a is missing', 'hi: pages: a is unknown']);
});

test.each([
  ['a key twice', '{\n  "shell": {\n    "a": "A",\n    "a": "B"\n  }\n}\n'],
  ['four spaces', '{\n    "shell": {}\n}\n'],
  ['no line at its end', '{\n  "shell": {}\n}'],
])('a file of labels with %s: refused', (_what, text) => {
  expect(labelFileViolations(text)).toHaveLength(1);
});

test('values of labels: those that a plural counts in any language are numbers in all', () => {
  const files = [
    oneOf({ plain: 'Close', named: 'Hello {name}', rows: '{count} rows of {all}' }),
    oneOf({ plain: 'Z', named: '{name}', rows: '{count, plural, one {# of {all}} other {# in {all}}}' }),
  ];
  expect(parameterTypes(files).match(/^ {2}.+$/gm)).toEqual([
    "  'named': { name: Value };",
    "  'rows': { count: number; all: Value };",
  ]);
});
