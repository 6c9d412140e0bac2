import { describe, expect, test } from 'vitest';
import {
  apiPathViolations,
  environmentViolations,
  lengthViolations,
  nameViolations,
  privateTextViolations,
} from './file-rules.ts';
import { parseFile } from './parsed-file.ts';
import { plant } from './planted-files.testing.ts';
import { isCode, readRepository } from './source-files.ts';

const files = readRepository();
const parsed = files.filter(isCode).map(parseFile);

describe('names and lengths', () => {
  test('every file has a telling kebab-case name with a known suffix', () => {
    expect(nameViolations(files)).toEqual([]);
  });

  test.each(['a/utils.ts', 'a/helpers/b.ts', 'a/index.ts', 'a/Common.tsx', 'a/siteList.ts', 'a/b.model.ts'])(
    'a file called %s: refused',
    (path) => {
      expect(nameViolations([{ path, text: '' }])).toHaveLength(1);
    },
  );

  test('no file of code is longer than 500 lines', () => {
    expect(lengthViolations(files)).toEqual([]);
    expect(lengthViolations([{ path: 'a.ts', text: 'x\n'.repeat(500) }])).toEqual([]);
    expect(lengthViolations([{ path: 'a.ts', text: 'x\n'.repeat(501) }])).toHaveLength(1);
  });
});

describe('settings and paths', () => {
  test('only env.ts, scripts and configurations read the environment', () => {
    expect(environmentViolations(parsed)).toEqual([]);
  });

  test.each([
    'const a = process.env.PORT;',
    "const a = process['env']['PORT'];",
    'const { env } = process;',
    "import { env } from 'node:process';",
  ])('%s elsewhere: refused', (text) => {
    expect(environmentViolations([plant('apps/server/src/platform/http/a.ts', text)])).toHaveLength(1);
    expect(environmentViolations([plant('apps/server/src/env.ts', text)])).toEqual([]);
  });

  test('no path of the API is written by hand', () => {
    expect(apiPathViolations(parsed)).toEqual([]);
  });

  test.each([
    "fetch('/api/demo/secure/sites');",
    'fetch(`/secure/sites/${id}`);',
    "app.get('/api', handler);",
  ])('%s: refused', (text) => {
    expect(apiPathViolations([plant('apps/console/src/lib/a.ts', text)])).toHaveLength(1);
  });

  test('platform/http/ may write the base path, and no more of it', () => {
    const text = "app.get('/api/docs', a); app.get('/secure/sites', b);";
    const found = apiPathViolations([plant('apps/server/src/platform/http/a.ts', text)]);
    expect(found).toEqual(['apps/server/src/platform/http/a.ts: /secure/sites']);
  });
});

describe('texts', () => {
  test('no file names a path of a machine or the host of a registry', () => {
    expect(privateTextViolations(files)).toEqual([]);
  });

  // Put together here, so that this file does not hold them itself.
  test.each([
    ['/home', 'someone', 'project'],
    ['/Users', 'someone', 'project'],
    ['/root', '.npm'],
    ['https:/', ['registry', 'example', 'org'].join('.'), 'zod'],
  ])('%s/%s: refused', (...parts) => {
    expect(privateTextViolations([{ path: 'a.md', text: `see ${parts.join('/')}` }])).toHaveLength(1);
  });
});
