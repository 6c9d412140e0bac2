// The dates that reports are filtered by.
import { isTimeZone } from '@watchpost/domain/time-zone';
import * as z from 'zod/mini';
import { calendarDate, epochMs } from './values.ts';

/** Days, hours and the times of a file go by it: an IANA zone, or 'site' for the zone of each row's site. */
const reportZone = z
  .string()
  .check(z.refine((zone) => zone === 'site' || isTimeZone(zone), { error: 'time_zone_unknown' }));

/** Where no row has a site: an IANA zone; the caller's own unless given. */
export const namedZone = {
  zone: z.optional(z.string().check(z.refine(isTimeZone, { error: 'time_zone_unknown' }))),
};

/** By whose clocks; the caller's own (header Timezone) unless given. */
export const zoneChoice = { zone: z.optional(reportZone) };

/** Calendar days of the caller's time zone (header Timezone), both or none. */
export const dateRange = {
  from: z.optional(calendarDate),
  to: z.optional(calendarDate),
};

const queryMs = z.pipe(
  z.string().check(z.regex(/^\d{12,13}$/, { error: 'Must be a time in milliseconds.' })),
  z.pipe(
    z.transform((text: string) => Number(text)),
    epochMs,
  ),
);

/** A stretch of time to the millisecond, within the dates where there are some: from the first to before the second. */
export const exactWindow = {
  fromMs: z.optional(queryMs),
  toMs: z.optional(queryMs),
};

interface DatePair {
  from?: string | undefined;
  to?: string | undefined;
}

export const bothDates = z.refine<DatePair>(
  (query) => (query.from === undefined) === (query.to === undefined),
  { error: 'Please select date range.', path: ['to'] },
);

export const datesInOrder = z.refine<DatePair>(
  (query) => query.from === undefined || query.to === undefined || query.from <= query.to,
  { error: 'From must not be after To.', path: ['from'] },
);
