// The dates that reports are filtered by.
import * as z from 'zod/mini';
import { calendarDate } from './values.ts';

/** Calendar days of the caller's time zone (header Timezone), both or none. */
export const dateRange = {
  from: z.optional(calendarDate),
  to: z.optional(calendarDate),
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
