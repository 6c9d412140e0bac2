/** In day.js tokens: under a bar, and as the whole name of it. */
export const trendFormats = {
  quarter: { axis: 'HH:mm', whole: 'HH:mm' },
  hour: { axis: 'HH:mm', whole: 'DD MMM, HH:mm' },
  day: { axis: 'DD MMM', whole: 'dddd, DD MMM YYYY' },
  /** From its first day; named by both ends. */
  week: { axis: 'DD MMM', whole: 'DD MMM YYYY' },
} as const;
