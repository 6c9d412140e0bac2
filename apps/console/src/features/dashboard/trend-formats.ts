import { hourFormat, timeFormat } from '../../lib/rounds/round-times.ts';

/** In day.js tokens: under a bar, and as the whole name of it; clocks as the tenant writes them. */
export const trendFormats = () => ({
  quarter: { axis: timeFormat(), whole: timeFormat() },
  hour: { axis: hourFormat(), whole: `DD MMM, ${timeFormat()}` },
  day: { axis: 'DD MMM', whole: 'dddd, DD MMM YYYY' },
  /** From its first day; named by both ends. */
  week: { axis: 'DD MMM', whole: 'DD MMM YYYY' },
});
