// What Hindi and Marathi need besides their texts: the letters, and day.js writing their dates. Fetched with them.
import '@fontsource/noto-sans-devanagari/devanagari-400.css';
import '@fontsource/noto-sans-devanagari/devanagari-600.css';
import { type Language, localeOf } from '@watchpost/domain/languages';
import dayjs from 'dayjs';

/** Ages, with %d for the number (R9); without 'ago', so that they stand alone. */
const ages = {
  hi: {
    future: '%s में',
    past: '%s पहले',
    s: 'कुछ सेकंड',
    m: 'एक मिनट',
    mm: '%d मिनट',
    h: 'एक घंटा',
    hh: '%d घंटे',
    d: 'एक दिन',
    dd: '%d दिन',
    M: 'एक महीना',
    MM: '%d महीने',
    y: 'एक वर्ष',
    yy: '%d वर्ष',
  },
  mr: {
    future: '%s मध्ये',
    past: '%s पूर्वी',
    s: 'काही सेकंद',
    m: 'एक मिनिट',
    mm: '%d मिनिटे',
    h: 'एक तास',
    hh: '%d तास',
    d: 'एक दिवस',
    dd: '%d दिवस',
    M: 'एक महिना',
    MM: '%d महिने',
    y: 'एक वर्ष',
    yy: '%d वर्षे',
  },
} as const;

const namesOf = (count: number, nameOf: (index: number) => string): string[] =>
  Array.from({ length: count }, (_, index) => nameOf(index));

/** Names of months and days are the browser's own, as the calendar writes them. */
function register(language: keyof typeof ages): void {
  const write = (options: Intl.DateTimeFormatOptions) => {
    const { format } = new Intl.DateTimeFormat(localeOf(language), { ...options, timeZone: 'UTC' });
    return {
      month: (at: number) => format(Date.UTC(2024, at, 1)),
      day: (at: number) => format(Date.UTC(2024, 8, 1 + at)),
    };
  };
  dayjs.locale(
    {
      name: language,
      months: namesOf(12, write({ month: 'long' }).month),
      monthsShort: namesOf(12, write({ month: 'short' }).month),
      // 1 September 2024 was a Sunday, with which day.js begins.
      weekdays: namesOf(7, write({ weekday: 'long' }).day),
      weekdaysShort: namesOf(7, write({ weekday: 'short' }).day),
      weekdaysMin: namesOf(7, write({ weekday: 'narrow' }).day),
      ordinal: (number: number) => String(number),
      relativeTime: ages[language],
      formats: {},
    },
    undefined,
    true,
  );
}

register('hi');
register('mr');

export function writeDatesIn(language: Language): void {
  dayjs.locale(language);
}
