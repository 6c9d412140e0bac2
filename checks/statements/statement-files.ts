// The checked-in files of statements: what the server sends, in the words of SQL, an area a file.
import path from 'node:path';
import type { SourceFile } from '../source-files.ts';
import { type Sources, StatementCollector } from './collect.ts';

const server = 'apps/server/src/';

/** How a statement is written that is put together from parts: common indentation and empty lines go. */
function laidOut(text: string): string {
  const lines = text
    .split('\n')
    .map((line) => line.trimEnd())
    .filter((line) => line !== '');
  const [first = '', ...rest] = lines;
  const depths = rest.map((line) => line.length - line.trimStart().length);
  const depth = Math.max(0, Math.min(...depths, Number.MAX_SAFE_INTEGER) - 2);
  return [first.trimStart(), ...rest.map((line) => line.slice(depth))].join('\n');
}

/** Of the repository's files as they are given, whose imports are followed. */
export function sourcesOf(files: readonly SourceFile[]): Sources {
  const texts = new Map(files.map((file) => [file.path, file.text]));
  return {
    read(name) {
      const text = texts.get(name);
      if (text === undefined) throw new TypeError(`there is no ${name}`);
      return text;
    },
    resolve(from, specifier) {
      const [, own = '', name = ''] = /^@watchpost\/(\w+)\/(.+)$/.exec(specifier) ?? [];
      const target =
        own === '' ? path.posix.join(path.posix.dirname(from), specifier) : `packages/${own}/src/${name}.ts`;
      return texts.has(target) && (own !== '' || specifier.startsWith('.')) ? target : null;
    },
  };
}

const isOfTheServer = (name: string) =>
  name.startsWith(server) &&
  name.endsWith('.ts') &&
  !/\.(test|testing)\.ts$|\/(testing|migrations|catalog)\//.test(name);

/** That of `apps/server/src/AREA/...`; files beside the areas are of none. */
const areaOf = (name: string) => (name.slice(server.length).includes('/') ? name.split('/')[3] : undefined);

/** The text of the file of each area, by the area's name. */
export function statementFiles(files: readonly SourceFile[]): ReadonlyMap<string, string> {
  const collector = new StatementCollector(sourcesOf(files));
  const sections = new Map<string, string[]>();
  for (const { path: name } of files) {
    const area = isOfTheServer(name) ? areaOf(name) : undefined;
    if (area === undefined) continue;
    const statements = collector.statementsOf(name);
    if (statements.length === 0) continue;
    const texts = statements.map((one) => `-- ${one.name}\n${laidOut(one.text)};\n`);
    const section = [`-- ${name.slice(server.length)}\n`, ...texts].join('\n');
    sections.set(area, [...(sections.get(area) ?? []), section]);
  }
  return new Map([...sections].map(([area, parts]) => [area, `${heading(area)}\n${parts.join('\n\n')}`]));
}

const heading = (
  area: string,
) => `-- Statements that ${server}${area} writes out, by file and function. In braces: what only the running program knows.
-- Written by "npx vitest run checks/statements.test.ts -u".
`;
