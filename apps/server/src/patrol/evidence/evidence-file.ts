// Puts an evidence file together, a little at a time: whatever its size, the server holds the numbers of its rounds and
// leaves and a few hundred records.
import {
  type EndLine,
  evidenceFormat,
  type EvidenceKind,
  type FileHead,
  type FileLine,
  type OpenLine,
  type RoundLine,
} from '@watchpost/domain/evidence/evidence-file';
import { consistencyRanges, fullNodesOf } from '@watchpost/domain/evidence/merkle-tree';
import type { SignedHead } from '@watchpost/domain/evidence/tree-head';
import type { SiteScope } from '../../platform/access/caller.ts';
import type { Statements } from '../../platform/db/statements.ts';
import { AppError } from '../../platform/http/app-error.ts';
import { type RelatedOptions, includedKinds } from './related-options.ts';
import { findLogKeys } from './check-log.queries.ts';
import {
  findFirstHead,
  findNamedRecords,
  findShownRounds,
  type NamedRecord,
} from './evidence-file.queries.ts';
import { noteKeysOf, noteOfHead } from './head-notes.ts';
import type { Concealer } from './concealed-entries.ts';
import { logKeyOf } from './log-keys.ts';
import { findShowing } from './log-salts.queries.ts';
import { findEntries, findHead, findNodes } from './log.queries.ts';
import { findSetBacks } from './log-notes.queries.ts';
import { leafLines, rangeHashes } from './leaf-lines.ts';
import { sealLog } from './seal-log.queries.ts';
import type { Sealing } from './sealing.ts';
import { writeSealedLines } from './sealed-lines.ts';
import { findRelatedLeaves } from './related-records.queries.ts';

export interface EvidenceOptions {
  readonly about: { readonly kind: EvidenceKind; readonly asked: Readonly<Record<string, string>> };
  /** Ids of the rounds, a page at a time; all of them lie in the scope. */
  readonly rounds: AsyncIterable<readonly string[]> | Iterable<readonly string[]>;
  /** What may be in the file beside the rounds with their answers and notes; nothing when left out. */
  readonly related?: RelatedOptions;
  /** Size of a head that somebody kept, out of which the newest is proved to have grown; the first when left out. */
  readonly earlier?: number;
}

export interface EvidenceFile {
  readonly rounds: number;
  readonly chunks: AsyncIterable<Uint8Array>;
}

/** Rounds looked up at once. */
const roundsAtOnce = 100;
/** Of one file: what holds more takes a page longer to check than anybody waits. */
export const evidenceRoundsMax = 50_000;

/**
 * Seals first what still waits, so that the newest records are proved as well. Throws nothingToExport without rounds,
 * evidenceTooLarge for too many and notFound for an earlier head that there never was.
 */
export async function makeEvidenceFile(
  scope: SiteScope,
  options: EvidenceOptions,
  sealing: Sealing,
): Promise<EvidenceFile> {
  const { db, tenantId } = scope;
  const { related = { incidents: false, calls: false } } = options;
  await sealLog(db, tenantId, sealing);
  const head = await findHead(db, tenantId);
  const earlier = await earlierHead(db, tenantId, options.earlier);
  if (head === null) throw new Error('a log that was just sealed has no head');
  const roundIds: string[] = [];
  const found: number[] = [];
  for await (const page of options.rounds) {
    roundIds.push(...page);
    if (roundIds.length > evidenceRoundsMax) throw new AppError('evidenceTooLarge');
    for (const { leaf } of await findNamedRecords(db, tenantId, page)) {
      if (leaf !== null && leaf < head.size) found.push(leaf);
    }
    for (const { leaf } of await findRelatedLeaves(db, tenantId, page, related)) {
      if (leaf < head.size) found.push(leaf);
    }
  }
  if (roundIds.length === 0) throw new AppError('nothingToExport');
  // A check of the file needs them to judge times.
  for (const { leaf } of await findSetBacks(db, tenantId))
    if (leaf !== null && leaf < head.size) found.push(leaf);
  const key = logKeyOf(sealing.secrets[0], tenantId);
  const publicKeys = (await findLogKeys(db, tenantId)).map(({ publicKey }) => publicKey);
  const note = await noteOfHead(db, sealing.secrets, head);
  const first: FileHead = {
    format: evidenceFormat,
    madeAtMs: Date.now(),
    about: options.about,
    holds: includedKinds(related),
    rounds: roundIds.length,
    head,
    earlier: await growthBetween(db, earlier, head),
    publicKeys: [...new Set([...publicKeys, key.publicKey])],
    key: key.id,
    noteKeys: await noteKeysOf(db, tenantId, sealing.secrets),
    ...(note === null ? {} : { note: note.note }),
  };
  const leaves = new Set(Float64Array.from(found).toSorted());
  const concealer = await findShowing(db, tenantId);
  return {
    rounds: roundIds.length,
    chunks: writeSealedLines(key, linesOf(scope, first, { roundIds, leaves, related, concealer })),
  };
}

async function earlierHead(db: Statements, tenantId: string, size: number | undefined): Promise<SignedHead> {
  const head = size === undefined ? await findFirstHead(db, tenantId) : await findHead(db, tenantId, size);
  if (head === null || (size !== undefined && head.size !== size)) throw new AppError('notFound');
  return head;
}

/** An earlier head, and the proof that the later one grew out of it. */
export async function growthBetween(
  db: Statements,
  earlier: SignedHead,
  later: SignedHead,
): Promise<FileHead['earlier']> {
  const ranges = consistencyRanges(earlier.size, later.size);
  const nodes = await findNodes(db, later.logId, ranges.flatMap(fullNodesOf));
  return { head: earlier, path: rangeHashes(nodes, ranges) };
}

interface Chosen {
  readonly roundIds: readonly string[];
  /** In their order. */
  readonly leaves: ReadonlySet<number>;
  readonly related: RelatedOptions;
  readonly concealer: Concealer;
}

async function* linesOf(
  scope: SiteScope,
  first: FileHead,
  chosen: Chosen,
): AsyncGenerator<FileHead | FileLine> {
  const { head } = first;
  const { roundIds, leaves } = chosen;
  yield first;
  yield* leafLines(scope.db, head, [...leaves], chosen.concealer);
  const counts = { rounds: 0, sealed: leaves.size, open: 0 };
  const shown = new Set<string>();
  for (let at = 0; at < roundIds.length; at += roundsAtOnce) {
    const { opens, rounds } = await roundLines(scope, head.size, {
      ...chosen,
      roundIds: roundIds.slice(at, at + roundsAtOnce),
    });
    for (const line of opens.filter(({ open }) => !shown.has(open.entry.id))) {
      shown.add(line.open.entry.id);
      counts.open += 1;
      yield line;
    }
    // Events are of one round alone; what several share stays known.
    for (const { open } of opens) if (isEvent(open.entry.table)) shown.delete(open.entry.id);
    counts.rounds += rounds.length;
    yield* rounds;
  }
  yield { end: counts } satisfies EndLine;
}

const isEvent = (table: string) => table === 'scans' || table === 'field_events';

/** Rounds and what of them has no leaf, all as of one moment. */
function roundLines(
  { db, ...scope }: SiteScope,
  size: number,
  { roundIds: ids, leaves: chosen, related: options, concealer }: Chosen,
): Promise<{ opens: OpenLine[]; rounds: RoundLine[] }> {
  return db
    .transaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute(async (snapshot) => {
      const named = await findNamedRecords(snapshot, scope.tenantId, ids);
      const isSealed = ({ leaf }: NamedRecord) => leaf !== null && leaf < size;
      const leaves = new Map<string, number[]>(ids.map((id) => [id, []]));
      const related = new Map<string, number[]>(ids.map((id) => [id, []]));
      for (const { roundId, leaf, isBeside } of named.filter(isSealed)) {
        (isBeside ? related : leaves).get(roundId ?? '')?.push(leaf ?? 0);
      }
      for (const { roundId, leaf } of await findRelatedLeaves(snapshot, scope.tenantId, ids, options)) {
        related.get(roundId)?.push(leaf);
      }
      const rounds = await findShownRounds(scope, snapshot, ids);
      return {
        opens: await openLines(
          snapshot,
          scope.tenantId,
          named.filter((record) => !isSealed(record)),
          concealer,
        ),
        rounds: rounds.map((round) => ({
          round: {
            ...round,
            leaves: inOrder(leaves.get(round.id)),
            // What came to be of the round since the leaves were chosen, by a late scan, is left for the next file.
            beside: inOrder(related.get(round.id)).filter((leaf) => chosen.has(leaf)),
          },
        })),
      };
    });
}

const inOrder = (leaves: readonly number[] = []) => leaves.toSorted((a, b) => a - b);

async function openLines(
  db: Statements,
  tenantId: string,
  named: readonly NamedRecord[],
  concealer: Concealer,
): Promise<OpenLine[]> {
  const lines: OpenLine[] = [];
  for (const source of new Set(named.map((record) => record.source))) {
    const records = named.filter((record) => record.source === source);
    const waiting = new Set(
      records.filter(({ leaf, isPending }) => leaf !== null || isPending).map(({ id }) => id),
    );
    const ids = records.map(({ id }) => id);
    for (const { table, id, row } of await findEntries(db, tenantId, source, ids)) {
      const entry = concealer.show({ table, id, row });
      lines.push({ open: { entry, why: waiting.has(id) ? 'waiting' : 'outside' } });
    }
  }
  return lines;
}
