// Notices that somebody, or a time service, has set the clock of this server: the running clock cannot be set.

export interface Clocks {
  /** Epoch milliseconds. */
  readonly wallMs: () => number;
  /** Milliseconds since any moment; never set back. */
  readonly runningMs: () => number;
}

const ownClocks: Clocks = { wallMs: () => Date.now(), runningMs: () => performance.now() };

/** A clock that a time service steers differs by less; what judges records tolerates two minutes. */
const jumpMinMs = 30_000;
const lookEveryMs = 5_000;

/**
 * Tells by how many milliseconds the clock was set, below 0 for back. A machine that slept tells the same as a clock that was
 * set ahead. Returns what ends the watching.
 */
export function watchClock(onJump: (jumpMs: number) => void, clocks: Clocks = ownClocks): () => void {
  const look = () => ({ wallMs: clocks.wallMs(), runningMs: clocks.runningMs() });
  let before = look();
  const timer = setInterval(() => {
    const now = look();
    const jumpMs = now.wallMs - before.wallMs - (now.runningMs - before.runningMs);
    before = now;
    if (Math.abs(jumpMs) >= jumpMinMs) onJump(Math.round(jumpMs));
  }, lookEveryMs);
  timer.unref();
  return () => clearInterval(timer);
}
