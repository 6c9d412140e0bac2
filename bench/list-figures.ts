// Reading the report: by site and dates, its first page over all sites, and a page deep in it.
import type { Request } from 'autocannon';
import { listScannedCheckpoints } from '@watchpost/contract/scanned-checkpoints';
import { addDays, calendarDate, dayRange } from '@watchpost/domain/time-zone';
import type { ChildServer } from './child-server.ts';
import { period } from './dataset-shape.ts';
import { floorListRequest } from './floor.ts';
import { interleave, type Pass, type Target } from './load.ts';
import { apiPath, timeZone } from './product.ts';
import { atLeast, atMost, brief, type Figure, times } from './report.ts';
import type { Setting } from './setting.ts';
import { median, medianRatio, percentile } from './statistics.ts';

/** Page 10,000 of 30 rows. */
const deepOffset = 300_000;
const windowDays = 30;
const windows = 12;

/** What a request says of who asks, and of what. */
type Asker = Pick<Setting, 'admin' | 'tenant'>;

export function productListRequest({ admin }: Asker, query: Readonly<Record<string, string>>): Request {
  const path = `${apiPath(listScannedCheckpoints.path)}?${new URLSearchParams(query)}`;
  return { method: 'GET', path, headers: admin };
}

/** A target that repeats requests in turn, each connection from another one on. */
export function cycle(
  { server: { postgres } }: { readonly server: { readonly postgres: { readonly pid: number } } },
  server: Pick<ChildServer, 'pid' | 'url'>,
  requests: readonly Request[],
): Target {
  const nextIndexes: number[] = [];
  return {
    pid: server.pid,
    databasePid: postgres.pid,
    url: server.url,
    next: (connection) => {
      const index = nextIndexes[connection] ?? connection * 7;
      nextIndexes[connection] = index + 1;
      return requests[index % requests.length] ?? {};
    },
  };
}

/** A year of windows of 30 days of every site, as both servers are asked for them. */
export function listRequests(setting: Asker): { product: Request[]; floor: Request[] } {
  const { id: tenantId, siteIds } = setting.tenant;
  const last = calendarDate(period.toMs - 1, timeZone);
  const pairs = siteIds.flatMap((siteId) =>
    Array.from({ length: windows }, (_, index) => {
      const to = addDays(last, -index * windowDays);
      const from = addDays(to, 1 - windowDays);
      return {
        product: productListRequest(setting, { site: siteId, from, to }),
        floor: floorListRequest({ tenantId, siteId, range: dayRange(from, to, timeZone) }),
      };
    }),
  );
  return { product: pairs.map((pair) => pair.product), floor: pairs.map((pair) => pair.floor) };
}

export const speeds = (passes: readonly Pass[]): number[] => passes.map((pass) => pass.requestsPerSecond);
export const latency = (passes: readonly Pass[], share: number): number =>
  median(passes.map((pass) => percentile(pass.latenciesMs, share)));
export const described = (passes: readonly Pass[]): string =>
  `${brief(median(speeds(passes)))}/s, p50 ${brief(latency(passes, 0.5))} ms, p99 ${brief(latency(passes, 0.99))} ms`;

const cpuOf = (pass: Pass): number => pass.cpuMsPerRequest + pass.databaseCpuMsPerRequest;

/**
 * How many times as fast, and beside it how many times less processor time server and database need together, which
 * other work on the machine disturbs less.
 */
export function compared(ours: readonly Pass[], theirs: readonly Pass[]): { ratio: number; text: string } {
  const ratio = medianRatio(speeds(ours), speeds(theirs));
  const byCpu = medianRatio(theirs.map(cpuOf), ours.map(cpuOf));
  return { ratio, text: `${times(ratio)} (by processor time ${times(byCpu)})` };
}

export async function measureList(setting: Setting): Promise<Figure[]> {
  const { product, floor, options } = setting;
  const requests = listRequests(setting);
  const targets = [cycle(setting, product, requests.product), cycle(setting, floor, requests.floor)];
  const [ours = [], theirs = []] = await interleave(targets, options.passes, options.seconds);
  const what = 'list: site and 30 days, 30 rows, exact total';
  const { ratio, text } = compared(ours, theirs);
  const p99 = latency(ours, 0.99);
  const floorP99 = latency(theirs, 0.99);
  const cpu = median(ours.map((pass) => pass.cpuMsPerRequest));
  const floorCpu = median(theirs.map((pass) => pass.cpuMsPerRequest));
  return [
    {
      what,
      product: described(ours),
      floor: described(theirs),
      measured: text,
      ...atLeast(ratio, 0.6, ' x the floor'),
    },
    {
      what: 'list: slowest hundredth',
      product: `${brief(p99)} ms`,
      floor: `${brief(floorP99)} ms`,
      measured: times(p99 / floorP99),
      ...atMost(p99 / floorP99, 2, " x the floor's p99"),
    },
    {
      what: 'list: processor time of the server a request',
      product: `${brief(cpu)} ms`,
      floor: `${brief(floorCpu)} ms`,
      measured: times(cpu / floorCpu),
      ...atMost(cpu / floorCpu, 2.5, " x the floor's"),
    },
  ];
}

/** p99 in ms of the list of a site and 30 days: what other reads of the same run are compared with. */
export async function measureYardstickMs(setting: Setting): Promise<number> {
  const { product, options } = setting;
  const target = cycle(setting, product, listRequests(setting).product);
  const [passes = []] = await interleave([target], options.passes, options.seconds);
  return latency(passes, 0.99);
}

export async function measureFirstPage(setting: Setting): Promise<Figure[]> {
  const { product, floor, options, tenant } = setting;
  const targets = [
    cycle(setting, product, [productListRequest(setting, {})]),
    cycle(setting, floor, [floorListRequest({ tenantId: tenant.id })]),
  ];
  const [ours = [], theirs = []] = await interleave(targets, options.passes, options.seconds);
  const { ratio, text } = compared(ours, theirs);
  return [
    {
      what: 'first page, all sites, exact total',
      product: described(ours),
      floor: described(theirs),
      measured: text,
      ...atLeast(ratio, 30, ' x the floor'),
    },
  ];
}

export async function measureDeepPage(setting: Setting): Promise<Figure[]> {
  const { product, floor, options, tenant } = setting;
  const offset = Math.min(deepOffset, Math.floor(tenant.rounds / 2));
  const targets = [
    cycle(setting, product, [productListRequest(setting, {})]),
    cycle(setting, product, [productListRequest(setting, { offset: String(offset) })]),
    cycle(setting, floor, [floorListRequest({ tenantId: tenant.id, offset })]),
  ];
  const [first = [], deep = [], theirs = []] = await interleave(targets, options.passes, options.seconds);
  const { ratio, text } = compared(deep, theirs);
  const slowdown = latency(deep, 0.5) / latency(first, 0.5);
  const page = Math.floor(offset / 30).toLocaleString('en-US');
  const what = 'page deep in the list, exact total';
  return [
    {
      what,
      product: `page ${page}: ${described(deep)}`,
      floor: described(theirs),
      measured: text,
      ...atLeast(ratio, 50, ' x the floor'),
    },
    {
      what: `${what} against page 1`,
      product: `p50 ${brief(latency(deep, 0.5))} against ${brief(latency(first, 0.5))} ms`,
      floor: '',
      measured: times(slowdown),
      ...atMost(slowdown, 1.5, ' x'),
    },
  ];
}
