// Starts the embedded database, which comes up on another processor, and loads the server meanwhile.
import { setFlagsFromString } from 'node:v8';
import { type EmbeddedPostgres, startEmbeddedPostgres } from './db/embedded/embedded-postgres.ts';
import { readEnv } from './env.ts';

/**
 * V8 may otherwise let the heap grow to four times what is live before it collects all garbage (decisions 0039 and 0053). A later
 * one that knows the flag no more leaves it aside.
 */
const heapGrowth = '--heap-growing-percent=150';

async function main(): Promise<void> {
  setFlagsFromString(heapGrowth);
  outliveLog();
  const env = readEnv();
  const onError = (error: Error) => console.error(`database: ${error.message}`);
  const postgres = env.databaseUrl === null ? startDatabase(env.dataDir, onError) : null;
  const { serve } = await import('./serve.ts');
  await serve(env, { postgres, onError });
}

/** Lines of the log that cannot be written, as to a file on a full disk, are lost; the server goes on. */
function outliveLog(): void {
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => {});
}

function startDatabase(dataDir: string, onError: (error: Error) => void): Promise<EmbeddedPostgres> {
  const onIncident = (sentence: string) => onError(new Error(sentence));
  const starting = startEmbeddedPostgres({ dataDir, onIncident });
  // Its failure is that of whoever waits for it, which nobody does yet.
  starting.catch(() => {});
  return starting;
}

main().catch(async (error: unknown) => {
  const { sentenceOf } = await import('./db/open-owner-store.ts');
  console.error(sentenceOf(error) ?? error);
  process.exit(1);
});
