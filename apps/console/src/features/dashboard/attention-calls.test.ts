import type { Dashboard } from '@watchpost/contract/dashboard';
import { describe, expect, it } from 'vitest';
import en from '../../labels/en.json?translation';
import { speakLanguage } from '../../lib/labels.ts';
import { callsOf, calmText } from './attention-calls.ts';

speakLanguage('en', 'en-US', en);

const tally = { inProgress: 0, incompleted: 0, completed: 5, planned: 20, scanned: 20 };
const due = { onTime: 5, doneLate: 0, incomplete: 0, missed: 0, excused: 0, underWay: 0, waiting: 0 };
const times = { count: 0, medianMs: null };
const all: Dashboard = {
  span: { fromMs: 0, toMs: 1, days: null, previous: { fromMs: 0, toMs: 0 }, asOfMs: 1 },
  rounds: { now: tally, before: tally },
  due: { now: due, before: due },
  onDuty: 0,
  onDutySites: [],
  incidents: {
    New: 0,
    Attended: 0,
    critical: 0,
    reported: 0,
    reportedBefore: 0,
    attended: times,
    closed: times,
  },
  exceptions: { unsettled: 0, overdue: 0, closed: times },
  field: { sos: 0, silent: 0, late: 0, lateStarts: 0 },
  places: { sites: 1, guards: 1, checkpoints: 1, routes: 1, tours: 1 },
};
const field = { sos: 0, silent: null, late: null, lateStarts: null };
const hidden = { due: null, incidents: null, exceptions: null, field } as const;
const walked = { now: { ...tally, incompleted: 3, scanned: 13 }, before: tally };

const valuesOf = (figures: Dashboard) => callsOf(figures, null).map(({ id, value }) => [id, value]);
const calmOf = (figures: Dashboard) => calmText(figures, callsOf(figures, null));

describe('what needs a hand', () => {
  it('[DASH-02] where nothing says what was due, calls for rounds left incomplete and checkpoints missed', () => {
    const figures = { ...all, ...hidden, rounds: walked };
    expect(valuesOf(figures)).toEqual([
      ['incompleted', 3],
      ['points', 7],
    ]);
    expect(calmOf(figures)).toBeNull();
    expect(valuesOf({ ...all, rounds: walked })).toEqual([]);
  });

  it('[DASH-02] is nothing only among what was looked at', () => {
    expect(calmOf({ ...all, ...hidden, rounds: null })).toBe('Nothing needs a hand among calls for help.');
    expect(calmOf({ ...all, ...hidden })).toBe(
      'Nothing needs a hand among calls for help and rounds walked in this period.',
    );
    expect(calmOf({ ...all, exceptions: null })).toBe(
      'Nothing needs a hand among calls for help, guards on duty, incidents, rounds under way, and planned rounds.',
    );
    expect(calmOf({ ...all, field: { ...all.field, silent: null } })).not.toContain('All is well');
    expect(calmOf(all)).toBe('All is well: nothing needs a hand.');
  });

  it('[DASH-02] [DASH-03] is whatever the live board marks, in its colours, and opens the board of the same site', () => {
    const figures: Dashboard = { ...all, field: { sos: 1, silent: 2, late: 3, lateStarts: 4 } };
    const calls = callsOf(figures, 'site-1');
    expect(calls.map(({ id, value, meaning }) => [id, value, meaning])).toEqual([
      ['sos', 1, 'missed'],
      ['silent', 2, 'missed'],
      ['late', 3, 'late'],
      ['lateStarts', 4, 'late'],
    ]);
    for (const { href } of calls) expect(href).toBe('#/admin-dashboard/live?site=site-1');
    for (const id of ['sos', 'silent', 'late', 'lateStarts'])
      expect(calmOf({ ...all, field: { ...all.field, [id]: 1 } })).toBeNull();
  });

  it('[DASH-02] a round that is due and may still be started does not disturb the calm', () => {
    const figures = { ...all, due: { now: { ...due, waiting: 2 }, before: due } };
    expect(valuesOf(figures)).toEqual([['waiting', 2]]);
    expect(calmOf(figures)).toBe('All is well: nothing needs a hand.');
  });

  it('[DASH-02] has the colour that it has in its own list', () => {
    const pressing: Dashboard = {
      ...all,
      incidents: {
        New: 2,
        Attended: 1,
        critical: 0,
        reported: 0,
        reportedBefore: 0,
        attended: times,
        closed: times,
      },
      due: { now: { ...due, missed: 1, waiting: 1 }, before: due },
      exceptions: { unsettled: 3, overdue: 1, closed: times },
    };
    expect(callsOf(pressing, null).map(({ id, meaning }) => [id, meaning])).toEqual([
      ['new', 'missed'],
      ['missed', 'missed'],
      ['waiting', 'unknown'],
      ['overdue', 'missed'],
    ]);
  });
});
