// The lists of managed records in a large company: their first pages and searches, right and with a slip.
import { listGuards } from '@watchpost/contract/guards';
import { listCheckpoints } from '@watchpost/contract/checkpoints';
import { listSites } from '@watchpost/contract/sites';
import { cycle, described, latency } from './list-figures.ts';
import { load, type Pass } from './load.ts';
import { apiPath, signInAdmin } from './product.ts';
import { ensureRecords, recordsSlug } from './record-rows.ts';
import { brief, type Figure } from './report.ts';
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

/** One at a time, as somebody types: what ten at once would take says more of the cores than of the search. */
export async function measureRecords(setting: Setting): Promise<Figure[]> {
  const { server, product, options } = setting;
  await ensureRecords(server);
  const headers = await signInAdmin(product, recordsSlug);
  const figures: Figure[] = [];
  for (const { what, path, query } of asked) {
    const request = {
      method: 'GET',
      path: `${apiPath(path, recordsSlug)}?${new URLSearchParams(query)}`,
      headers,
    } as const;
    const passes: Pass[] = [];
    for (let pass = 0; pass <= options.passes; pass += 1) {
      const done = await load({ ...cycle(setting, product, [request]), connections: 1 }, options.seconds);
      // The first one warms up.
      if (pass > 0) passes.push(done);
    }
    const p99 = latency(passes, 0.99);
    figures.push({
      what,
      product: described(passes),
      floor: '',
      measured: `${brief(p99)} ms`,
      target: 'p99 at most 15 ms',
      isMet: p99 <= 15,
    });
  }
  return figures;
}
