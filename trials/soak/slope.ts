// How fast a series of samples grows, unmoved by single ones that stand out.
import { median } from '../../bench/statistics.ts';

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
