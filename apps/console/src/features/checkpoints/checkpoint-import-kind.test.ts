import { checkpointHeadings, readMethods } from '@watchpost/domain/checkpoint-import';
import { checkpointMethods } from '@watchpost/domain/checkpoint-methods';
import { localeOf } from '@watchpost/domain/languages';
import { guessMapping } from '@watchpost/domain/record-import';
import { afterEach, expect, it } from 'vitest';
import en from '../../labels/en.json?translation';
import hi from '../../labels/hi.json?translation';
import mr from '../../labels/mr.json?translation';
import { speakLanguage } from '../../lib/labels.ts';
import { checkpointImportFor } from './checkpoint-import-kind.ts';
import { methodsWords } from './methods-field.tsx';

afterEach(() => speakLanguage('en', 'en-US', en));

it.each([
  ['en', en],
  ['hi', hi],
  ['mr', mr],
] as const)('[MNG-04] the columns of the example in %s are guessed, each as its field', (language, texts) => {
  speakLanguage(language, localeOf(language), texts);
  const { example, fieldWords } = checkpointImportFor(false);
  const fields = Object.keys(example);
  const places = fields.map((field, place) => [field, place]);
  expect(guessMapping(checkpointHeadings, fields.map(fieldWords))).toEqual(Object.fromEntries(places));
  // The form's own labels for the ways of scanning are accepted too.
  expect(readMethods(methodsWords(checkpointMethods))).toEqual(checkpointMethods);
});
