import { expect, it } from 'vitest';
import { clusterMarks, type PositionedMark } from './cluster-marks.ts';

const mark = (id: string, x: number, y: number, more: Partial<PositionedMark> = {}): PositionedMark => ({
  id,
  x,
  y,
  weight: 1,
  tone: 'good',
  ...more,
});

it('draws what lies together as one, with its weight, its middle and its worst tone', () => {
  const [together, apart] = clusterMarks(
    [mark('a', 10, 10), mark('b', 20, 30, { tone: 'missed' }), mark('c', 500, 10, { weight: 7 })],
    48,
  );
  expect(together).toEqual({ id: 'a', x: 15, y: 20, weight: 2, tone: 'missed', ids: ['a', 'b'] });
  expect(apart).toMatchObject({ id: 'c', weight: 7 });
});

it('a place without anybody neither moves nor colours those beside it', () => {
  const [one] = clusterMarks([mark('empty', 0, 0, { weight: 0, tone: 'missed' }), mark('guard', 40, 40)], 48);
  expect(one).toMatchObject({ x: 40, y: 40, weight: 1, tone: 'good' });
  const [none] = clusterMarks([mark('one', 0, 0, { weight: 0 }), mark('other', 20, 20, { weight: 0 })], 48);
  expect(none).toMatchObject({ x: 10, y: 10, weight: 0 });
});

it('leaves alone what stands for itself', () => {
  const marks = [mark('sos', 10, 10, { isAlone: true }), mark('a', 10, 10), mark('b', 11, 11)];
  expect(clusterMarks(marks, 48).map(({ ids }) => ids)).toEqual([['sos'], ['a', 'b']]);
});
