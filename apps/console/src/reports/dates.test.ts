import { describe, expect, it } from 'vitest';
import { dateProblem, wholeRange } from './dates.ts';

describe('the dates of a report', () => {
  it.each([
    ['', '', null],
    ['2026-11-01', '', 'dateMissing'],
    ['', '2026-11-01', 'dateMissing'],
    ['2026-11-02', '2026-11-01', 'fromAfterTo'],
    ['2026-11-01', '2026-11-01', null],
  ])('from %s to %s: %s', (from, to, problem) => {
    expect(dateProblem({ from, to })).toBe(problem);
  });

  it('filter by both or by none', () => {
    expect(wholeRange({ from: '2026-11-01', to: '' })).toEqual({});
    expect(wholeRange({ from: '2026-11-01', to: '2026-11-02' })).toEqual({
      from: '2026-11-01',
      to: '2026-11-02',
    });
  });
});
