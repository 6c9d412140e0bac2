import { afterEach, describe, expect, it } from 'vitest';
import { en } from '../labels/en.ts';
import { speakLanguage, t, translate } from './labels.ts';

afterEach(() => speakLanguage('en', 'en-US', en));

describe('labels', () => {
  it('[SHELL-06] a missing text shows its key', () => {
    expect(translate('no.such.key')).toBe('no.such.key');
    expect(translate('toString')).toBe('toString');
    speakLanguage('mr', 'mr-IN', { 'ui.yes': 'होय' });
    expect(t('ui.yes')).toBe('होय');
    expect(t('ui.no')).toBe('ui.no');
  });

  it('fills placeholders, numbers as the locale writes them', () => {
    expect(t('ui.pageOf', { page: 1, pageCount: 1234 })).toBe('Page 1 of 1,234');
    expect(t('ui.removeFilter', { filter: '{filter} & <b>' })).toBe('Remove filter {filter} & <b>');
    expect(translate('ui.removeFilter')).toBe('Remove filter {filter}');
  });

  it('chooses the plural by the rules of the language', () => {
    expect(t('rounds.copied', { count: 1 })).toBe('1 row is copied.');
    expect(t('rounds.copied', { count: 0 })).toBe('0 rows are copied.');
    speakLanguage('pl', 'pl-PL', { x_one: 'plik', x_few: '{count} pliki', x_many: '{count} plików' });
    expect([1, 3, 5].map((count) => translate('x', { count }))).toEqual(['plik', '3 pliki', '5 plików']);
  });
});
