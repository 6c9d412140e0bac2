// The dashboard over a day, a month and a year of all sites: each of its three requests, and the floor's plain sums.
import { getDashboard, getDashboardRanking, getDashboardTrend } from '@watchpost/contract/dashboard';
import { addDays, calendarDate, dayRange } from '@watchpost/domain/time-zone';
import type { Request } from 'autocannon';
import { period } from './dataset-shape.ts';
import { compared, cycle, described, latency } from './list-figures.ts';
import { interleave } from './load.ts';
import { apiPath, timeZone } from './product.ts';
import { brief, type Figure } from './report.ts';
import type { Setting } from './setting.ts';

const spans = [1, 30, 365] as const;
const parts = { figures: getDashboard, trend: getDashboardTrend, ranking: getDashboardRanking } as const;

/** The last days of the data, and the same days a month earlier, so that a request is not the one before. */
function daysOf(days: number): { from: string; to: string }[] {
  const last = calendarDate(period.toMs - 1, timeZone);
  return Array.from({ length: 12 }, (_, index) => {
    const to = addDays(last, -30 * index);
    return { from: addDays(to, 1 - days), to };
  });
}

function productRequests({ admin }: Setting, path: string, days: number): Request[] {
  return daysOf(days).map((dates) => {
    const query = new URLSearchParams({ range: 'custom', ...dates });
    return { method: 'GET', path: `${apiPath(path)}?${query}`, headers: admin };
  });
}

function floorRequests({ tenant }: Setting, days: number): Request[] {
  return daysOf(days).map(({ from, to }) => {
    const { fromMs, toMs } = dayRange(from, to, timeZone);
    const query = new URLSearchParams({ tenant: tenant.id, from: String(fromMs), to: String(toMs) });
    return { method: 'GET', path: `/dashboard?${query}` };
  });
}

export async function measureDashboard(setting: Setting): Promise<Figure[]> {
  const { product, floor, options } = setting;
  const figures: Figure[] = [];
  for (const days of spans) {
    for (const [name, { path }] of Object.entries(parts)) {
      const targets = [
        cycle(setting, product, productRequests(setting, path, days)),
        cycle(setting, floor, floorRequests(setting, days)),
      ];
      const [ours = [], theirs = []] = await interleave(targets, options.passes, options.seconds);
      const p99 = latency(ours, 0.99);
      figures.push({
        what: `dashboard, ${name}, ${days} days, all sites`,
        product: described(ours),
        floor: described(theirs),
        measured: `p99 ${brief(p99)} ms, ${compared(ours, theirs).text}`,
        target: 'p99 at most 30 ms',
        isMet: p99 <= 30,
      });
    }
  }
  return figures;
}
