import { type EmbeddedPostgres, startEmbeddedPostgres } from './embedded-postgres.ts';

/**
 * Starts the embedded PostgreSQL of the product's data; `onError` hears of a server that died and came back. May be awaited
 * later: until then its failure is no one's.
 */
export function startReporting(dataDir: string, onError: (error: Error) => void): Promise<EmbeddedPostgres> {
  const starting = startEmbeddedPostgres({
    dataDir,
    onIncident: (sentence) => onError(new Error(sentence)),
  });
  starting.catch(() => {});
  return starting;
}
