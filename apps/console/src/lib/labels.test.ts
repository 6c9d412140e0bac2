import type { Messages } from '@watchpost/domain/messages';
import { afterEach, describe, expect, it } from 'vitest';
import en from '../labels/en.json?translation';
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

  it('an unknown key, a missing value and one too many do not compile', () => {
    // @ts-expect-error there is no such key
    expect(t('no.such.key')).toBe('no.such.key');
    // @ts-expect-error the audit log and the server's failures are looked up otherwise
    expect(t('field.name')).toBe('Name');
    // @ts-expect-error pageCount is missing
    expect(t('ui.pageOf', { page: 1 })).toBe('Page 1 of {pageCount}');
    // @ts-expect-error nothing is filled in here
    expect(t('ui.close', { page: 1 })).toBe('Close');
    // @ts-expect-error a plural counts a number
    expect(t('rounds.copied', { count: '1' })).toBe('1 row is copied.');
    // @ts-expect-error all values are missing
    expect(t('rounds.copied')).toBe('{count} rows are copied.');
  });

  it('fills placeholders, numbers as the locale writes them', () => {
    expect(t('ui.pageOf', { page: 1, pageCount: 1234 })).toBe('Page 1 of 1,234');
    expect(t('ui.removeFilter', { filter: '{filter} & <b>' })).toBe('Remove filter {filter} & <b>');
    expect(translate('ui.removeFilter')).toBe('Remove filter {filter}');
  });

  it('chooses the plural by the rules of the language', () => {
    expect(t('rounds.copied', { count: 1 })).toBe('1 row is copied.');
    expect(t('rounds.copied', { count: 0 })).toBe('0 rows are copied.');
    const files: Messages = {
      one: 'plik',
      few: [['count'], ' pliki'],
      many: [['count'], ' plików'],
      other: 'pliku',
    };
    speakLanguage('pl', 'pl-PL', { x: [['count', 'plural', files]] });
    expect([1, 3, 5].map((count) => translate('x', { count }))).toEqual(['plik', '3 pliki', '5 plików']);
  });
});
