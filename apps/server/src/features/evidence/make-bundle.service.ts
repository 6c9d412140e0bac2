// Puts an evidence file together: records with their proofs under the newest head, sealed by the log's key.
import { toHex } from '@watchpost/domain/evidence/byte-text';
import {
  type BundleRecord,
  bundleBytes,
  bundleFormat,
  type EvidenceBundle,
} from '@watchpost/domain/evidence/bundle';
import {
  consistencyRanges,
  foldNodes,
  fullNodesOf,
  inclusionRanges,
  type LeafRange,
} from '@watchpost/domain/evidence/merkle-tree';
import type { SiteScope } from '../../access/caller.ts';
import { findHeads, findLogKeys } from '../../evidence/check-log.queries.ts';
import { type LogSecrets, logKeyOf, signBytesWith } from '../../evidence/log-keys.ts';
import { findEntries, findNodes, nodesOfRange } from '../../evidence/log.queries.ts';
import { nativeSha256 } from '../../evidence/native-sha256.ts';
import { sealLog } from '../../evidence/seal-log.queries.ts';
import { AppError } from '../../http/app-error.ts';
import { findLeafNumbers, findRecordIds, findShownRound } from './bundle.queries.ts';

/** Seals first what still waits, so that the newest records are proved as well. Throws notFound. */
export async function makeBundle(
  { db, ...scope }: SiteScope,
  roundId: string,
  secrets: LogSecrets,
): Promise<EvidenceBundle> {
  const { tenantId } = scope;
  const round = await findShownRound({ db, ...scope }, roundId);
  if (round === null) throw new AppError('notFound');
  await sealLog(db, tenantId, secrets);
  const heads = await findHeads(db, tenantId);
  const [first, head] = [heads[0], heads.at(-1)];
  if (first === undefined || head === undefined) throw new Error('a log that was just sealed has no head');
  const named = await findRecordIds(db, tenantId, roundId);
  const leaves = await findLeafNumbers(db, tenantId, named);
  const placed = named
    .map((record) => ({ ...record, leaf: leaves.get(`${record.source} ${record.id}`) ?? null }))
    // Whatever was sealed since the head that was read has no proof under it.
    .map((record) => ({
      ...record,
      leaf: record.leaf !== null && record.leaf < head.size ? record.leaf : null,
    }));
  const growth = consistencyRanges(first.size, head.size);
  const ranges = placed.flatMap(({ leaf }) => (leaf === null ? [] : inclusionRanges(leaf, head.size)));
  const nodes = new Map(
    [...growth, ...ranges].flatMap(fullNodesOf).map((node) => [`${node.level} ${node.index}`, node]),
  );
  const found = await findNodes(db, tenantId, [...nodes.values()]);
  const hashOf = (range: LeafRange) => toHex(foldNodes(nativeSha256, nodesOfRange(found, range)));
  const records: BundleRecord[] = [];
  for (const { source, id, leaf } of placed) {
    const [entry] = await findEntries(db, tenantId, source, [id]);
    const path = leaf === null ? [] : inclusionRanges(leaf, head.size).map(hashOf);
    records.push({ entry: { table: source, id, row: entry?.row ?? null }, leaf, path });
  }
  const key = logKeyOf(secrets[0], tenantId);
  const publicKeys = (await findLogKeys(db, tenantId)).map(({ publicKey }) => publicKey);
  const open: EvidenceBundle = {
    format: bundleFormat,
    madeAtMs: Date.now(),
    rounds: [round],
    records,
    head,
    earlier: { head: first, path: growth.map(hashOf) },
    publicKeys: [...new Set([...publicKeys, key.publicKey])],
    seal: { key: key.id, signature: '' },
  };
  return { ...open, seal: { key: key.id, signature: signBytesWith(key, bundleBytes(open)) } };
}
