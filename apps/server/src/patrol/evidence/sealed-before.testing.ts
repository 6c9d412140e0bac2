// A log as it was sealed before its leaves concealed anything.
import { toHex } from '@watchpost/domain/evidence/byte-text';
import { entryBytes, rowTexts } from '@watchpost/domain/evidence/log-entry';
import { appendLeaf, foldNodes, fullNodesOf, leafHash } from '@watchpost/domain/evidence/merkle-tree';
import type { Db } from '../../platform/db/database.ts';
import { ColumnMarker } from './column-marks.ts';
import { type LogSecrets, logKeyOf, signHead } from './log-keys.ts';
import {
  findEntries,
  findHead,
  findNodes,
  insertHead,
  insertLeaves,
  lockLog,
  type NewLeaf,
  type NewNode,
  nodesOfRange,
  storedLevelMin,
  takePending,
} from './log.queries.ts';
import { nativeSha256 } from './native-sha256.ts';

/** All that waits, under one head; the number of leaves. */
export function sealAsBefore(db: Db, tenantId: string, secrets: LogSecrets): Promise<number> {
  return db.transaction().execute(async (transaction) => {
    await lockLog(transaction, tenantId);
    const last = await findHead(transaction, tenantId);
    const before = { from: 0, to: last?.size ?? 0 };
    const frontier = nodesOfRange(await findNodes(transaction, tenantId, fullNodesOf(before)), before);
    const marker = new ColumnMarker();
    const leaves: NewLeaf[] = [];
    const nodes: NewNode[] = [];
    for (const { source, ids } of await takePending(transaction, tenantId, 5_000)) {
      for (const { table, id, row } of await findEntries(transaction, tenantId, source, ids)) {
        const no = before.to + leaves.length;
        const hash = leafHash(nativeSha256, entryBytes({ table, id, row }));
        const made = appendLeaf(nativeSha256, frontier, no, hash);
        leaves.push({
          no,
          source: table,
          recordId: id,
          hash,
          marks: marker.marks(table, row && rowTexts(row)),
        });
        for (const { level, index, hash: of } of made.slice(storedLevelMin))
          nodes.push({ level, no: index, hash: of });
      }
    }
    await insertLeaves(transaction, tenantId, leaves, nodes);
    const key = logKeyOf(secrets[0], tenantId);
    const root = toHex(foldNodes(nativeSha256, frontier));
    const head = { logId: tenantId, size: before.to + leaves.length, root, atMs: Date.now() };
    await insertHead(transaction, signHead(key, head), key);
    return leaves.length;
  });
}
