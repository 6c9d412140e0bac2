// Loaded into the server before its program: on SIGUSR2 it collects all garbage and writes what is left to MEMORY_FILE.
import fs from 'node:fs';
import { setImmediate as turn } from 'node:timers/promises';

/** What one collection lets go of at its end is collected by the next. */
const collections = 3;

process.on('SIGUSR2', async () => {
  for (let done = 0; done < collections; done += 1) {
    globalThis.gc();
    await turn();
  }
  const file = process.env.MEMORY_FILE;
  fs.writeFileSync(`${file}.new`, JSON.stringify(process.memoryUsage()));
  fs.renameSync(`${file}.new`, file);
});
