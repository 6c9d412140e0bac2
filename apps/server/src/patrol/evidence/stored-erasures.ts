// Erasures as the database holds them, for the check of the log.
import { type SignedErasure, erasureOf, erasureTable } from '@watchpost/domain/evidence/erasures';
import { ErasedRecords } from '@watchpost/domain/evidence/erased-records';
import type { Statements } from '../../platform/db/statements.ts';
import { findErasureIds } from './check-log.queries.ts';
import { findEntries } from './log.queries.ts';
import { nativeSha256 } from './native-sha256.ts';

export interface StoredErasures {
  readonly records: ErasedRecords;
  /** A sentence for each that the log's keys did not sign. */
  readonly differences: readonly string[];
}

export async function readErasures(
  db: Statements,
  tenantId: string,
  publicKeys: readonly string[],
): Promise<StoredErasures> {
  const ids = await findErasureIds(db, tenantId);
  const entries = await findEntries(db, tenantId, erasureTable, ids);
  const erasures = entries.map(erasureOf).filter((each): each is SignedErasure => each !== null);
  const records = new ErasedRecords(nativeSha256);
  const differences: string[] = [];
  for (const erasure of erasures) {
    if (!(await records.take(erasure, tenantId, publicKeys)))
      differences.push(`${erasureTable} ${erasure.id}: inserted or altered; the signature does not hold`);
  }
  return { records, differences };
}
