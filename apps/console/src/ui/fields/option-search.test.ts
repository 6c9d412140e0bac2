import { describe, expect, test } from 'vitest';
import { findOptions, OPTION_LIMIT } from './option-search.ts';

const options = ['Select Site', 'Kharadi IT Park', 'Koregaon Park', 'Park Hyatt', 'Café Nord'].map(
  (label, value) => ({
    label,
    value: String(value),
  }),
);
const labels = (text: string) => findOptions(options, text).map((option) => option.label);

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

  test('a long list is cut', () => {
    const many = Array.from({ length: 500 }, (_, at) => ({ value: String(at), label: `Site ${at}` }));
    expect(findOptions(many, 'site')).toHaveLength(OPTION_LIMIT);
  });
});
