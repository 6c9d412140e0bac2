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

  it('[FIELD-01] one of no one’s is taken when it is looked at for a while, also where not every picture shows it', () => {
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
  choice.reject('poster', 5_000);
  for (let atMs = 5_100; atMs < 12_000; atMs += 500) expect(look(atMs, 'poster')).toBeNull();
  expect(look(12_000, 'poster', 'tag')).toBeNull();
  expect(look(12_800, 'poster', 'tag')).toBe('tag');
  for (let atMs = 13_000; atMs < 16_000; atMs += 500) expect(look(atMs)).toBeNull();
  expect(look(16_000, 'poster')).toBeNull();
  expect(look(16_800, 'poster')).toBe('poster');
});

describe('a label that was just recorded', () => {
  /** Pictures a tenth of a second apart, from and to these seconds. */
  function camera(labelOf?: (code: string) => string) {
    const choice = makeCodeChoice(labelOf);
    const look = (fromS: number, toS: number, ...codes: string[]) => {
      for (let atMs = fromS * 1_000; atMs < toS * 1_000; atMs += 100) {
        const code = choice.choose(codes, rankOf, atMs);
        if (code !== null) return code;
      }
      return null;
    };
    return { choice, look };
  }

  it('[FIELD-01] is not taken again while it is in view, nor because the camera was long shut or opened slowly', () => {
    const { choice, look } = camera();
    expect(look(0, 1, 'planned-1')).toBe('planned-1');
    choice.reject('planned-1', 5_000);
    expect(look(9, 30, 'planned-1')).toBeNull();
    expect(look(600, 610, 'planned-1')).toBeNull();
    expect(look(610, 611)).toBeNull();
    expect(look(611, 612, 'planned-1')).toBeNull();
  });

  it('[FIELD-01] is taken once it has left the view for a moment, or when it is asked for', () => {
    const { choice, look } = camera();
    choice.reject('planned-1', 0);
    expect(look(1, 4)).toBeNull();
    expect(look(4, 5, 'planned-1')).toBe('planned-1');
    choice.reject('planned-1', 6_000);
    expect(look(7, 8, 'planned-1')).toBeNull();
    expect(choice.isTurnedDown('planned-1')).toBe(true);
    choice.takeBack('planned-1');
    expect(look(8, 9, 'planned-1')).toBe('planned-1');
  });

  it('[FIELD-01] is taken at once when the guard comes back to it from another one, however short the camera was open', () => {
    const { choice, look } = camera();
    choice.reject('planned-1', 0);
    expect(look(60, 61, 'planned-2')).toBe('planned-2');
    choice.reject('planned-2', 62_000);
    expect(look(120, 121, 'planned-1')).toBe('planned-1');
  });

  it('is not taken in turns with one beside it', () => {
    const { choice, look } = camera();
    choice.reject('planned-1', 0);
    expect(look(1, 2, 'planned-1', 'planned-2')).toBe('planned-2');
    choice.reject('planned-2', 20_000);
    expect(look(21, 23, 'planned-1', 'planned-2')).toBeNull();
  });

  it('[FIELD-01] is the same one though its code changes, as on a screen', () => {
    const { choice, look } = camera((code) => code.split(' ')[0] ?? code);
    choice.reject('planned-1 at noon', 0);
    expect(look(1, 4, 'planned-1 a minute later')).toBeNull();
  });
});
