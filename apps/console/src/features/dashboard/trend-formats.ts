/** In day.js tokens: under a bar, and as the whole name of it. */
export const trendFormats = {
  quarter: { label: 'HH:mm', name: 'HH:mm' },
  hour: { label: 'HH:mm', name: 'DD MMM, HH:mm' },
  day: { label: 'DD MMM', name: 'dddd, DD MMM YYYY' },
} as const;
