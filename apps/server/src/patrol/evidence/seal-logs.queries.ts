// What a server does with the logs of all tenants: it seals them each minute, and compares them when it starts.
import type { Database, Db } from '../../platform/db/database.ts';
import { YieldWhenBusy } from '../../platform/jobs/yield-when-busy.ts';
import { findTenantIds } from '../../platform/jobs/tenant-ids.queries.ts';
import { findLogFault, readLogEnd } from './find-log-fault.ts';
import { type FoundFault, LogFault } from './log-fault.ts';
import { lockLog } from './log.queries.ts';
import { sealLog } from './seal-log.queries.ts';
import type { Sealing } from './sealing.ts';

/** Seals every tenant's log, giving way to others; those that are left when `leaving` aborts wait for the next time. */
export async function sealLogs(database: Database, sealing: Sealing, leaving?: AbortSignal): Promise<void> {
  const { rest } = new YieldWhenBusy(leaving);
  for (const id of await findTenantIds(database.shared)) {
    if (leaving?.aborted) return;
    try {
      await sealLog(database.forTenant(id), id, sealing, { stopping: leaving, rest });
    } catch (error) {
      // One tenant's trouble holds up no other's. The alarm of a fault has been raised.
      if (!(error instanceof LogFault))
        sealing.alarms.note(`the log of tenant ${id} could not be sealed: ${String(error)}`);
    }
  }
}

/** Compares the log with the stored head, as sealing does, and seals nothing. */
export async function checkStoredHead(
  db: Db,
  tenantId: string,
  sealing: Sealing,
): Promise<FoundFault | null> {
  const fault = await db.transaction().execute(async (transaction) => {
    // Else a head that is sealed in between would be missing in what was read.
    await lockLog(transaction, tenantId);
    return findLogFault(transaction, tenantId, await readLogEnd(transaction, tenantId), sealing);
  });
  if (fault === null) sealing.alarms.clear(tenantId);
  else await sealing.alarms.raise(db, tenantId, fault);
  return fault;
}

/** Compares every log with the stored heads, as a server that starts has to; raises the alarm for those that fail. */
export async function checkStoredHeads(
  database: Database,
  sealing: Sealing,
  leaving?: AbortSignal,
): Promise<void> {
  const { rest } = new YieldWhenBusy(leaving);
  for (const id of await findTenantIds(database.shared)) {
    if (leaving?.aborted) return;
    try {
      await checkStoredHead(database.forTenant(id), id, sealing);
    } catch (error) {
      sealing.alarms.note(`the log of tenant ${id} could not be compared: ${String(error)}`);
    }
    await rest();
  }
}
