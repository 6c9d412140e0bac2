// Starts the embedded database, which comes up on another processor, and loads the server in the meantime.
import { setFlagsFromString } from 'node:v8';
import { startReporting } from './platform/db/embedded/start-reporting.ts';
import { readEnv } from './env.ts';

/**
 * V8 may otherwise let the heap grow to four times what is live before it collects all garbage (decision 0006). A later
 * one that knows the flag no more leaves it aside.
 */
const heapGrowth = '--heap-growing-percent=150';

async function main(): Promise<void> {
  setFlagsFromString(heapGrowth);
  outliveLog();
  const env = readEnv();
  const onError = (error: Error) => console.error(`database: ${error.message}`);
  const postgres = env.databaseUrl === null ? startReporting(env.dataDir, onError) : null;
  const { serve } = await import('./serve.ts');
  await serve(env, { postgres, onError });
}

/** Lines of the log that cannot be written, as to a file on a full disk, are lost; the server goes on. */
function outliveLog(): void {
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => {});
}

main().catch(async (error: unknown) => {
  const { sentenceOf } = await import('./platform/db/open-owner-store.ts');
  console.error(sentenceOf(error) ?? error);
  process.exit(1);
});
