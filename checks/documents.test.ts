// What the documents name is there: files, commands, tests, trials and settings, the latter with their defaults.
import fs from 'node:fs';
import path from 'node:path';
import { describe, expect, it, test } from 'vitest';
import { readEnv } from '../apps/server/src/env.ts';
import { readRepository, repositoryRoot } from './source-files.ts';

const files = readRepository();
const textOf = (name: string) => files.find((file) => file.path === name)?.text ?? '';
const documents = files.filter((file) => file.path.endsWith('.md'));
const readme = textOf('README.md');

/** What a pattern's first group finds in the documents and `isThere` does not know, each with its document. */
const missing = (pattern: RegExp, isThere: (named: string, document: string) => boolean): string[] =>
  documents.flatMap(({ path: document, text }) =>
    [...text.matchAll(pattern)]
      .map(([, named = '']) => named)
      .filter((named) => !isThere(named, document))
      .map((named) => `${document}: ${named}`),
  );

const parts = (text: string) => text.split(/\s+/).filter((part) => part !== '' && !part.startsWith('-'));
const isIn = (names: Iterable<string>) => {
  const known = new Set(names);
  return (name: string) => known.has(name);
};
const someTest = (ending: RegExp) => (filters: string) =>
  parts(filters).every((filter) =>
    files.some((file) => ending.test(file.path) && file.path.includes(filter)),
  );

test('every link of a document leads to a file', () => {
  const there = (link: string, document: string) =>
    /^https?:/.test(link) || fs.existsSync(path.join(repositoryRoot, path.dirname(document), link));
  expect(missing(/\]\(([^)#]+)(?:#[^)]*)?\)/g, there)).toEqual([]);
});

test('every picture of a guide exists, is used and says what it shows', () => {
  const folder = path.join(repositoryRoot, 'docs/guides/images');
  const used = documents.flatMap(({ path: document, text }) =>
    [...text.matchAll(/!\[([^\]]*)\]\(([^)]+)\)/g)].map(([, alt = '', image = '']) => ({
      image: path.join(repositoryRoot, path.dirname(document), image),
      alt,
    })),
  );
  expect(used.filter(({ alt }) => alt.length < 20)).toEqual([]);
  const named = used.map(({ image }) => image).filter((image) => image.startsWith(folder));
  expect([...new Set(named)].toSorted()).toEqual(
    fs
      .readdirSync(folder)
      .map((name) => path.join(folder, name))
      .toSorted(),
  );
  const large = named.filter((image) => fs.statSync(image).size > 120_000);
  expect(large).toEqual([]);
});

test('what a guide quotes in bold is a text of the console, its menu or the guards’ app', () => {
  const texts = files
    .filter(({ path: file }) =>
      /^(apps\/(console|guard)\/src\/labels\/|packages\/domain\/src\/menu)/.test(file),
    )
    .map(({ text }) => text)
    .join('\n');
  const isShown = (alt: string) =>
    ["'", '"', '`'].some((mark) => texts.includes(`${mark}${alt}${mark}`)) || texts.includes(` ${alt}:`);
  const guides = documents.filter(({ path: file }) =>
    /^docs\/guides\/(console|administration|guards-app|operators)\.md$/.test(file),
  );
  const quoted = guides.flatMap(({ path: file, text }) =>
    [...text.matchAll(/\*\*([^*]+)\*\*/g)].map(([, alt = '']) => [file, alt] as const),
  );
  expect(quoted.length).toBeGreaterThan(50);
  expect(quoted.filter(([, alt]) => !isShown(alt))).toEqual([]);
});

test('every file that a document names by its path is there', () => {
  // `domain/limits.ts` is how the page of the architecture writes packages/domain/src/limits.ts.
  const short = files.flatMap((file) => [`/${file.path}`, `/${file.path.replace('/src/', '/')}`]);
  const there = (name: string) => short.some((one) => one.endsWith(`/${name.replace(/^(\.\.?\/)+/, '')}`));
  expect(missing(/`([\w.-]+\/[\w./-]+\.(?:tsx?|mjs|md|ya?ml|sql|cfg|conf|service))`/g, there)).toEqual([]);
});

test('every command that a document names is there', () => {
  const { scripts }: { scripts: Record<string, string> } = JSON.parse(textOf('package.json'));
  expect(missing(/npm run ([\w:-]+)/g, isIn(Object.keys(scripts)))).toEqual([]);
  const [, trials = ''] = textOf('trials/all-trials.ts').split('allTrials');
  const names = [...trials.matchAll(/^ {2}'?([\w-]+)'?[:,]/gm)].map(([, name = '']) => name);
  expect(names.length).toBeGreaterThan(0);
  expect(missing(/npm run trial -- ([a-z][\w-]*)/g, isIn(names))).toEqual([]);
});

test('every test that a document has somebody run is there', () => {
  expect(missing(/npx vitest run ([^`\n|;]+)/g, someTest(/\.test\.tsx?$/))).toEqual([]);
  expect(missing(/npx playwright test ([^`\n|;]+)/g, someTest(/\.e2e\.ts$/))).toEqual([]);
});

test('the page of the architecture tells of every room', () => {
  const apps = ['apps/server/src', 'apps/console/src', 'apps/guard/src'];
  const folders = files.flatMap((file) => {
    const app = apps.find((folder) => file.path.startsWith(`${folder}/`));
    const [room = '', ...below] = file.path.slice((app?.length ?? 0) + 1).split('/');
    return app === undefined || below.length === 0 ? [] : [room];
  });
  const page = textOf('docs/architecture.md');
  expect(
    [...new Set(folders)].filter((folder) => !new RegExp(`(^|[^\\w-])${folder}/`, 'm').test(page)),
  ).toEqual([]);
});

test('each decision has a number of its own, and says it', () => {
  const decisions = documents.filter((file) => file.path.startsWith('docs/decisions/0'));
  const numbers = decisions.map((file) => path.basename(file.path).slice(0, 4));
  expect(numbers).toEqual(numbers.map((_, index) => String(index + 1).padStart(4, '0')));
  expect(decisions.map((file) => /^# (\d{4}) \S/.exec(file.text)?.[1])).toEqual(numbers);
});

test('a decision that code or a document names exists', () => {
  const numbers = documents.flatMap((file) => /^docs\/decisions\/(\d{4})/.exec(file.path)?.[1] ?? []);
  const named = files.flatMap(({ path: file, text }) =>
    [...text.matchAll(/\bdecisions? \[?(\d{4})((?:(?:, | and )\d{4})*)/gi)]
      .flatMap(([, first = '', others = '']) => [first, ...(others.match(/\d{4}/g) ?? [])])
      .map((number) => [file, number] as const),
  );
  expect(named.length).toBeGreaterThan(10);
  expect(named.filter(([, number]) => !numbers.includes(number))).toEqual([]);
});

test('a decision has its reason, and is at most a page', () => {
  const decisions = documents.filter((file) => file.path.startsWith('docs/decisions/0'));
  const faults = decisions.flatMap(({ path: file, text }) => [
    ...['Context', 'Decision', 'Consequences'].flatMap((part) =>
      new RegExp(`^## ${part}`, 'm').test(text) ? [] : [`${file}: ${part} is missing`],
    ),
    ...(text.split(/\s+/).length > 600 ? [`${file}: more than 600 words`] : []),
  ]);
  expect(faults).toEqual([]);
});

test('the index of decisions names each once, with its title', () => {
  const entries = [...textOf('docs/decisions/README.md').matchAll(/^- \[(\d{4})\]\(([^)]+)\) (.*)$/gm)];
  const decisions = documents.filter((file) => file.path.startsWith('docs/decisions/0'));
  expect(
    entries.map(([, number, name, title]) => `docs/decisions/${name} # ${number} ${title}`).toSorted(),
  ).toEqual(decisions.map(({ path: name, text }) => `${name} ${text.split('\n')[0]}`).toSorted());
});

describe("README's settings", () => {
  const table = /## Settings\n([\s\S]*?)\n## /.exec(readme)?.[1] ?? '';
  const rows = [...table.matchAll(/^\| (`[^|]*) \| ([^|]*) \|/gm)].map(([, named = '', defaults = '']) => {
    const short = [...named.matchAll(/`([A-Z\d_]+)`/g)].map(([, name = '']) => name);
    const start = short[0]?.replace(/_[^_]*$/, '') ?? '';
    return {
      names: short.map((name) => (name.startsWith('_') ? `${start}${name}` : name)),
      defaults: defaults.split(', '),
    };
  });
  const listed = rows.flatMap((row) => row.names);
  /** Enough that no setting is left unread for want of another one. */
  const enough = {
    DATABASE_URL: 'postgres://one@host/own',
    GEOCODER_URL: 'https://places.example',
    OTEL_EXPORTER_OTLP_ENDPOINT: 'http://localhost:4318',
  };

  it('are those that the server reads', () => {
    const read = new Set<string>();
    readEnv(
      new Proxy<NodeJS.ProcessEnv>(enough, {
        get: (target, name) => {
          read.add(String(name));
          return Reflect.get(target, name);
        },
      }),
    );
    expect([...listed].sort()).toEqual([...read].sort());
  });

  const described = rows.flatMap(({ names, defaults }) =>
    names.flatMap((name, index) => {
      const value = /^`([^`]+)`$/.exec(defaults[index] ?? '')?.[1];
      return value === undefined || listed.includes(value) ? [] : [[name, value] as const];
    }),
  );
  it.each(described)('%s is %s where nothing else is said', (name, value) => {
    expect(readEnv({ ...enough, [name]: value })).toEqual(readEnv(enough));
  });
});
