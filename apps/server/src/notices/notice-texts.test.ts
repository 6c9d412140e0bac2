import { describe, expect, it } from 'vitest';
import { noticeKinds, noticeLanguages } from '@watchpost/domain/notice-kinds';
import { noticeText, noticeTexts } from './notice-texts.ts';

const places = (text: string) => (text.match(/\{\w+\}/g) ?? []).toSorted();

describe.each(noticeLanguages)('the notices in %s', (language) => {
  it.each(noticeKinds)('%s has a title, and fills in what the English one fills in', (kind) => {
    const text = noticeTexts[language]?.[kind];
    expect(text?.title).toMatch(/\S/);
    expect(places(text?.message ?? '')).toEqual(places(noticeTexts['en']?.[kind].message ?? ''));
  });
});

it('values stand in the text as they are, also those that look like places or patterns', () => {
  const params = { guard: '{site}', site: '$&<b>' };
  expect(noticeText('sosRaised', params, 'en').message).toBe('{site} called for help at $&<b>.');
});
