import { describe, expect, it } from 'vitest';
import en from '../../labels/en.json?translation';
import { speakLanguage } from '../../lib/labels.ts';
import { lateText, missedInText } from './span-texts.ts';

speakLanguage('en', 'en-US', en);

describe('the words of a span', () => {
  it.each([
    [0, 'Late'],
    [59_999, 'Late'],
    [60_000, 'Late by 1 min'],
    [3_900_000, 'Late by 1 h 5 min'],
  ])('[DASH-03] a round that is late for %d ms is "%s"', (spanMs, text) => {
    expect(lateText(spanMs)).toBe(text);
  });

  it.each([
    [125_000, 'Missed in 2 min'],
    [59_999, 'Missed within a minute'],
    [-1, 'Missed within a minute'],
  ])('[DASH-03] a round that is missed in %d ms is "%s"', (spanMs, text) => {
    expect(missedInText(spanMs)).toBe(text);
  });
});
