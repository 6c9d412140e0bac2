// Names, lengths and texts that no file may have.
import path from 'node:path';
import type { ParsedFile } from './parsed-file.ts';
import { isCode, isTest, type SourceFile } from './source-files.ts';

const maxLines = 500;
const emptyNames = new Set('index util utils helper helpers common misc'.split(' '));
const layers = ['routes', 'queries', 'service', 'jobs', 'api'];
const suffixes = new Set([
  '',
  ...layers,
  'test',
  ...layers.map((layer) => `${layer}.test`),
  'testing',
  'e2e',
  'config',
  'module',
  'd',
]);

/** kebab-case, a known suffix, no name that says nothing. */
export function nameViolations(files: readonly SourceFile[]): string[] {
  return files
    .filter((file) => /\.(ts|tsx|mjs|css)$/.test(file.path))
    .flatMap((file) => {
      const stem = path.posix.basename(file.path).replace(/\.(ts|tsx|mjs|css)$/, '');
      const [name = '', ...suffix] = stem.split('.');
      const folders = path.posix.dirname(file.path).split('/');
      const empty = [name, ...folders].find((part) => emptyNames.has(part));
      if (empty !== undefined) return [`${file.path}: '${empty}' says nothing`];
      if (!/^[a-z0-9]+(-[a-z0-9]+)*$/.test(name)) return [`${file.path}: not kebab-case`];
      return suffixes.has(suffix.join('.')) ? [] : [`${file.path}: unknown suffix .${suffix.join('.')}`];
    });
}

export function lengthViolations(files: readonly SourceFile[]): string[] {
  return (
    files
      // Declarations are generated, or as long as what they declare.
      .filter((file) => isCode(file) && !file.path.endsWith('.d.ts'))
      .map((file) => ({ path: file.path, lines: file.text.split('\n').length - 1 }))
      .filter(({ lines }) => lines > maxLines)
      .map((file) => `${file.path}: ${file.lines} lines`)
  );
}

const environmentReader =
  /^(apps\/server\/src\/env\.ts|scripts\/.*|e2e\/.*|bench\/.*|trials\/.*|checks\/.*|(.*\/)?[a-z]+\.config\.ts)$/;

export function environmentViolations(files: readonly ParsedFile[]): string[] {
  return files
    .filter((file) => file.readsEnvironment && !environmentReader.test(file.path) && !isTest(file.path))
    .map((file) => file.path);
}

/** Who may put the contract's paths below the product's base path: platform/http/, its clients, the development proxy. */
const basePathOwner =
  /^apps\/(server\/src\/(platform\/http\/|demo\/simulator\/field-client\.ts$)|console\/(src\/lib\/browser-http|vite\.config)\.ts$|guard\/(src\/lib\/server|vite\.config)\.ts$)/;

/** Paths of the API written by hand where the contract's endpoint should be named. */
export function apiPathViolations(files: readonly ParsedFile[]): string[] {
  return files
    .filter((file) => /^(apps|packages)\//.test(file.path) && !file.path.startsWith('packages/contract/'))
    .filter((file) => !isTest(file.path))
    .flatMap((file) => {
      const refused = basePathOwner.test(file.path) ? /^\/secure(\/|$)/ : /^\/(api|secure)(\/|$)/;
      return file.strings.filter((text) => refused.test(text)).map((text) => `${file.path}: ${text}`);
    });
}

const privateTexts: readonly (readonly [string, RegExp])[] = [
  [
    'a path of somebody\u2019s machine',
    /(^|[\s"'`=(:])\/(root|home\/[\w-]+|Users\/[\w-]+|work\/[\w-]+)\/[\w.-]/m,
  ],
  ['a path of somebody\u2019s machine', /[A-Z]:\\+Users\\/],
  [
    'a package registry\u2019s host',
    /\bregistry\.[\w-]+\.[a-z]{2,}|\bnpmmirror\b|\/artifactory\/|\bpkgs\.dev\.\w/,
  ],
];

export function privateTextViolations(files: readonly SourceFile[]): string[] {
  return files.flatMap((file) =>
    privateTexts
      .filter(([, pattern]) => pattern.test(file.text))
      .map(([what]) => `${file.path} holds ${what}`),
  );
}
