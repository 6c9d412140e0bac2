import { describe, expect, it } from 'vitest';
import { chipsOf } from './filter-chips.ts';

const sites = [
  { value: '', label: 'Select Site' },
  { value: 's1', label: 'Hinjewadi' },
];
const none = { site: '', from: '', to: '', searchText: '' };
const wordsOf = (filters: Partial<typeof none>) =>
  chipsOf({ ...none, ...filters }, sites).map(({ name, value }) => `${name}: ${value}`);

describe('chips', () => {
  it('name what is filtered, and nothing else', () => {
    expect(wordsOf({})).toEqual([]);
    expect(wordsOf({ site: 's1', from: '2026-11-01', to: '2026-11-20', searchText: 'asha' })).toEqual([
      'Site: Hinjewadi',
      'Dates: 01/11/26 to 20/11/26',
      'Search: asha',
    ]);
  });

  it('name one day once, half a range not at all, and an unknown site as another', () => {
    expect(wordsOf({ from: '2026-11-01', to: '2026-11-01' })).toEqual(['Dates: 01/11/26']);
    expect(wordsOf({ from: '2026-11-01' })).toEqual([]);
    expect(wordsOf({ from: '2026-11-02', to: '2026-11-01' })).toEqual([]);
    expect(wordsOf({ site: 's2' })).toEqual(['Site: Another site']);
  });

  it('take both dates away together', () => {
    const [chip] = chipsOf({ ...none, from: '2026-11-01', to: '2026-11-02' }, sites);
    expect(chip?.cleared).toEqual({ from: '', to: '' });
  });
});
