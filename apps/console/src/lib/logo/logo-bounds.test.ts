import { describe, expect, it } from 'vitest';
import { contentBounds } from './logo-bounds.ts';

type Colour = readonly [number, number, number, number];
const white: Colour = [255, 255, 255, 255];
const clear: Colour = [0, 0, 0, 0];
const ink: Colour = [10, 100, 100, 255];

/** Rows of signs, each a pixel: '#' is ink, anything else the ground. */
function picture(rows: readonly string[], ground: Colour) {
  const pixels = rows.flatMap((row) => [...row].flatMap((sign) => (sign === '#' ? ink : ground)));
  return { width: rows[0]?.length ?? 0, height: rows.length, data: pixels };
}

describe.each([
  ['white', white],
  ['see-through', clear],
  ['not quite one colour', [250, 252, 240, 255] as const],
])('on a ground that is %s', (_name, ground) => {
  it('empty edges are cut', () => {
    const drawn = picture(['.....', '..#..', '.....', '...#.', '.....', '.....'], ground);
    expect(contentBounds(drawn)).toEqual({ left: 2, top: 1, width: 2, height: 3 });
  });

  it('a picture without anything on it stays whole', () => {
    expect(contentBounds(picture(['...', '...'], ground))).toEqual({ left: 0, top: 0, width: 3, height: 2 });
  });
});

it('a picture without edges stays whole', () => {
  const drawn = picture(['.#', '#.'], white);
  expect(contentBounds(drawn)).toEqual({ left: 0, top: 0, width: 2, height: 2 });
});
