// npm run bench: measures the product against the floor and prints each figure beside its target.
import os from 'node:os';
import { ensureBuild } from '../scripts/ensure-build.mjs';
import { measureBrowser } from './browser-figures.ts';
import { measureCosts } from './cost-figures.ts';
import { ensureDataset } from './dataset.ts';
import { measureEmbedded } from './embedded-figures.ts';
import { measureExport } from './export-figures.ts';
import { measureDueRounds } from './due-rounds-figures.ts';
import { measureDashboard } from './dashboard-figures.ts';
import { writeRun } from './history.ts';
import { measureDeepPage, measureFirstPage, measureList } from './list-figures.ts';
import { machine } from './machine.ts';
import { type Options, optionsOrExit, type Section } from './options.ts';
import { measureMemory, measureStart } from './process-figures.ts';
import { brief, type Figure, table } from './report.ts';
import { measureBatch, measureScan } from './scan-figures.ts';
import { measureRecords } from './record-figures.ts';
import { type Setting, withSetting } from './setting.ts';

const measures: Partial<Record<Section, (setting: Setting) => Promise<Figure[]>>> = {
  list: measureList,
  'first-page': measureFirstPage,
  'deep-page': measureDeepPage,
  scan: measureScan,
  batch: measureBatch,
  export: measureExport,
  records: measureRecords,
  dashboard: measureDashboard,
  costs: measureCosts,
  memory: measureMemory,
  browser: measureBrowser,
};

async function main(): Promise<void> {
  const options = optionsOrExit(process.argv.slice(2));
  const log = (line: string) => console.error(line);
  if (options.builds) await ensureBuild();
  const busyBefore = busyShare();
  const figures = options.only.some((section) => section !== 'due-rounds')
    ? await measureOnDataset(options, log)
    : [];
  if (options.only.includes('due-rounds')) figures.push(...(await measureDueRounds(options.days, log)));
  console.log(table(figures));
  console.log(`${machine()}; load before the run ${brief(busyBefore)} a core`);
  if (options.writes) {
    const date = new Date().toISOString().slice(0, 10);
    writeRun({ date, machine: machine(), rounds: options.rounds, figures });
  }
}

async function measureOnDataset(options: Options, log: (line: string) => void): Promise<Figure[]> {
  const dataset = await ensureDataset({ ...options, log });
  const figures = await withSetting(options, dataset, async (setting) => {
    const found: Figure[] = [];
    for (const section of options.only) {
      const measured = (await measures[section]?.(setting)) ?? [];
      for (const figure of measured)
        log(`${figure.isMet ? 'pass ' : 'SHORT'} ${figure.what}: ${figure.measured}`);
      found.push(...measured);
    }
    return found;
  });
  if (options.only.includes('start')) figures.push(...(await measureStart(dataset)));
  if (options.only.includes('embedded')) figures.push(...(await measureEmbedded(options, dataset)));
  return figures;
}

/** Processes that wanted a core, for each core, in the minute before: above 1 others slow what is measured. */
function busyShare(): number {
  return (os.loadavg()[0] ?? 0) / os.availableParallelism();
}

await main();
