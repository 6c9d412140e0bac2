// Where the parts of stacked bars lie: pure geometry, always from zero.
import { scaleBand, scaleLinear } from 'd3-scale';
import { stack } from 'd3-shape';

export interface BarInput {
  readonly id: string;
  /** From the bottom up. */
  readonly values: readonly number[];
}

export interface PartLayout {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

export interface BarsLayout {
  /** For each bar the parts, in the order of the values. */
  readonly bars: readonly {
    readonly x: number;
    readonly width: number;
    readonly parts: readonly PartLayout[];
  }[];
  readonly ticks: readonly { readonly value: number; readonly y: number }[];
  readonly bottom: number;
}

export interface BarBox {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
}

/** A part that counts something is never too thin to be seen. */
const heightMin = 2;
const barWidthMax = 40;

export function layOutBars(bars: readonly BarInput[], box: BarBox): BarsLayout {
  const totals = bars.map(({ values }) => values.reduce((sum, value) => sum + value, 0));
  const y = scaleLinear()
    .domain([0, Math.max(4, ...totals)])
    .nice(4)
    .range([box.top + box.height, box.top]);
  const x = scaleBand<number>()
    .domain(bars.map((_bar, index) => index))
    .range([box.left, box.left + box.width])
    .paddingInner(bars.length > 40 ? 0.15 : 0.28)
    .paddingOuter(0.1);
  const width = Math.min(barWidthMax, x.bandwidth());
  const keys = (bars[0]?.values ?? []).map((_value, index) => index);
  const layers = stack<BarInput, number>()
    .keys(keys)
    .value((bar, key) => bar.values[key] ?? 0)([...bars]);
  return {
    bars: bars.map(({ values }, index) => {
      const left = (x(index) ?? box.left) + (x.bandwidth() - width) / 2;
      return {
        x: left,
        width,
        parts: values.map((value, key) => {
          const [from = 0, to = 0] = layers[key]?.[index] ?? [];
          const height = value === 0 ? 0 : Math.max(heightMin, y(from) - y(to));
          return { x: left, y: y(from) - height, width, height };
        }),
      };
    }),
    ticks: y
      .ticks(4)
      .filter(Number.isInteger)
      .map((value) => ({ value, y: y(value) })),
    bottom: box.top + box.height,
  };
}

/** Which labels under bars fit: every n-th, the last bar never crowded by one. */
export function labelEvery(bars: number, width: number, labelWidth: number): number {
  return Math.max(1, Math.ceil((bars * labelWidth) / Math.max(1, width)));
}
