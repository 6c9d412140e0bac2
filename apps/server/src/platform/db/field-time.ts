// Times of the field in rows and statements, as domain/device-clock.ts reckons them.

/**
 * By the server's clock, never after it arrived, of a row that has device_at_ms, phone_at_ms, clock_skew_ms and received_at_ms:
 * what was put right is stored so, and the error of what was taken at its word is taken off.
 */
export const happenedAt = (row: string): string =>
  `least(${row}.device_at_ms - ${leftError(row)}, ${row}.received_at_ms)`;

/** How much of the error of its phone's clock is still in the stored time of a row. */
export const leftError = (row: string): string =>
  `CASE WHEN ${row}.phone_at_ms IS NULL THEN coalesce(${row}.clock_skew_ms, 0) ELSE 0 END`;
