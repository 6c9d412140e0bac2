// The arithmetic of measurements.

/** Value below which the share of samples lies (nearest rank); samples in any order. Throws RangeError without samples. */
export function percentile(samples: readonly number[], share: number): number {
  const sorted = samples.toSorted((one, other) => one - other);
  const found = sorted[Math.min(sorted.length - 1, Math.max(0, Math.ceil(share * sorted.length) - 1))];
  if (found === undefined) throw new RangeError('No samples');
  return found;
}

/** Middle sample, or the mean of the two in the middle. Throws RangeError without samples. */
export function median(samples: readonly number[]): number {
  const sorted = samples.toSorted((one, other) => one - other);
  const upper = sorted[Math.floor(sorted.length / 2)];
  const lower = sorted[Math.ceil(sorted.length / 2) - 1];
  if (upper === undefined || lower === undefined) throw new RangeError('No samples');
  return (lower + upper) / 2;
}

/**
 * Median of the ratios of passes that ran side by side: whatever slowed the machine slowed both of a pair.
 * Throws RangeError for lists of different lengths.
 */
export function medianRatio(ours: readonly number[], theirs: readonly number[]): number {
  if (ours.length !== theirs.length) throw new RangeError('Passes come in pairs');
  return median(ours.map((value, index) => value / (theirs[index] ?? Number.NaN)));
}
