// The lists of managed records in a large company: their first pages and searches, right and with a slip.
import { listGuards } from '@watchpost/contract/guards';
import { listCheckpoints } from '@watchpost/contract/checkpoints';
import { listSites } from '@watchpost/contract/sites';
import { cycle, described, latency, measureYardstickMs } from './list-figures.ts';
import { interleave } from './load.ts';
import { apiPath, signInAdmin } from './product.ts';
import { ensureRecords, recordsSlug } from './record-rows.ts';
import { atMost, type Figure, times } from './report.ts';
import type { Setting } from './setting.ts';

interface Asked {
  readonly what: string;
  readonly path: string;
  readonly query: Readonly<Record<string, string>>;
}

const lists = { sites: listSites.path, guards: listGuards.path, checkpoints: listCheckpoints.path };
const searches = {
  sites: ['harbour', 'harbuor'],
  guards: ['farida kale', 'fraida'],
  checkpoints: ['stairwell 17', 'stiarwell'],
} as const;

const asked: readonly Asked[] = (['sites', 'guards', 'checkpoints'] as const).flatMap((list): Asked[] => {
  const path = lists[list];
  const [right, slip] = searches[list];
  return [
    { what: `${list}: first page`, path, query: {} },
    { what: `${list}: search "${right}"`, path, query: { searchText: right } },
    { what: `${list}: search with a slip, "${slip}"`, path, query: { searchText: slip } },
  ];
});

export async function measureRecords(setting: Setting): Promise<Figure[]> {
  const { server, product, options } = setting;
  await ensureRecords(server);
  const headers = await signInAdmin(product, recordsSlug);
  const yardstickMs = await measureYardstickMs(setting);
  const figures: Figure[] = [];
  for (const { what, path, query } of asked) {
    const request = {
      method: 'GET',
      path: `${apiPath(path, recordsSlug)}?${new URLSearchParams(query)}`,
      headers,
    } as const;
    const target = cycle(setting, product, [request]);
    const [passes = []] = await interleave([target], options.passes, options.seconds);
    const ratio = latency(passes, 0.99) / yardstickMs;
    figures.push({
      what,
      product: described(passes),
      floor: '',
      measured: `p99 ${times(ratio)}`,
      ...atMost(ratio, 2, ' x the p99 of the list of rounds'),
    });
  }
  return figures;
}
