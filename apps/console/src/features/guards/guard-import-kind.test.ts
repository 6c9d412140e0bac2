import { guardHeadings } from '@watchpost/domain/guard-import';
import { localeOf } from '@watchpost/domain/languages';
import { guessMapping } from '@watchpost/domain/record-import';
import { afterEach, expect, it } from 'vitest';
import en from '../../labels/en.json?translation';
import hi from '../../labels/hi.json?translation';
import mr from '../../labels/mr.json?translation';
import { speakLanguage } from '../../lib/labels.ts';
import { guardImport } from './guard-import-kind.ts';

afterEach(() => speakLanguage('en', 'en-US', en));

it.each([
  ['en', en],
  ['hi', hi],
  ['mr', mr],
] as const)('[MNG-03] the columns of the example in %s are guessed, each as its field', (language, texts) => {
  speakLanguage(language, localeOf(language), texts);
  const { example, fieldWords } = guardImport;
  const fields = Object.keys(example);
  const places = fields.map((field, place) => [field, place]);
  expect(guessMapping(guardHeadings, fields.map(fieldWords))).toEqual(Object.fromEntries(places));
});
