import { expect, test } from 'vitest';
import en from '../labels/en.json?translation';
import { speakLanguage } from '../lib/labels.ts';
import { endHelp } from './window-words.ts';

speakLanguage('en', 'en-US', en);

test.each([
  ['22:00', '06:00', 'Ends the next day. Times of the site.'],
  ['06:00', '14:00', 'Times of the site.'],
  ['06:00', '06:00', 'Times of the site.'],
  ['', '06:00', 'Times of the site.'],
  ['22:00', '', 'Times of the site.'],
])('[MNG-05] [MNG-07] from %j to %j: an end before its start is marked', (from, to, words) => {
  expect(endHelp(from, to, 'Times of the site.')).toBe(words);
});

test('[MNG-05] nothing is said where there is nothing to say', () => {
  expect([endHelp('06:00', '14:00', null), endHelp('22:00', '06:00', null)]).toEqual([
    null,
    'Ends the next day.',
  ]);
});
