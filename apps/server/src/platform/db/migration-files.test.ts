// Migrations are found by listing their folder.
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeEach, expect, test } from 'vitest';
import { readMigrationFiles } from './migration-files.ts';

const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'watchpost-migrations-'));
beforeEach(() => {
  fs.rmSync(folder, { recursive: true });
  fs.mkdirSync(folder);
});
afterAll(() => fs.rmSync(folder, { recursive: true }));

const write = (name: string, text = '') => fs.writeFileSync(path.join(folder, name), text);

test('files are found in the order of their numbers, with lines as PostgreSQL stores them', () => {
  write('0121-second.sql', 'SELECT 2;\r\n');
  write('0120-first-of-two.sql', 'SELECT 1;\n');
  write('README.md');
  expect([...readMigrationFiles(folder)]).toEqual([
    ['0120-first-of-two', 'SELECT 1;\n'],
    ['0121-second', 'SELECT 2;\n'],
  ]);
});

test.each(['120-short.sql', '0120.sql', '0120-Upper.sql', '0120_under.sql', 'first.sql', '0120-.sql'])(
  'a file that has no place in the order is refused by its name: %s',
  (name) => {
    write(name);
    expect(() => readMigrationFiles(folder)).toThrow(`migrations/${name}`);
  },
);

test('a folder that is missing is refused, since a database would be left as it is without a word', () => {
  expect(() => readMigrationFiles(path.join(folder, 'elsewhere'))).toThrow('ENOENT');
});

test('each migration says why at its top, and no two have one number', () => {
  const files = [...readMigrationFiles()];
  expect(files.filter(([, text]) => !text.startsWith('-- ')).map(([name]) => name)).toEqual([]);
  const numbers = files.map(([name]) => name.slice(0, 4));
  expect(new Set(numbers).size).toBe(numbers.length);
});
