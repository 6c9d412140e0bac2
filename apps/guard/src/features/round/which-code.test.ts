import { describe, expect, it } from 'vitest';
import { type CodeRank, makeCodeChoice } from './which-code.ts';

/** Each code's name says what it is: planned-1 is of the round. */
const rankOf = (code: string): CodeRank =>
  (['planned', 'known', 'ours'] as const).find((rank) => code.startsWith(rank)) ?? 'foreign';

/** What is taken of each picture, the pictures coming at these milliseconds. */
function taken(pictures: readonly (readonly [atMs: number, ...codes: string[]])[]): (string | null)[] {
  const choice = makeCodeChoice();
  return pictures.map(([atMs, ...codes]) => choice.choose(codes, rankOf, atMs));
}

describe('of the codes before the camera', () => {
  it('[FIELD-01] one of the round is taken at once, whatever hangs beside it', () => {
    expect(taken([[0, 'planned-1']])).toEqual(['planned-1']);
    expect(taken([[0, 'poster', 'known-1', 'ours-1', 'planned-1']])).toEqual(['planned-1']);
    expect(taken([[0, 'planned-2', 'planned-1']])).toEqual(['planned-2']);
  });

  it('[FIELD-01] one of another round or of an unknown checkpoint is taken when it is seen again with nothing better', () => {
    expect(
      taken([
        [0, 'known-1'],
        [120, 'known-1'],
      ]),
    ).toEqual([null, 'known-1']);
    expect(
      taken([
        [0, 'ours-1'],
        [120, 'ours-1', 'known-1'],
      ]),
    ).toEqual([null, null]);
    expect(
      taken([
        [0, 'known-1'],
        [120, 'known-1', 'planned-1'],
      ]),
    ).toEqual([null, 'planned-1']);
  });

  it('[FIELD-01] one of nobody’s is taken when it is looked at for a while, also where not every picture shows it', () => {
    expect(
      taken([
        [0, 'poster'],
        [300, 'poster'],
        [600, 'poster'],
        [720, 'poster'],
      ]),
    ).toEqual([null, null, null, 'poster']);
    expect(taken([[0, 'poster'], [300], [600], [1_900, 'poster']])).toEqual([null, null, null, 'poster']);
  });

  it('a poster that the camera passes now and then is not taken', () => {
    expect(
      taken([
        [0, 'poster'],
        [3_000, 'poster'],
        [6_000, 'poster'],
      ]),
    ).toEqual([null, null, null]);
    expect(
      taken([
        [0, 'a misreading'],
        [400, 'another'],
        [800, 'a third'],
      ]),
    ).toEqual([null, null, null]);
  });
});

it('a code that was turned down is passed over until it has left the view, and holds no other up', () => {
  const choice = makeCodeChoice();
  const look = (atMs: number, ...codes: string[]) => choice.choose(codes, rankOf, atMs);
  look(0, 'poster');
  expect(look(800, 'poster')).toBe('poster');
  choice.turnDown('poster', 5_000);
  for (let atMs = 5_100; atMs < 12_000; atMs += 500) expect(look(atMs, 'poster')).toBeNull();
  expect(look(12_000, 'poster', 'tag')).toBeNull();
  expect(look(12_800, 'poster', 'tag')).toBe('tag');
  expect(look(15_000, 'poster')).toBeNull();
  expect(look(15_800, 'poster')).toBe('poster');
});
