import { errorCodes } from '@watchpost/contract/error-codes';
import { languages, localeOf } from '@watchpost/domain/languages';
import { menuOf } from '@watchpost/domain/menu';
import { afterEach, describe, expect, it } from 'vitest';
import { fieldText } from '../features/audit-log/audit-texts.ts';
import { pages } from '../app/pages.ts';
import { failureText, speakLanguage, t, translate } from '../lib/labels.ts';
import labels from './en.json';
import spokenEn from './en.json?translation';
import spokenHi from './hi.json?translation';
import spokenMr from './mr.json?translation';
import { en, hi, mr } from './texts.testing.ts';

/** Texts that read as in English, each with its reason. */
const sameAsEnglish: Readonly<Record<string, string>> = {
  'product.name': 'the name of the product',
  'product.title': 'a page and the name of the product',
  'rounds.daysLater': 'a sign and a number',
  'access.cell': 'two names and a colon',
  'notifications.wish': 'two names and a sign',
  'handovers.read': 'a name and a time',
  'doubt.points': 'a sign and a number',
  'verification.phase.place': 'X',
};

const translations = [
  ['hi', hi, spokenHi],
  ['mr', mr, spokenMr],
] as const;

afterEach(() => speakLanguage('en', 'en-US', spokenEn));

describe.each(translations)('the texts in %s', (language, texts, spoken) => {
  const entries: [string, string][] = Object.entries(texts);

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
    const crumbs = pages.flatMap(({ paths }) =>
      paths
        .flatMap((path) => path.split('/'))
        .map((segment) =>
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
      expect(failureText({ code, message })).toMatch(/\p{Script=Devanagari}/u);
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

describe('what only translations show has an English text for translators', () => {
  it('[SHELL-07] of failures: what the server says', () => {
    const messages = Object.entries(errorCodes).map(([code, { message }]) => [`failure.${code}`, message]);
    expect(labels.failures).toEqual(Object.fromEntries(messages));
  });

  it('[SHELL-07] of fields of the audit log: their names as words', () => {
    speakLanguage('en', 'en-US', {});
    const names = Object.keys(labels.fields).map((key) => key.replace('field.', ''));
    const texts = Object.fromEntries(names.map((name) => [`field.${name}`, fieldText(name)]));
    expect(labels.fields).toEqual(texts);
  });
});

it('every language that can be chosen has its texts', () => {
  expect(['en', ...translations.map(([language]) => language)]).toEqual([...languages]);
});
