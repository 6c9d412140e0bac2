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

export interface Sample {
  readonly at: number;
  readonly value: number;
}

export interface Slope {
  readonly slope: number;
  /** Between which the true one lies with 95 in 100, were the samples independent. */
  readonly low: number;
  readonly high: number;
}

const normal95 = 1.96;

/** Theil and Sen: the median of the slopes of all pairs; its limits by Kendall's variance. Three samples or more. */
export function slopeOf(samples: readonly Sample[]): Slope {
  const slopes = samples
    .flatMap((one, index) =>
      samples.slice(index + 1).map((other) => (other.value - one.value) / (other.at - one.at)),
    )
    .toSorted((one, other) => one - other);
  const n = samples.length;
  const reach = (normal95 * Math.sqrt((n * (n - 1) * (2 * n + 5)) / 18)) / 2;
  const nth = (index: number) => slopes[Math.max(0, Math.min(slopes.length - 1, index))] ?? Number.NaN;
  const middle = (slopes.length - 1) / 2;
  return {
    slope: median(slopes),
    low: nth(Math.floor(middle - reach)),
    high: nth(Math.ceil(middle + reach)),
  };
}
