// What the server's process takes: memory, and time to start.
import { startEmbeddedPostgres } from '../apps/server/src/platform/db/embedded/embedded-postgres.ts';
import type { Dataset } from './dataset.ts';
import { cycle, listRequests } from './list-figures.ts';
import { load } from './load.ts';
import { startProduct } from './product.ts';
import { peakMbOf } from './process-usage.ts';
import { atMost, brief, type Figure, times } from './report.ts';
import type { Setting } from './setting.ts';
import { median } from './statistics.ts';

const starts = 5;

/** After the sections before it: the peak is that of all they did. */
export async function measureMemory(setting: Setting): Promise<Figure[]> {
  const { product, options, idleMb } = setting;
  await load(cycle(setting, product, listRequests(setting).product), options.seconds);
  const peakMb = peakMbOf(product.pid);
  return [
    {
      what: 'memory of the server, idle',
      product: `${brief(idleMb)} MB`,
      floor: '',
      measured: `${brief(idleMb)} MB`,
      ...atMost(idleMb, 130, ' MB'),
    },
    {
      what: 'memory of the server, peak under load',
      product: `${brief(peakMb)} MB`,
      floor: '',
      measured: `${brief(peakMb)} MB`,
      ...atMost(peakMb, 260, ' MB'),
    },
  ];
}

/** With the embedded database, in turns with that database alone. */
export async function measureStart(dataset: Dataset): Promise<Figure[]> {
  const tookMs: number[] = [];
  const databaseMs: number[] = [];
  for (let pass = 0; pass < starts; pass += 1) {
    const product = await startProduct({ dataDir: dataset.dataDir });
    tookMs.push(product.startMs);
    await product.stop();
    databaseMs.push(await databaseStartMs(dataset));
  }
  const ratio = median(tookMs) / median(databaseMs);
  return [
    {
      what: 'start with data, embedded database included, to the first answer',
      product: `${brief(median(tookMs) / 1_000)} s`,
      floor: `${brief(median(databaseMs) / 1_000)} s`,
      measured: times(ratio),
      ...atMost(ratio, 3, ' x its PostgreSQL alone'),
    },
  ];
}

async function databaseStartMs({ dataDir }: Dataset): Promise<number> {
  const startedAt = performance.now();
  const postgres = await startEmbeddedPostgres({ dataDir });
  const tookMs = performance.now() - startedAt;
  await postgres.stop();
  return tookMs;
}
