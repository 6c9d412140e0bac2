// What the server's process takes: memory, and time to start.
import type { Dataset } from './dataset.ts';
import { cycle, listRequests } from './list-figures.ts';
import { load } from './load.ts';
import { startProduct } from './product.ts';
import { peakMbOf } from './process-usage.ts';
import { brief, type Figure } from './report.ts';
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
      target: 'at most 120 MB',
      isMet: idleMb <= 120,
    },
    {
      what: 'memory of the server, peak under load',
      product: `${brief(peakMb)} MB`,
      floor: '',
      measured: `${brief(peakMb)} MB`,
      target: 'at most 250 MB',
      isMet: peakMb <= 250,
    },
  ];
}

/** With the embedded database, which nobody else may use meanwhile. */
export async function measureStart(dataset: Dataset): Promise<Figure[]> {
  const tookMs: number[] = [];
  for (let turn = 0; turn < starts; turn += 1) {
    const product = await startProduct({ dataDir: dataset.dataDir });
    tookMs.push(product.startMs);
    await product.stop();
  }
  const seconds = median(tookMs) / 1_000;
  return [
    {
      what: 'start with data, embedded database included, to the first answer',
      product: `${brief(seconds)} s`,
      floor: '',
      measured: `${brief(seconds)} s`,
      target: 'at most 1.5 s',
      isMet: seconds <= 1.5,
    },
  ];
}
