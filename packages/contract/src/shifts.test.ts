import { describe, expect, it } from 'vitest';
import { createShift } from './shifts.ts';

const shift = { name: 'Night', fromMinute: 600, toMinute: 600, weekdays: [1], guardIds: [] };
const siteId = '0190b8a0-0000-7000-8000-000000000001';

const problems = (body: object) =>
  createShift.body.safeParse(body).error?.issues.map(({ path, message }) => [path[0], message]) ?? [];

describe('a shift', () => {
  it('[MNG-05] without a site and with equal times gets both errors at once', () => {
    expect(problems(shift)).toEqual([
      ['siteId', 'record_site_required'],
      ['toMinute', 'shift_times_equal'],
    ]);
  });

  it.each([
    ['that ends on the next day', { ...shift, siteId, toMinute: 599 }, []],
    ['that ends when it begins', { ...shift, siteId }, [['toMinute', 'shift_times_equal']]],
    [
      'without times',
      { ...shift, siteId, fromMinute: Number.NaN, toMinute: Number.NaN },
      [
        ['fromMinute', 'shift_time_required'],
        ['toMinute', 'shift_time_required'],
      ],
    ],
  ])('[MNG-05] %s', (_, body, expected) => {
    expect(problems(body)).toEqual(expected);
  });
});
