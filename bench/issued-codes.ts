// The codes that hang at the checkpoints of the data, for devices that scan them.
import { openOwner } from '../apps/server/src/platform/db/database.ts';
import { findCodeBook } from '../apps/server/src/records/checkpoint-codes/checkpoint-codes.queries.ts';
import type { DatasetServer } from './dataset.ts';

/** Checkpoint -> its valid code. */
export async function readIssuedCodes(
  server: DatasetServer,
  tenantId: string,
): Promise<ReadonlyMap<string, string>> {
  const owner = openOwner(server.connection);
  try {
    const { issued } = await findCodeBook(owner.db, tenantId);
    const live = issued.filter(({ retiredAtMs }) => retiredAtMs === null);
    return new Map(live.map(({ checkpointId, code }) => [checkpointId, code]));
  } finally {
    await owner.close();
  }
}
