// The time in steps, from one timer a step for all that show it.

interface Ticking {
  readonly subscribe: (listener: () => void) => () => void;
  /** Epoch milliseconds by this machine's clock, at the last step. */
  readonly now: () => number;
}

function ticking(stepMs: number): Ticking {
  const listeners = new Set<() => void>();
  let timer = 0;
  const tick = () => {
    for (const listener of listeners) listener();
  };
  return {
    subscribe: (listener) => {
      if (listeners.size === 0) timer = window.setInterval(tick, stepMs);
      listeners.add(listener);
      return () => {
        listeners.delete(listener);
        if (listeners.size === 0) window.clearInterval(timer);
      };
    },
    now: () => Math.floor(Date.now() / stepMs) * stepMs,
  };
}

export const seconds = ticking(1_000);
/** For what shows no time just now. */
export const noTicks = (): (() => void) => () => {};
export const tenSeconds = ticking(10_000);
