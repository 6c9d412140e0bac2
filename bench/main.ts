// npm run bench: measures the product against the floor and prints each figure beside its target.
import { ensureBuild } from '../scripts/ensure-build.mjs';
import { ensureDataset } from './dataset.ts';
import { cacheFolder } from './layout.ts';
import { measureDeepPage, measureFirstPage, measureList } from './list-figures.ts';
import { readOptions, type Section } from './options.ts';
import { type Figure, table } from './report.ts';
import { type Setting, withSetting } from './setting.ts';

const measures: Partial<Record<Section, (setting: Setting) => Promise<Figure[]>>> = {
  list: measureList,
  'first-page': measureFirstPage,
  'deep-page': measureDeepPage,
};

async function main(): Promise<void> {
  const options = readOptions(process.argv.slice(2));
  const log = (line: string) => console.error(line);
  if (options.builds) await ensureBuild();
  const dataset = await ensureDataset({ ...options, cacheFolder, log });
  const figures = await withSetting(options, dataset, async (setting) => {
    const found: Figure[] = [];
    for (const section of options.only) found.push(...((await measures[section]?.(setting)) ?? []));
    return found;
  });
  console.log(table(figures));
}

await main();
