import { expect, it } from 'vitest';
import { updateDelayMs, wasPosted } from './postings.ts';

const hour = 3_600_000;
const posting = { siteId: 'mill', sinceMs: 100 * hour, untilMs: 200 * hour };

it.each<[string, number, boolean]>([
  ['before it began', 100 * hour - 1, false],
  ['from its beginning on', 100 * hour, true],
  ['as long as a duty may last after its end', 200 * hour + updateDelayMs - 1, true],
  ['later', 200 * hour + updateDelayMs, false],
])('[FIELD-02] a guard was posted %s: %i -> %s', (_when, atMs, posted) => {
  expect(wasPosted([posting], 'mill', atMs)).toBe(posted);
  expect(wasPosted([posting], 'harbour', atMs)).toBe(false);
});

it('a posting of which no one kept when it began is taken to have lasted', () => {
  expect(wasPosted([{ ...posting, sinceMs: null }], 'mill', 0)).toBe(true);
  expect(wasPosted([], 'mill', 0)).toBe(false);
});
