import { expect, it } from 'vitest';
import { chooseLanguage, languageNames, moment, number } from './texts.ts';

it.each(Object.keys(languageNames))('%s writes figures, times and zones as the product does', (language) => {
  chooseLanguage(language);
  expect(number(1_234)).toBe('1,234');
  const text = moment(Date.UTC(2026, 10, 26, 9, 5), 'America/New_York');
  expect(text).toMatch(/26.*2026.*4:05:00.*GMT-5$/u);
});
