import { describe, expect, it } from 'vitest';
import { nextPosition } from './roving-links.ts';

const positions = [
  { x: 0, y: 0 },
  { x: 1, y: 0 },
  { x: 1, y: 1 },
  { x: 3, y: 0 },
];
const from = (index: number) => positions[index] ?? { x: 0, y: 0 };

describe('arrow keys', () => {
  it.each([
    [0, [1, 0], 1],
    [1, [1, 0], 3],
    [1, [0, 1], 2],
    [2, [1, 0], 3],
    [3, [-1, 0], 1],
    [0, [-1, 0], -1],
    [0, [0, 1], 2],
  ] as const)('from %i by %j go to %i', (index, step, expected) => {
    expect(nextPosition(from(index), positions, step)).toBe(expected);
  });
});
