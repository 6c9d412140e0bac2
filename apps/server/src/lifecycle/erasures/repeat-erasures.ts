// Erases again whom a restored database knows as before: erasures since its backup left marks in the file store.
import type { FileStore } from '../../platform/adapters/files/file-store.ts';
import { operatorOrigin } from '../../platform/audit/audit-origin.ts';
import type { Sealing } from '../../patrol/evidence/sealing.ts';
import { eraseGuard, type ErasureContext } from './erase-guard.ts';
import { findMarks } from './erasure-marks.ts';
import { deactivateMarked } from './erasures.queries.ts';

interface RestoredContext {
  readonly owner: ErasureContext['db'];
  readonly files: FileStore;
  /** Asked for once somebody is to be erased. */
  readonly sealing: () => Promise<Sealing>;
}

/** How many were erased. Marks of guards that the backup has not, or has as erased, are passed over. */
export async function repeatErasures({ owner, files, sealing }: RestoredContext): Promise<number> {
  let erased = 0;
  for (const { tenantId, guardId } of await findMarks(files)) {
    if (!(await deactivateMarked(owner, tenantId, guardId))) continue;
    const context = { db: owner, tenantId, files, sealing: await sealing() };
    await eraseGuard(context, { guardId, version: null }, operatorOrigin(tenantId));
    erased += 1;
  }
  return erased;
}
