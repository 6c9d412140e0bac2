// Logs how far the generation is.
export type Log = (line: string) => void;

const tellEveryMs = 15_000;

/** Tells of rounds as they come, now and then. */
export function telling(wanted: number, log: Log): (rounds: number) => void {
  const startedAt = performance.now();
  let toldAt = startedAt;
  return (rounds) => {
    if (performance.now() - toldAt < tellEveryMs) return;
    toldAt = performance.now();
    const left = ((toldAt - startedAt) * Math.max(0, wanted - rounds)) / Math.max(1, rounds) / 60_000;
    log(`  ${rounds} of about ${Math.round(wanted)} rounds made, ${left.toFixed(1)} min to go`);
  };
}

export const secondsSince = (startedAt: number): string =>
  `${((performance.now() - startedAt) / 1000).toFixed(1)} s`;
