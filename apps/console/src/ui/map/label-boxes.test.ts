import { expect, test } from 'vitest';
import { layOutLabels } from './label-boxes.ts';

const named = (x: number, y: number) => ({ x, y, width: 60, height: 16 });

test('a name stands to the right of its place', () => {
  expect(layOutLabels([named(100, 100), named(300, 100)])).toEqual(['right', 'right']);
});

test('a name whose right side is taken by another place goes to the left', () => {
  expect(layOutLabels([named(100, 100), named(140, 100)])).toEqual(['left', 'right']);
});

test('no name lies on an obstacle', () => {
  const obstacle = { left: 110, top: 80, right: 140, bottom: 120 };
  expect(layOutLabels([named(100, 100)], [obstacle])).toEqual(['left']);
});

test('a name goes above or below where both sides are taken, and away where there is no room', () => {
  const row = [named(60, 100), named(100, 100), named(140, 100)];
  expect(layOutLabels(row)).toEqual(['left', 'above', 'right']);
  const crowd = [-20, 0, 20].flatMap((y) => [-40, 0, 40].map((x) => named(x, y)));
  expect(layOutLabels(crowd)[4]).toBeNull();
});
