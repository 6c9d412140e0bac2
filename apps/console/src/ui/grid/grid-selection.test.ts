import { describe, expect, test } from 'vitest';
import { allSelected, nextDirection, select, toggleAll } from './grid-selection.ts';

const ids = ['a', 'b', 'c', 'd', 'e'];
const press = { isToggle: false, isRange: false, anchorId: null };

describe('selection', () => {
  test('single mode holds one row, and pressing it with a toggle lets it go', () => {
    expect([...select(new Set(['a']), ids, { ...press, mode: 'single', id: 'b' })]).toEqual(['b']);
    expect([...select(new Set(['a']), ids, { ...press, mode: 'single', id: 'b', isToggle: true })]).toEqual([
      'b',
    ]);
    expect([...select(new Set(['b']), ids, { ...press, mode: 'single', id: 'b', isToggle: true })]).toEqual(
      [],
    );
  });

  test('single mode never selects a range', () => {
    const range = { ...press, mode: 'single' as const, id: 'd', isRange: true, anchorId: 'a' };
    expect([...select(new Set(['a']), ids, range)]).toEqual(['d']);
  });

  test('multiple mode adds and removes rows one by one', () => {
    expect([...select(new Set(['a']), ids, { ...press, mode: 'multiple', id: 'c', isToggle: true })]).toEqual(
      ['a', 'c'],
    );
    expect([
      ...select(new Set(['a', 'c']), ids, { ...press, mode: 'multiple', id: 'a', isToggle: true }),
    ]).toEqual(['c']);
  });

  test('a range runs either way from the row pressed before', () => {
    const range = { ...press, mode: 'multiple' as const, isRange: true };
    expect([...select(new Set(), ids, { ...range, id: 'd', anchorId: 'b' })]).toEqual(['b', 'c', 'd']);
    expect([...select(new Set(), ids, { ...range, id: 'b', anchorId: 'd' })]).toEqual(['b', 'c', 'd']);
  });

  test('the head box selects all loaded rows, then none, and leaves rows of other pages alone', () => {
    const all = toggleAll(new Set(['other', 'a']), ids);
    expect(all).toEqual(new Set(['other', ...ids]));
    expect(toggleAll(all, ids)).toEqual(new Set(['other']));
    expect(allSelected(new Set(['a']), ids)).toBe('some');
    expect(allSelected(new Set(ids), ids)).toBe(true);
    expect(allSelected(new Set(['other']), ids)).toBe(false);
    expect(allSelected(new Set(), [])).toBe(false);
  });

  test("sorting goes ascending, descending, then back to the list's own order", () => {
    expect(nextDirection(null)).toBe('ascending');
    expect(nextDirection('ascending')).toBe('descending');
    expect(nextDirection('descending')).toBeNull();
  });
});
