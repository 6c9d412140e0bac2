// What a device's clock is worth.

interface Sent {
  /** By the guard's device. */
  readonly deviceAtMs: number;
  /** The device's clock minus the server's when it was sent. */
  readonly clockSkewMs: number;
  readonly receivedAtMs: number;
}

/** When something happened by the server's clock, as well as that can be known: never after it arrived. */
export function happenedAtMs({ deviceAtMs, clockSkewMs, receivedAtMs }: Sent): number {
  return Math.min(deviceAtMs - clockSkewMs, receivedAtMs);
}

/**
 * A clock that is off by no more is taken to be right when a due round is judged, so that it is judged by what the reports show;
 * the database's told_or_happened_ms has it so.
 */
export const clockErrorMaxMs = 120_000;
