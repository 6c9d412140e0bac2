import { addDays, calendarDate } from '@watchpost/domain/time-zone';
import { viewerZone } from './viewer-zone.ts';

/** A calendar day of the viewer's zone as YYYY-MM-DD; `daysAgo` counts days of the calendar, not of 24 hours. */
export const calendarDay = (nowMs: number, daysAgo = 0): string =>
  addDays(calendarDate(nowMs, viewerZone()), -daysAgo);
