import { describe, expect, it } from 'vitest';
import { inLanes } from './lanes.ts';

const span = (fromMinute: number, toMinute: number) => ({ fromMinute, toMinute });

describe('the lanes of a day', () => {
  it.each([
    [
      'one after the other in one lane',
      [span(0, 60), span(60, 120)],
      [
        [0, 1],
        [0, 1],
      ],
    ],
    [
      'two at once in two lanes',
      [span(0, 90), span(60, 120)],
      [
        [0, 2],
        [1, 2],
      ],
    ],
    [
      'a third in the lane that is free again',
      [span(0, 90), span(30, 300), span(90, 120)],
      [
        [0, 2],
        [1, 2],
        [0, 2],
      ],
    ],
    [
      'whatever comes after all of them in full width',
      [span(0, 90), span(30, 60), span(90, 120)],
      [
        [0, 2],
        [1, 2],
        [0, 1],
      ],
    ],
  ])('holds %s', (_what, spans, expected) => {
    expect(inLanes(spans).map(({ lane, lanes }) => [lane, lanes])).toEqual(expected);
  });
});
