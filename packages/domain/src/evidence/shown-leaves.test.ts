import { expect, it } from 'vitest';
import { ShownLeaves } from './shown-leaves.ts';

/** What is said of each record in turn, and which numbers of ten are missing in the end. */
function checked(leaves: readonly number[], named: readonly string[] = []) {
  const shown = new ShownLeaves(100);
  const faults = leaves.map((leaf) => shown.takeLeaf(leaf)).filter((position) => position !== 'right');
  return { faults, missing: shown.finish(10, named), isWhole: shown.isWhole };
}

const all = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9];

it.each([
  ['all in their places', all, { faults: [], missing: [], isWhole: true }],
  ['one taken out', all.toSpliced(3, 1), { faults: [], missing: ['3'], isWhole: false }],
  ['two taken out side by side', all.toSpliced(3, 2), { faults: [], missing: ['3-4'], isWhole: false }],
  ['the last ones cut off', all.slice(0, 6), { faults: [], missing: ['6-9'], isWhole: false }],
  [
    'two that changed places',
    [0, 1, 2, 4, 3, 5, 6, 7, 8, 9],
    { faults: ['moved'], missing: [], isWhole: false },
  ],
  [
    'one moved behind others, one taken out',
    [0, 4, 5, 2, 6, 7, 8, 9],
    { faults: ['moved'], missing: ['1', '3'], isWhole: false },
  ],
  ['one that stands twice', [...all, 4], { faults: ['doubled'], missing: [], isWhole: true }],
])('reports exactly the faults of %s', (_name, leaves, expected) => {
  expect(checked(leaves)).toEqual(expected);
});

it('a record that a round has missed already is not told once more', () => {
  expect(checked(all.toSpliced(3, 1), ['3']).missing).toEqual([]);
});

it('hashes stand for the records before a number; behind those that stand for no one knows what, no guess is made', () => {
  const shown = new ShownLeaves(100);
  shown.takeGap(5);
  expect([shown.takeLeaf(5), shown.takeLeaf(3)]).toEqual(['right', 'doubled']);
  shown.lose();
  expect([shown.takeLeaf(8), shown.takeLeaf(9)]).toEqual(['right', 'right']);
  expect(shown.finish(10, [])).toEqual([]);
  expect(shown.isWhole).toBe(false);
});

it('a file of holes names so many of them and no more', () => {
  const shown = new ShownLeaves(3);
  for (let leaf = 1; leaf < 100; leaf += 2) shown.takeLeaf(leaf);
  expect(shown.finish(100, [])).toEqual(['0', '2', '4']);
});
