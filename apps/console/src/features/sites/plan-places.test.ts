import { describe, expect, it } from 'vitest';
import { isSamePlaces, mergePlaces, type Places, withoutPlace, withPlace, withStep } from './plan-places.ts';

const at = (x: number, y = 0) => ({ x, y });
const base: Places = { gate: at(0.1), lift: at(0.2), roof: at(0.3) };

describe('checkpoints on a plan that two changed', () => {
  it('[MNG-02] stand where the one put them who moved them', () => {
    const mine = withPlace(withoutPlace(base, 'lift'), 'new', at(0.9));
    const theirs = withPlace(withPlace(base, 'gate', at(0.5)), 'other', at(0.8));
    expect(mergePlaces(base, mine, theirs)).toEqual({
      gate: at(0.5),
      roof: at(0.3),
      new: at(0.9),
      other: at(0.8),
    });
  });

  it('[MNG-02] stand where I put them when both moved one, and stay off when I took one off', () => {
    const mine = withPlace(withoutPlace(base, 'roof'), 'gate', at(0.7));
    const theirs = withPlace(withPlace(base, 'gate', at(0.4)), 'roof', at(0.4));
    expect(mergePlaces(base, mine, theirs)).toEqual({ gate: at(0.7), lift: at(0.2) });
  });
});

it('what was put back is no change', () => {
  expect(isSamePlaces(base, withPlace(withoutPlace(base, 'gate'), 'gate', at(0.1)))).toBe(true);
  expect(isSamePlaces(base, withoutPlace(base, 'gate'))).toBe(false);
});

it('keys on one checkpoint are undone together, everything else one by one', () => {
  const step = (x: number, key: string) => ({ places: { gate: at(x) }, key });
  const keys = withStep(withStep([], step(0.1, 'gate')), step(0.2, 'gate'));
  expect(keys).toEqual([step(0.2, 'gate')]);
  expect(withStep(keys, step(0.3, 'lift'))).toHaveLength(2);
  expect(withStep(withStep([], step(0.1, '')), step(0.2, ''))).toHaveLength(2);
});
