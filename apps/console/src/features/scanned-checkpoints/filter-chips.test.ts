import { describe, expect, it } from 'vitest';
import { chipsOf } from './filter-chips.ts';
import { emptySearch } from './report-search.ts';

const sites = [
  { value: '', label: 'Select Site' },
  { value: 's1', label: 'Hinjewadi' },
];
const none = emptySearch;
const textsOf = (filters: Partial<typeof none>) =>
  chipsOf({ ...none, ...filters }, sites).map(({ name, value }) => `${name}: ${value}`);

describe('chips', () => {
  it('name what is filtered, and nothing else', () => {
    expect(textsOf({})).toEqual([]);
    expect(textsOf({ site: 's1', from: '2026-11-01', to: '2026-11-20', searchText: 'asha' })).toEqual([
      'Site: Hinjewadi',
      'Dates: 01/11/26 to 20/11/26',
      'Search: asha',
    ]);
  });

  it('name one day once, half a range not at all, and an unknown site as another', () => {
    expect(textsOf({ from: '2026-11-01', to: '2026-11-01' })).toEqual(['Dates: 01/11/26']);
    expect(textsOf({ from: '2026-11-01' })).toEqual([]);
    expect(textsOf({ from: '2026-11-02', to: '2026-11-01' })).toEqual([]);
    expect(textsOf({ site: 's2' })).toEqual(['Site: Another site']);
  });

  it('[DASH-02] name what a figure of the dashboard narrows the list to', () => {
    const narrowed = { status: 'ended', guard: 'g', named: 'Asha Kale', weekday: '1', hour: '23' };
    expect(textsOf(narrowed)).toEqual([
      'Status: Ended',
      'Guard: Asha Kale',
      'Weekday: Sunday',
      'Hour: 11:00\u00a0PM – 12:00\u00a0AM',
    ]);
    const at = String(new Date(2026, 10, 21, 9, 15).getTime());
    expect(textsOf({ missed: 'c', named: 'Gate 3', fromMs: at })).toEqual([
      'Missed checkpoint: Gate 3',
      'Time: since 21 Nov, 09:15 AM',
    ]);
  });

  it('take both dates away together', () => {
    const [chip] = chipsOf({ ...none, from: '2026-11-01', to: '2026-11-02' }, sites);
    expect(chip?.cleared).toEqual({ from: '', to: '' });
  });
});
