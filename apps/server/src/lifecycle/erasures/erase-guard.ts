// Erases a guard's personal data: what stands in the log stays provable, and names no one any more (decision 0022).
import { randomUUID } from 'node:crypto';
import { toHex } from '@watchpost/domain/evidence/byte-text';
import { erasureBytes, withoutName } from '@watchpost/domain/evidence/erasures';
import { entryBytes, type LogEntry, rowTexts } from '@watchpost/domain/evidence/log-entry';
import { leafHash } from '@watchpost/domain/evidence/merkle-tree';
import type { FileStore } from '../../platform/adapters/files/file-store.ts';
import { partKey, pictureParts } from '../../platform/adapters/files/picture-parts.ts';
import { insertAuditEntry } from '../../platform/audit/audit.queries.ts';
import type { AuditOrigin } from '../../platform/audit/audit-origin.ts';
import { ColumnMarker } from '../../patrol/evidence/column-marks.ts';
import { logKeyOf, signBytesWith } from '../../patrol/evidence/log-keys.ts';
import { findEntries, lockLog } from '../../patrol/evidence/log.queries.ts';
import { nativeSha256 } from '../../patrol/evidence/native-sha256.ts';
import { sealLog } from '../../patrol/evidence/seal-log.queries.ts';
import type { Sealing } from '../../patrol/evidence/sealing.ts';
import { AppError } from '../../platform/http/app-error.ts';
import { saveMark, removeMark } from './erasure-marks.ts';
import {
  actAsTenant,
  findNamingLeaves,
  lockGuard,
  type NewErasure,
  writeErasure,
} from './erasures.queries.ts';

type Db = Parameters<typeof sealLog>[0];

export interface ErasureContext {
  /** The tenant's handle, or the owner's. */
  readonly db: Db;
  readonly tenantId: string;
  readonly files: FileStore;
  readonly sealing: Sealing;
}

/**
 * When it was erased; epoch milliseconds. Throws notFound, editedMeanwhile where a version is given and is another by now,
 * guardErased, and guardStillActive for who was not deactivated before. What the log holds unsealed is
 * sealed before, and the erasure itself after.
 */
export async function eraseGuard(
  context: ErasureContext,
  { guardId, version }: { readonly guardId: string; readonly version: number | null },
  origin: AuditOrigin,
): Promise<number> {
  const { db, tenantId, files, sealing } = context;
  await sealLog(db, tenantId, sealing);
  const mark = { tenantId, guardId };
  let isMarked = false;
  const atMs = Date.now();
  try {
    await db.transaction().execute(async (transaction) => {
      await actAsTenant(transaction, tenantId);
      await lockLog(transaction, tenantId);
      const guard = await lockGuard(transaction, tenantId, guardId);
      if (guard === null) throw new AppError('notFound');
      if (version !== null && version !== guard.version) throw new AppError('editedMeanwhile');
      if (guard.isErased) throw new AppError('guardErased');
      if (guard.activated) throw new AppError('guardStillActive');
      const by = { guardId, atMs, erasedBy: origin.actor?.id ?? null };
      const erasure = await signedErasure({ ...context, db: transaction }, by);
      const keys = await writeErasure(transaction, tenantId, erasure);
      const subject = { id: guardId, label: erasure.pseudonym };
      await insertAuditEntry(transaction, origin, { action: 'guard.erased', subject });
      // Before it is committed: what cannot be marked for a restore, or leaves a photo behind, is no erasure.
      await saveMark(files, mark);
      isMarked = true;
      await Promise.all(keys.flatMap((key) => pictureParts.map((part) => files.delete(partKey(key, part)))));
    });
  } catch (error) {
    if (isMarked) await removeMark(files, mark);
    throw error;
  }
  await sealLog(db, tenantId, sealing);
  return atMs;
}

async function signedErasure(
  { db, tenantId, sealing }: ErasureContext,
  { guardId, atMs, erasedBy }: Pick<NewErasure, 'guardId' | 'atMs' | 'erasedBy'>,
): Promise<NewErasure> {
  const id = randomUUID();
  const of = { id, guardId, atMs, pseudonym: `Erased ${id.slice(0, 8)}` };
  const records: NewErasure['records'][number][] = [];
  const marker = new ColumnMarker();
  for (const { entry, hash } of await sealedEntries(db, tenantId, guardId)) {
    const stored = withoutName(entry, of);
    // What was altered before is altered after: no erasure explains it.
    if (stored === null || hashOf(entry) !== hash) continue;
    const { table, row } = stored;
    records.push({
      table,
      id: stored.id,
      hash,
      kept: hashOf(stored),
      marks: marker.marks(table, row && rowTexts(row)),
    });
  }
  const key = logKeyOf(sealing.secrets[0], tenantId);
  const signature = signBytesWith(key, erasureBytes(tenantId, { ...of, records }));
  return { ...of, records, erasedBy, key: key.id, signature };
}

const hashOf = (entry: LogEntry) => toHex(leafHash(nativeSha256, entryBytes(entry)));

/** Records that name the guard, as they are, with the hashes of their leaves. */
async function sealedEntries(
  db: Db,
  tenantId: string,
  guardId: string,
): Promise<{ entry: LogEntry; hash: string }[]> {
  const leaves = await findNamingLeaves(db, tenantId, guardId);
  const found: { entry: LogEntry; hash: string }[] = [];
  for (const source of new Set(leaves.map((leaf) => leaf.source))) {
    const hashes = new Map(leaves.flatMap((leaf) => (leaf.source === source ? [[leaf.id, leaf.hash]] : [])));
    for (const { table, id, row } of await findEntries(db, tenantId, source, [...hashes.keys()]))
      found.push({ entry: { table, id, row }, hash: hashes.get(id) ?? '' });
  }
  return found;
}
