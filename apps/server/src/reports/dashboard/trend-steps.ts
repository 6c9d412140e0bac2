// Puts a trend together: which days to look at one by one and which to have summed up, and what each step and each
// hour of the week comes to.
import type { DashboardTrend } from '@watchpost/contract/dashboard';
import type { DashboardSpan, OffsetPart, Trend } from '@watchpost/domain/dashboard';
import type { TimeRange } from '@watchpost/domain/time-zone';
import { dayMs, quarterMs, slots } from '../../platform/rollups/round-sums.ts';
import type { AlikeDays, Counts, FoundTrend, TrendParts } from './trend.queries.ts';

const hoursOfWeek = 168;
const hourMs = 4 * quarterMs;

const dayFrom = (atMs: number) => Math.ceil(atMs / dayMs) * dayMs;
const dayTo = (atMs: number) => Math.floor(atMs / dayMs) * dayMs;

/** Single days are those at the ends and where the clocks change; of a span told by hours, all. */
export function trendParts(span: DashboardSpan, { step }: Trend, offsets: readonly OffsetPart[]): TrendParts {
  const alike: AlikeDays[] = [];
  if (step === 'day' || step === 'week') {
    for (const { fromMs, toMs, offsetMs } of offsets) {
      const days = { fromMs: dayFrom(fromMs), toMs: dayTo(toMs) };
      const midnight = (((-offsetMs / quarterMs) % slots) + slots) % slots;
      if (days.fromMs < days.toMs) alike.push({ ...days, midnight });
    }
  }
  const singleDays: number[] = [];
  for (let day = dayTo(span.fromMs); day < span.toMs; day += dayMs) {
    if (!alike.some(({ fromMs, toMs }) => day >= fromMs && day < toMs)) singleDays.push(day);
  }
  return { singleDays, alike, cuts: cutsOf(span) };
}

/** The whole quarters of an hour of a span; where it has none, it is empty and lies at a turn of them or at the span's end. */
function wholeQuarters({ fromMs, toMs }: TimeRange): TimeRange {
  const firstMs = Math.min(Math.ceil(fromMs / quarterMs) * quarterMs, toMs);
  return { fromMs: firstMs, toMs: Math.max(firstMs, Math.floor(toMs / quarterMs) * quarterMs) };
}

/** What is left of a span at both ends, each within one quarter of an hour. */
function cutsOf(span: TimeRange): TimeRange[] {
  const whole = wholeQuarters(span);
  const cuts = [
    { fromMs: span.fromMs, toMs: whole.fromMs },
    { fromMs: whole.toMs, toMs: span.toMs },
  ];
  return cuts.filter(({ fromMs, toMs }) => fromMs < toMs);
}

class Sums {
  readonly steps: DashboardTrend['steps'];
  readonly week = Array.from({ length: hoursOfWeek }, () => 0);
  readonly #startsMs: readonly number[];
  readonly #offsets: readonly OffsetPart[];

  constructor(span: DashboardSpan, { startsMs }: Trend, offsets: readonly OffsetPart[]) {
    this.#startsMs = startsMs;
    this.#offsets = offsets;
    this.steps = startsMs.map((fromMs, index) => ({
      fromMs,
      toMs: startsMs[index + 1] ?? span.toMs,
      inProgress: 0,
      incompleted: 0,
      completed: 0,
    }));
  }

  /** Rounds of a stretch that lies in the step of its begin. */
  addToStep(atMs: number, [begun, incompleted, completed]: Counts): void {
    let [low, high] = [0, this.#startsMs.length];
    while (high - low > 1) {
      const middle = (low + high) >> 1;
      if ((this.#startsMs[middle] ?? 0) <= atMs) low = middle;
      else high = middle;
    }
    const step = this.steps[low];
    if (step === undefined) return;
    step.inProgress += begun - incompleted - completed;
    step.incompleted += incompleted;
    step.completed += completed;
  }

  /** Rounds of a stretch that lies in the hour of its begin, by clocks that are ahead of UTC by an offset. */
  addToHour(atMs: number, offsetMs: number, begun: number): void {
    const hour = Math.floor((atMs + offsetMs) / hourMs) % hoursOfWeek;
    // 1970 began on a Thursday; weeks begin on Sundays.
    const slot = (hour + hoursOfWeek + 4 * 24) % hoursOfWeek;
    this.week[slot] = (this.week[slot] ?? 0) + begun;
  }

  offsetAt(atMs: number): number {
    return (this.#offsets.find(({ toMs }) => atMs < toMs) ?? this.#offsets.at(-1))?.offsetMs ?? 0;
  }

  add(atMs: number, counts: Counts): void {
    if (counts[0] === 0) return;
    this.addToStep(atMs, counts);
    this.addToHour(atMs, this.offsetAt(atMs), counts[0]);
  }
}

/** The steps of a span and its 168 hours of the week, Sunday's first. */
export function trendSums(
  span: DashboardSpan,
  trend: Trend,
  offsets: readonly OffsetPart[],
  { parts, found }: { readonly parts: TrendParts; readonly found: FoundTrend },
): Pick<DashboardTrend, 'steps' | 'week'> {
  const sums = new Sums(span, trend, offsets);
  const whole = wholeQuarters(span);
  for (const [dayAtMs, ...figures] of found.single) {
    for (let slot = 0; slot < slots; slot += 1) {
      const atMs = dayAtMs + slot * quarterMs;
      if (atMs < whole.fromMs || atMs >= whole.toMs) continue;
      const of = (sumsOfDay: readonly number[]) => (sumsOfDay[slot] ?? 0) - (sumsOfDay[slot - 1] ?? 0);
      sums.add(atMs, [of(figures[0]), of(figures[1]), of(figures[2])]);
    }
  }
  for (const [number, ...counts] of found.cuts) sums.add(parts.cuts[number]?.fromMs ?? 0, counts);
  addDays(sums, parts, found);
  return { steps: sums.steps, week: sums.week };
}

function addDays(sums: Sums, { alike }: TrendParts, { days, week }: Pick<FoundTrend, 'days' | 'week'>): void {
  for (const [dayAtMs, begun, incompleted, completed, ...all] of days) {
    const { midnight = 0 } = alike.find(({ fromMs, toMs }) => dayAtMs >= fromMs && dayAtMs < toMs) ?? {};
    sums.addToStep(dayAtMs, [begun, incompleted, completed]);
    const after: Counts = [all[0] - begun, all[1] - incompleted, all[2] - completed];
    sums.addToStep(dayAtMs + midnight * quarterMs, after);
  }
  for (const [part, weekday, turns] of week) {
    const { fromMs: partFromMs = 0, midnight = 0 } = alike[part] ?? {};
    const offsetMs = sums.offsetAt(partFromMs);
    const phaseMs = (midnight % 4) * quarterMs;
    turns.forEach((upTo, turn) => {
      // What lies before the first turn, if anything does, ends there; then come whole hours, and the rest of the day.
      const fromMs = turn === 0 ? 0 : phaseMs + (turn - 1) * hourMs;
      const before = turn === 0 ? 0 : (turns[turn - 1] ?? 0);
      sums.addToHour(weekday * dayMs + fromMs, offsetMs, (upTo ?? 0) - before);
    });
  }
}
