import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { labels, loadLabels } from './plugin.ts';

const folder = fs.realpathSync(fs.mkdtempSync(path.join(os.tmpdir(), 'watchpost-labels-')));
const room = path.join(folder, 'src', 'labels');
fs.mkdirSync(room, { recursive: true });
afterAll(() => fs.rmSync(folder, { recursive: true, force: true }));

const parts = { first: (section: string) => section === 'shell' };
const write = (sections: unknown): string => {
  const file = path.join(room, 'en.json');
  fs.writeFileSync(file, JSON.stringify(sections));
  return file;
};

test('a part of a file of labels has the texts of its sections, read already', () => {
  const file = write({ shell: { close: 'Close', page: 'Page {page}' }, pages: { late: 'Late' } });
  expect(JSON.parse(loadLabels(file, 'first', parts))).toEqual({ close: 'Close', page: ['Page ', ['page']] });
});

test.each([
  ['a part that the app does not have', { shell: {} }, 'later', 'no such part'],
  ['a text that cannot be read, by its key', { shell: { page: 'Page {page' } }, 'first', 'page: '],
  ['a section in a section', { shell: { page: { title: 'Page' } } }, 'first', 'shell is no section'],
  ['a list of texts', ['Page'], 'first', 'has no sections'],
])('a build refuses %s', (_what, sections, part, reason) => {
  const file = write(sections);
  expect(() => loadLabels(file, part, parts)).toThrow(reason);
});

test('an import of a part becomes a module, for files of the own app alone', () => {
  const plugin = labels(folder, parts);
  const file = write({ shell: { close: 'Close' } });
  const id = plugin.resolveId('../labels/en.json?first', path.join(folder, 'src', 'lib', 'labels.ts'));
  const watched: string[] = [];
  const code = plugin.load.call({ addWatchFile: (name) => watched.push(name) }, id ?? '');
  expect(code).toBe('export default {"close":"Close"}');
  expect(watched.map((name) => path.resolve(name))).toEqual([file]);
  expect(plugin.resolveId('../labels/en.json?first', '/elsewhere/src/lib/labels.ts')).toBeUndefined();
  expect(plugin.resolveId('../labels/en.json', path.join(folder, 'src', 'lib', 'labels.ts'))).toBeUndefined();
});
