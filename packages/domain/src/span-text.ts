/** A span of time in the largest unit that says enough, in English. */
export function spanText(ms: number): string {
  const seconds = Math.round(Math.abs(ms) / 1_000);
  if (seconds < 120) return `${seconds} s`;
  const minutes = Math.round(seconds / 60);
  return minutes < 180 ? `${minutes} min` : `${Math.round(minutes / 60)} h`;
}
