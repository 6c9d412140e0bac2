import fs from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, test } from 'vitest';
import { type Catalogue, labelViolations } from './label-rules.ts';
import { repositoryRoot } from './source-files.ts';

const folders = ['console', 'guard'].map((app) => path.join(repositoryRoot, 'apps', app, 'src', 'labels'));

const isCatalogue = (value: unknown): value is Catalogue =>
  typeof value === 'object' &&
  value !== null &&
  Object.values(value).every((text) => typeof text === 'string');

async function readCatalogue(folder: string, file: string, name = file): Promise<Catalogue> {
  const loaded: unknown = await import(pathToFileURL(path.join(folder, `${file}.ts`)).href);
  const catalogue: unknown =
    typeof loaded === 'object' && loaded !== null ? Reflect.get(loaded, name) : undefined;
  if (!isCatalogue(catalogue)) throw new Error(`${file}.ts exports no catalogue called ${name}`);
  return catalogue;
}

/** English first, since the others are compared with it. */
const languagesIn = (folder: string) =>
  fs
    .readdirSync(folder)
    .flatMap((name) => /^([a-z]{2})\.ts$/.exec(name)?.slice(1) ?? [])
    .sort((a, b) => Number(b === 'en') - Number(a === 'en') || a.localeCompare(b));

test.each(folders)(
  'every label of %s exists in every language and fills in the same places',
  async (folder) => {
    const languages = languagesIn(folder);
    const catalogues: Record<string, Catalogue> = {};
    for (const language of languages) catalogues[language] = await readCatalogue(folder, language);
    expect(languages.length).toBe(3);
    expect(languages[0]).toBe('en');
    expect(Object.keys(catalogues['en'] ?? {}).length).toBeGreaterThan(50);
    expect(labelViolations(catalogues)).toEqual([]);
  },
);

/** Words for which the language has another one here: anyone who reads two of them looks for two things. */
const secondWords: Readonly<Record<string, readonly string[]>> = {
  hi: ['राउंड', 'पाली', 'शिफ्ट', 'तस्वीर', 'पर्यवेक्षक', 'सब-एडमिन', 'देय'],
  mr: ['राउंड', 'देय', 'पाळ्या', 'छायाचित्र', 'पर्यवेक्षक', 'रक्षक', 'वॉचपोस्ट'],
};

test.each(Object.entries(secondWords))('[SHELL-07] one thing has one word in %s', async (language, words) => {
  const pages = path.join(repositoryRoot, 'apps', 'console', 'src', 'offline');
  const catalogues = [
    ...(await Promise.all(folders.map((folder) => readCatalogue(folder, language)))),
    await readCatalogue(pages, `texts-${language}`, language),
  ];
  const texts = catalogues.flatMap((catalogue) => Object.values(catalogue));
  expect(texts.length).toBeGreaterThan(1_000);
  expect(texts.filter((text) => words.some((word) => text.includes(word)))).toEqual([]);
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

test.each(['hi', 'mr'])('[SHELL-07] the audit log names every field in %s', async (language) => {
  const fields = auditedFields();
  expect(fields.length).toBeGreaterThan(30);
  const [inConsole = ''] = folders;
  const catalogue = await readCatalogue(inConsole, `${language}-fields`, `${language}Fields`);
  expect(fields.filter((field) => !Object.hasOwn(catalogue, `field.${field}`))).toEqual([]);
});

test.each([
  ['missing', { en: { a: 'A', b: 'B' }, hi: { a: 'A' } }],
  ['unknown', { en: { a: 'A' }, hi: { a: 'A', b: 'B' } }],
  ['empty', { en: { a: ' ' } }],
  ['other places', { en: { a: 'of {count}' }, hi: { a: 'of {total}' } }],
])('a label that is %s: refused', (what, catalogues: Record<string, Catalogue>) => {
  expect(labelViolations(catalogues)).toEqual([expect.stringContaining(what)]);
});
