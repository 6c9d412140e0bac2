// The dashboard over a day, a month and a year of all sites: each of its three requests, and the floor's plain sums;
// the ranking also of ranges that no one asked for before, and while rounds of the range change; and all of it mixed.
import { getDashboard, getDashboardRanking, getDashboardTrend } from '@watchpost/contract/dashboard';
import { addDays, calendarDate, dayRange } from '@watchpost/domain/time-zone';
import type { Request } from 'autocannon';
import { changingDueRounds, ensureDueRounds, lastDueAtMs } from './dashboard-due-rounds.ts';
import { compared, cycle, described, latency, measureYardstickMs } from './list-figures.ts';
import { interleave, type Pass } from './load.ts';
import { apiPath, timeZone } from './product.ts';
import { atMost, brief, type Figure, times } from './report.ts';
import type { Setting } from './setting.ts';

const spans = [1, 30, 365] as const;
const parts = { figures: getDashboard, trend: getDashboardTrend, ranking: getDashboardRanking } as const;
/** Of more rounds one of the floor's sums takes seconds with ten at once, and some are never answered. */
const floorRoundsMax = 2_000_000;
/** Days by which a range may end earlier than the last, so that a year of it still has data. */
const endsMax = 700;

interface Measured extends Setting {
  /** Of the data: weeks that were repeated end before the period does. */
  readonly lastDay: string;
  /** p99 of the list of rounds in this run. */
  readonly yardstickMs: number;
}

type Days = { readonly from: string; readonly to: string };

const endingBefore = ({ lastDay }: Measured, days: number, before: number): Days => {
  const to = addDays(lastDay, -before);
  return { from: addDays(to, 1 - days), to };
};

/** The last days of the data, and the same days a month earlier, so that a request is not the one before. */
const daysOf = (measured: Measured, days: number): Days[] =>
  Array.from({ length: 12 }, (_, index) => endingBefore(measured, days, 30 * index));

function productRequest({ admin }: Setting, path: string, dates: Days): Request {
  const query = new URLSearchParams({ range: 'custom', ...dates });
  return { method: 'GET', path: `${apiPath(path)}?${query}`, headers: admin };
}

function floorRequests(measured: Measured, days: number): Request[] {
  const { tenant } = measured;
  return daysOf(measured, days).map(({ from, to }) => {
    const { fromMs, toMs } = dayRange(from, to, timeZone);
    const query = new URLSearchParams({ tenant: tenant.id, from: String(fromMs), to: String(toMs) });
    return { method: 'GET', path: `/dashboard?${query}` };
  });
}

const cost = ({ databaseCpuMsPerRequest, cpuMsPerRequest }: Pass): string =>
  `${brief(databaseCpuMsPerRequest)} ms of processor of the database, ${brief(cpuMsPerRequest)} of the server`;

function figure(
  { yardstickMs }: Measured,
  what: string,
  ours: readonly Pass[],
  floor?: readonly Pass[],
): Figure {
  const ratio = latency(ours, 0.99) / yardstickMs;
  const middle = ours[Math.floor(ours.length / 2)];
  return {
    what: `dashboard, ${what}, all sites`,
    product: `${described(ours)}${middle === undefined ? '' : `, ${cost(middle)}`}`,
    floor: floor === undefined ? '' : `${described(floor)}; ${compared(ours, floor).text}`,
    measured: `p99 ${times(ratio)}`,
    ...atMost(ratio, 4, ' x the p99 of the list of rounds'),
  };
}

/** Ranges that are asked for once: each end with ever longer spans, down to one that is a little shorter than wanted. */
function newRanges(setting: Measured, days: number) {
  const { path } = getDashboardRanking;
  let asked = 0;
  return {
    ...cycle(setting, setting.product, []),
    next: () => {
      const longer = Math.floor(asked / endsMax) - Math.min(days - 1, 10);
      const dates = endingBefore(setting, Math.min(days + longer, 366), asked % endsMax);
      asked += 1;
      return productRequest(setting, path, dates);
    },
  };
}

/** Days of the presets as of the last day of the data, and how many days before it they end. */
const presets = [
  [1, 0],
  [1, 0],
  [1, 0],
  [7, 0],
  [7, 0],
  [15, 0],
  [30, 0],
  [30, 30],
] as const;

/**
 * As people ask: of ten requests six are of presets, which have the last day in them as a rule, and four of ranges of any
 * length that begin and end anywhere; the console asks for figures, trend and ranking of each.
 */
function mixed(setting: Measured) {
  const draw = drawing(1);
  const paths = Object.values(parts).map(({ path }) => path);
  let asked = 0;
  let dates = endingBefore(setting, 1, 0);
  return {
    ...cycle(setting, setting.product, []),
    next: () => {
      if (asked % paths.length === 0) {
        const [days, before] = presets[Math.floor(draw() * presets.length)] ?? [1, 0];
        dates =
          draw() < 0.6
            ? endingBefore(setting, days, before)
            : endingBefore(setting, 1 + Math.floor(draw() * 366), Math.floor(draw() * endsMax));
      }
      return productRequest(setting, paths[asked++ % paths.length] ?? '', dates);
    },
  };
}

/** The same numbers from 0 to 1 in each run. */
function drawing(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 48_271) % 2_147_483_647;
    return state / 2_147_483_647;
  };
}

async function measureMix(setting: Measured): Promise<Figure> {
  const { passes, seconds } = setting.options;
  const [ours = []] = await changingDueRounds(setting, () => interleave([mixed(setting)], passes, seconds));
  return figure(setting, 'all three, presets and any range, five changes a second', ours);
}

async function measureSpan(setting: Measured, days: number): Promise<Figure[]> {
  const { product, floor, options } = setting;
  const { passes, seconds } = options;
  const figures: Figure[] = [];
  const again = (path: string) =>
    cycle(
      setting,
      product,
      daysOf(setting, days).map((dates) => productRequest(setting, path, dates)),
    );
  for (const [name, { path }] of Object.entries(parts)) {
    const plain = cycle(setting, floor, floorRequests(setting, days));
    const targets = [again(path), ...(options.rounds <= floorRoundsMax ? [plain] : [])];
    const [ours = [], theirs] = await interleave(targets, passes, seconds);
    figures.push(figure(setting, `${name}, ${days} days`, ours, theirs));
  }
  const [cold = []] = await interleave([newRanges(setting, days)], passes, seconds);
  figures.push(figure(setting, `ranking, ${days} days, each range for the first time`, cold));
  const [changing = []] = await changingDueRounds(setting, () =>
    interleave([again(getDashboardRanking.path)], passes, seconds),
  );
  figures.push(
    figure(setting, `ranking, ${days} days, five changes a second in the last of twelve ranges`, changing),
  );
  return figures;
}

export async function measureDashboard(setting: Setting): Promise<Figure[]> {
  await ensureDueRounds(setting);
  const lastDay = calendarDate(await lastDueAtMs(setting), timeZone);
  const measured = { ...setting, lastDay, yardstickMs: await measureYardstickMs(setting) };
  const figures: Figure[] = [await measureMix(measured)];
  for (const days of spans) figures.push(...(await measureSpan(measured, days)));
  return figures;
}
