import { describe, expect, test } from 'vitest';
import { searchable } from '@watchpost/domain/readers/searchable';
import { findOptions, OPTION_LIMIT } from './option-search.ts';

const options = [
  'Select Site',
  'Kharadi IT Park',
  'Koregaon Park',
  'Park Hyatt',
  'Café Nord',
  'Łódź Magazyn',
  'O’Connor’s Yard',
  'गेट १२',
].map((label, value) => ({
  label,
  value: String(value),
}));
const labels = (text: string) => findOptions(options, text, searchable).map((option) => option.label);

describe('finding an option by typing', () => {
  test('nothing typed shows all in order', () => {
    expect(labels(' ')).toEqual(options.map((option) => option.label));
  });

  test('options that begin with the text come first', () => {
    expect(labels('park')).toEqual(['Park Hyatt', 'Kharadi IT Park', 'Koregaon Park']);
  });

  test('case and accents do not matter, and every word must occur', () => {
    expect(labels('CAFE')).toEqual(['Café Nord']);
    expect(labels('park kor')).toEqual(['Koregaon Park']);
    expect(labels('park zzz')).toEqual([]);
  });

  test.each([
    ['lodz', 'Łódź Magazyn'],
    ["o'connor's", 'O’Connor’s Yard'],
    ['oconnors yard', 'O’Connor’s Yard'],
    ['गेट 12', 'गेट १२'],
    ['\u200Bcafé', 'Café Nord'],
  ])(
    '[INPUT-03] %s finds %s: strokes, apostrophes, digits and unseen letters do not matter',
    (text, label) => {
      expect(labels(text)).toEqual([label]);
    },
  );

  test('a long list is cut', () => {
    const many = Array.from({ length: 500 }, (_, at) => ({ value: String(at), label: `Site ${at}` }));
    expect(findOptions(many, 'site', searchable)).toHaveLength(OPTION_LIMIT);
  });
});
