import { expect, it } from 'vitest';
import { ShownPlaces } from './shown-places.ts';

/** What is said of each record in turn, and which numbers of ten are missing in the end. */
function told(leaves: readonly number[], named: readonly string[] = []) {
  const places = new ShownPlaces(100);
  const said = leaves.map((leaf) => places.takeLeaf(leaf)).filter((place) => place !== 'right');
  return { said, missing: places.finish(10, named), isWhole: places.isWhole };
}

const all = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9];

it.each([
  ['all in their places', all, { said: [], missing: [], isWhole: true }],
  ['one taken out', all.toSpliced(3, 1), { said: [], missing: ['3'], isWhole: false }],
  ['two taken out side by side', all.toSpliced(3, 2), { said: [], missing: ['3-4'], isWhole: false }],
  ['the last ones cut off', all.slice(0, 6), { said: [], missing: ['6-9'], isWhole: false }],
  [
    'two that changed places',
    [0, 1, 2, 4, 3, 5, 6, 7, 8, 9],
    { said: ['moved'], missing: [], isWhole: false },
  ],
  [
    'one moved behind others, one taken out',
    [0, 4, 5, 2, 6, 7, 8, 9],
    { said: ['moved'], missing: ['1', '3'], isWhole: false },
  ],
  ['one that stands twice', [...all, 4], { said: ['doubled'], missing: [], isWhole: true }],
])('of %s just that is told', (_name, leaves, expected) => {
  expect(told(leaves)).toEqual(expected);
});

it('a record that a round has missed already is not told once more', () => {
  expect(told(all.toSpliced(3, 1), ['3']).missing).toEqual([]);
});

it('hashes stand for the records before a number; behind those that stand for no one knows what, no guess is made', () => {
  const places = new ShownPlaces(100);
  places.takeGap(5);
  expect([places.takeLeaf(5), places.takeLeaf(3)]).toEqual(['right', 'doubled']);
  places.lose();
  expect([places.takeLeaf(8), places.takeLeaf(9)]).toEqual(['right', 'right']);
  expect(places.finish(10, [])).toEqual([]);
  expect(places.isWhole).toBe(false);
});

it('a file of holes names so many of them and no more', () => {
  const places = new ShownPlaces(3);
  for (let leaf = 1; leaf < 100; leaf += 2) places.takeLeaf(leaf);
  expect(places.finish(100, [])).toEqual(['0', '2', '4']);
});
