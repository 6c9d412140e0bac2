import { describe, expect, it } from 'vitest';
import { mergeFields } from './merge-fields.ts';

const base = { name: 'Gate', address: 'Road 1', days: [1, 2] };

describe('two edits of one record', () => {
  it('[MNG-01] are put together where they touch different fields', () => {
    const merged = mergeFields(base, { ...base, name: 'North Gate' }, { ...base, days: [3] });
    expect(merged).toEqual({ fields: { name: 'North Gate', address: 'Road 1', days: [3] }, conflicts: [] });
  });

  it('[MNG-01] name the fields that both changed, and keep mine until chosen', () => {
    const merged = mergeFields(
      base,
      { ...base, name: 'Mine' },
      { ...base, name: 'Theirs', address: 'Road 2' },
    );
    expect(merged).toEqual({ fields: { ...base, name: 'Mine', address: 'Road 2' }, conflicts: ['name'] });
  });

  it('have no conflict where both changed to the same', () => {
    const both = { ...base, days: [5, 6] };
    expect(mergeFields(base, both, { ...both })).toEqual({ fields: both, conflicts: [] });
  });
});
