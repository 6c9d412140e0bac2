/** A calendar day of the viewer's zone as YYYY-MM-DD; `daysAgo` counts days of the calendar, not of 24 hours. */
export function calendarDay(nowMs: number, daysAgo = 0): string {
  const now = new Date(nowMs);
  const day = new Date(now.getFullYear(), now.getMonth(), now.getDate() - daysAgo);
  const two = (value: number) => String(value).padStart(2, '0');
  return `${String(day.getFullYear()).padStart(4, '0')}-${two(day.getMonth() + 1)}-${two(day.getDate())}`;
}
