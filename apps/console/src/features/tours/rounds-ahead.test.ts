import { duesShown, type TourPlan } from '@watchpost/domain/tours';
import { describe, expect, it } from 'vitest';
import { daysAhead } from './rounds-ahead.ts';

const plan: TourPlan = {
  timeZone: 'Europe/Paris',
  weekdays: [1, 2, 3, 4, 5, 6, 7],
  schedule: { kind: 'interval', fromMinute: 1320, toMinute: 360, everyMinutes: 60 },
  validFrom: '2026-01-01',
  validTo: null,
  holidays: new Set(),
  startWindowMinutes: 15,
  graceMinutes: 10,
};
const at = (text: string) => Date.parse(text);

describe('[MNG-07] the next rounds of a form', () => {
  it('are those after now, by the dates of the site', () => {
    const days = daysAhead(plan, at('2026-06-10T22:30:00Z'));
    expect(days.map(({ date, rounds }) => [date, rounds.length])).toEqual([
      ['2026-06-11', 7],
      ['2026-06-12', 5],
    ]);
    expect(days.flatMap(({ rounds }) => rounds)).toHaveLength(duesShown);
    expect(days[0]?.rounds[0]?.dueAtMs).toBe(at('2026-06-10T23:00:00Z'));
  });

  it('say so of days that daylight saving makes shorter or longer', () => {
    const spring = daysAhead(plan, at('2026-03-28T20:30:00Z'));
    expect(spring.map(({ date, hours }) => [date, hours])).toEqual([
      ['2026-03-28', null],
      ['2026-03-29', 23],
      ['2026-03-30', null],
    ]);
    const autumn = daysAhead(plan, at('2026-10-24T20:30:00Z'));
    expect(autumn[1]).toMatchObject({ date: '2026-10-25', hours: 25 });
  });

  it('leave out holidays, begin with the tour and end with it', () => {
    const short = {
      ...plan,
      validFrom: '2026-07-01',
      validTo: '2026-07-03',
      holidays: new Set(['2026-07-02']),
    };
    const days = daysAhead(
      { ...short, schedule: { kind: 'times', minutes: [600] } },
      at('2026-06-01T00:00:00Z'),
    );
    expect(days.map(({ date }) => date)).toEqual(['2026-07-01', '2026-07-03']);
  });

  it('are found though there is one a week', () => {
    const weekly: TourPlan = { ...plan, weekdays: [2], schedule: { kind: 'times', minutes: [0] } };
    expect(daysAhead(weekly, at('2026-06-10T22:30:00Z'))).toHaveLength(duesShown);
  });

  it('at random are told by their window alone', () => {
    const days = daysAhead(
      { ...plan, schedule: { kind: 'random', fromMinute: 1320, toMinute: 360, rounds: 4, apartMinutes: 60 } },
      at('2026-06-10T10:00:00Z'),
    );
    expect(days.map(({ date, rounds }) => [date, rounds.length])).toEqual([
      ['2026-06-10', 4],
      ['2026-06-11', 4],
      ['2026-06-12', 4],
      ['2026-06-13', 4],
      ['2026-06-14', 4],
      ['2026-06-15', 4],
    ]);
  });
});
