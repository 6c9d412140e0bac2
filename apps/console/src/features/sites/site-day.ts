import { calendarDate } from '@watchpost/domain/time-zone';
import { currentLocale } from '../../lib/labels.ts';

/** The day of a site that an instant belongs to. */
export const dayWords = (atMs: number, timeZone: string): string =>
  new Intl.DateTimeFormat(currentLocale(), {
    day: 'numeric',
    month: 'short',
    year: 'numeric',
    timeZone: 'UTC',
  }).format(Date.parse(calendarDate(atMs, timeZone)));
