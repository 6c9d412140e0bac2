import { describe, expect, it } from 'vitest';
import { noticeKinds, noticeLanguages } from '@watchpost/domain/notice-kinds';
import { noticeText, noticeTexts } from './notice-texts.ts';

const placeholders = (text: string) => (text.match(/\{\w+\}/g) ?? []).toSorted();

describe.each(noticeLanguages)('the notices in %s', (language) => {
  it.each(noticeKinds)('%s has a title, and fills in what the English one fills in', (kind) => {
    const text = noticeTexts[language]?.[kind];
    expect(text?.title).toMatch(/\S/);
    expect(placeholders(text?.message ?? '')).toEqual(placeholders(noticeTexts['en']?.[kind].message ?? ''));
    expect(placeholders(text?.timed ?? '')).toEqual(placeholders(noticeTexts['en']?.[kind].timed ?? ''));
  });
});

it('values stand in the text as they are, also those that look like places or patterns', () => {
  const params = { guard: '{site}', site: '$&<b>' };
  expect(noticeText('sosRaised', params, 'en').message).toBe('{site} called for help at $&<b>.');
});

describe('[NOTIF-05] a round that was missed or is late', () => {
  const named = { route: 'Perimeter', site: 'Gate' };
  const due = { dueAtMs: Date.UTC(2026, 10, 16, 17), timeZone: 'Asia/Kolkata', hourCycle: 'h12' };

  it.each([
    ['en', 'The round of Perimeter at Gate, due at 10:30 PM, Nov 16 (site time), was not walked.'],
    ['hi-IN', 'Gate पर Perimeter की गश्त नहीं हुई; तय समय: 10:30 PM, 16 नव॰ (साइट का समय)।'],
    ['mr', 'Gate येथील Perimeter ची गस्त झाली नाही; ठरलेली वेळ: 10:30 PM, 16 नोव्हें (साइटची वेळ).'],
  ])('names in %s the time at which it was due', (language, message) => {
    expect(noticeText('roundMissed', { ...named, ...due }, language).message).toBe(message);
  });

  it.each(['roundNotBegun', 'roundLate'] as const)('%s names its time too', (kind) => {
    for (const language of noticeLanguages)
      expect(noticeText(kind, { ...named, ...due, minutes: 3 }, language).message).toContain('10:30 PM');
  });

  it('has the time and the day of its site, counted as the company counts the hours', () => {
    const there = { ...named, ...due, dueAtMs: Date.UTC(2026, 10, 17, 1), timeZone: 'America/New_York' };
    const { message } = noticeText('roundMissed', { ...there, hourCycle: 'h23' }, 'en');
    expect(message).toContain('due at 20:00, Nov 16 (');
  });

  it('names no time where none was stored', () => {
    expect(noticeText('roundMissed', named, 'en').message).toBe(
      'The round of Perimeter at Gate was not walked.',
    );
  });
});
