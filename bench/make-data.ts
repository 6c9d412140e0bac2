// npm run bench:data: makes the measured data, unless they are there, and tells how long it took.
import { ensureDataset } from './dataset.ts';
import { optionsOrExit } from './options.ts';

const log = (line: string) => console.error(line);
const { rounds, scans, minutesToMake, dataDir } = await ensureDataset({
  ...optionsOrExit(process.argv.slice(2)),
  log,
});
console.log(`${rounds} rounds and ${scans} scans in ${dataDir}, made in ${minutesToMake.toFixed(1)} minutes`);
