// For an operator's command beside a running product: its database, without owning it.
import path from 'node:path';
import { clusterDirOf, placeData } from './data-placement.ts';
import type { EmbeddedPostgres } from './embedded-postgres.ts';
import { explainFault } from './embedded-postgres-error.ts';
import { SUPERUSER } from './cluster.ts';
import { isAnswering, prepareListenAddress } from './listen-address.ts';
import { findPostmaster } from './postmaster.ts';

/**
 * How to reach, as its superuser, the server that is running for a data folder; null when none is ready there.
 * Always null on Windows, where the port is known to the owner alone.
 * @throws EmbeddedPostgresError when the folder cannot be used at all
 */
export async function findRunningServer(dataDir: string): Promise<EmbeddedPostgres['connection'] | null> {
  if (process.platform === 'win32') return null;
  try {
    const placement = placeData(path.resolve(dataDir));
    if (findPostmaster(clusterDirOf(placement.dataDir))?.status !== 'ready') return null;
    const address = await prepareListenAddress(placement);
    if (!(await isAnswering(address))) return null;
    return { host: address.host, port: address.port, user: SUPERUSER, database: 'postgres' };
  } catch (error) {
    throw explainFault(error, dataDir);
  }
}
