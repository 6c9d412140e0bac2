import { describe, expect, it } from 'vitest';
import { languageOf, languages, localeOf, spokenLanguage } from './languages.ts';
import { defaultLanguage, defaultUiLocale } from './limits.ts';

const none = { user: null, browser: undefined, tenant: null, preferred: [] };

describe('languages', () => {
  it('[SHELL-06] the default is en, written as en_US is', () => {
    expect(spokenLanguage(none)).toBe(defaultLanguage);
    expect(localeOf('en')).toBe(defaultUiLocale.replace('_', '-'));
  });

  it.each([
    ['hi', 'hi'],
    ['hi-IN', 'hi'],
    ['MR_in', 'mr'],
    ['fr-FR', undefined],
    ['hindi', undefined],
    ['', undefined],
    [null, undefined],
  ])('%s is read as %s', (tag, language) => expect(languageOf(tag)).toBe(language));

  it("the account's wish goes before the browser's, the tenant's and what the browser prefers", () => {
    const all = { user: 'mr', browser: 'hi', tenant: 'en', preferred: ['hi-IN'] };
    expect(spokenLanguage(all)).toBe('mr');
    expect(spokenLanguage({ ...all, user: null })).toBe('hi');
    expect(spokenLanguage({ ...all, user: null, browser: 'xx' })).toBe('en');
    expect(spokenLanguage({ ...none, preferred: ['ta-IN', 'mr-IN', 'en'] })).toBe('mr');
  });

  it.each(languages)('[SHELL-07] %s writes Latin digits', (language) => {
    const text = new Intl.NumberFormat(localeOf(language)).format(1_234_567);
    expect(text).toMatch(/^[\d,]+$/);
    expect(text).toBe(language === 'en' ? '1,234,567' : '12,34,567');
  });
});
