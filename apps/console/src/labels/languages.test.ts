import { errorCodes } from '@watchpost/contract/error-codes';
import { languages, localeOf } from '@watchpost/domain/languages';
import { menuOf } from '@watchpost/domain/menu';
import { afterEach, describe, expect, it } from 'vitest';
import { areas } from '../lib/areas.ts';
import { failureWords, speakLanguage, t, translate } from '../lib/labels.ts';
import { en } from './en.ts';
import { hi, hiSpoken } from './hi.ts';
import { mr, mrSpoken } from './mr.ts';

/** Texts that read as in English, each with its reason. */
const sameAsEnglish: Readonly<Record<string, string>> = {
  'product.name': 'the name of the product',
  'product.title': 'a page and the name of the product',
  'rounds.daysLater': 'a sign and a number',
  'access.cell': 'two names and a colon',
  'notifications.wish': 'two names and a sign',
  'handovers.read': 'a name and a time',
  'doubt.points': 'a sign and a number',
};

const placesIn = (text: string): string[] =>
  [...text.matchAll(/\{\w+\}/g)].map(([place]) => place).toSorted();
const translations = [
  ['hi', hi, hiSpoken],
  ['mr', mr, mrSpoken],
] as const;

afterEach(() => speakLanguage('en', 'en-US', en));

describe.each(translations)('the texts in %s', (language, texts, spoken) => {
  const entries: [string, string][] = Object.entries(texts);

  it('[SHELL-07] are all there and fill in the same places', () => {
    expect(Object.keys(texts).toSorted()).toEqual(Object.keys(en).toSorted());
    const differing = entries.filter(
      ([key, text]) =>
        String(placesIn(text)) !==
        String(placesIn(Object.entries(en).find(([name]) => name === key)?.[1] ?? '')),
    );
    expect(differing).toEqual([]);
  });

  it('[SHELL-07] are in Devanagari, but for those that read the same everywhere', () => {
    const english: Readonly<Record<string, string>> = en;
    const same = entries.filter(([key, text]) => text === english[key]).map(([key]) => key);
    expect(same.filter((key) => !Object.hasOwn(sameAsEnglish, key))).toEqual([]);
    const latin = entries.filter(([, text]) => !/\p{Script=Devanagari}/u.test(text)).map(([key]) => key);
    const named = [...Object.keys(sameAsEnglish), 'signIn.usernamePlaceholder'];
    expect(latin.filter((key) => !named.includes(key))).toEqual([]);
  });

  it('[SHELL-07] name every page, menu entry and failure', () => {
    speakLanguage(language, localeOf(language), spoken);
    const entriesOf = menuOf('superAdmin').flatMap((entry) => [entry, ...entry.subMenuList]);
    const crumbs = areas.flatMap(({ path }) =>
      path.split('/').map((segment) =>
        segment
          .split('-')
          .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
          .join(' '),
      ),
    );
    const names = [...entriesOf.map(({ label }) => label), ...crumbs].filter(
      (name) => name !== 'Admin Dashboard',
    );
    expect(names.filter((name) => translate(name) === name)).toEqual([]);
    for (const [code, { message }] of Object.entries(errorCodes)) {
      expect(failureWords({ code, message })).toMatch(/\p{Script=Devanagari}/u);
    }
  });

  it('[SHELL-07] choose the plural by the rules of the language', () => {
    speakLanguage(language, localeOf(language), spoken);
    const [none, one, many] = [0, 1, 1_234_567].map((count) => t('audit.total', { count }));
    // Hindi counts nothing as one thing, Marathi as many.
    const [single, several] = language === 'hi' ? ['प्रविष्टि', 'प्रविष्टियाँ'] : ['नोंद', 'नोंदी'];
    expect(none).toBe(`0 ${language === 'hi' ? single : several}`);
    expect(one).toBe(`1 ${single}`);
    expect(many).toBe(`12,34,567 ${several}`);
  });
});

it('every language that can be chosen has its texts', () => {
  expect(['en', ...translations.map(([language]) => language)]).toEqual([...languages]);
});
