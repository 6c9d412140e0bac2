// The part of an evidence file that is the log itself: chosen leaves, and hashes in place of all others.
import { toHex, type Bytes } from '@watchpost/domain/evidence/byte-text';
import type { GapLine, LeafLine } from '@watchpost/domain/evidence/evidence-file';
import type { EntryRow, LogEntry } from '@watchpost/domain/evidence/log-entry';
import { foldNodes, fullNodesOf, type LeafRange } from '@watchpost/domain/evidence/merkle-tree';
import type { SignedHead } from '@watchpost/domain/evidence/tree-head';
import type { Statements } from '../../platform/db/statements.ts';
import { shownMarks } from './column-marks.ts';
import { type Concealer, leafForm } from './concealed-entries.ts';
import { findLeavesOf, type StoredLeafRow } from './evidence-file.queries.ts';
import { findEntries, findNodes, nodesOfRange } from './log.queries.ts';
import { nativeSha256 } from './native-sha256.ts';

/** Leaves read at once: few enough that other requests are served in between. */
const leavesAtOnce = 500;

/** The hash over each range, in hexadecimal. */
export function rangeHashes(nodes: ReadonlyMap<string, Bytes>, ranges: readonly LeafRange[]): string[] {
  return ranges.map((range) => toHex(foldNodes(nativeSha256, nodesOfRange(nodes, range))));
}

/** `leaves`: numbers in their order, each once. */
export async function* leafLines(
  db: Statements,
  head: SignedHead,
  leaves: readonly number[],
  concealer: Concealer,
): AsyncGenerator<LeafLine | GapLine> {
  let at = 0;
  for (let first = 0; first < leaves.length; first += leavesAtOnce) {
    const numbers = leaves.slice(first, first + leavesAtOnce);
    const lines = new Map(
      (await linesOf(db, head.logId, numbers, concealer)).map((line) => [line.leaf, line]),
    );
    const gaps = numbers.map((to, index) => ({ from: index === 0 ? at : (numbers[index - 1] ?? 0) + 1, to }));
    const hashes = await gapHashes(db, head.logId, gaps);
    for (const [index, to] of numbers.entries()) {
      const gap = hashes[index] ?? [];
      if (gap.length > 0) yield { to, hashes: gap };
      const line = lines.get(to);
      // A leaf missing from the database is left out here; checking the file finds its number missing.
      if (line !== undefined) yield line;
    }
    at = (numbers.at(-1) ?? -1) + 1;
  }
  const [hashes = []] = await gapHashes(db, head.logId, [{ from: at, to: head.size }]);
  if (hashes.length > 0) yield { to: head.size, hashes };
}

async function gapHashes(db: Statements, tenantId: string, gaps: readonly LeafRange[]): Promise<string[][]> {
  const found = await findNodes(db, tenantId, gaps.flatMap(fullNodesOf));
  return gaps.map((gap) => nodesOfRange(found, gap).map(toHex));
}

async function linesOf(
  db: Statements,
  tenantId: string,
  numbers: readonly number[],
  concealer: Concealer,
): Promise<LeafLine[]> {
  const leaves = await findLeavesOf(db, tenantId, numbers);
  const rows = new Map<string, EntryRow | null>();
  for (const source of new Set(leaves.map((leaf) => leaf.source))) {
    const ids = leaves.flatMap((leaf) => (leaf.source === source ? leaf.id : []));
    for (const entry of await findEntries(db, tenantId, source, ids)) {
      rows.set(`${source} ${entry.id}`, entry.row);
    }
  }
  return leaves.map((leaf) => {
    const { source: table, id } = leaf;
    return lineOf(leaf, { table, id, row: rows.get(`${table} ${id}`) ?? null }, concealer);
  });
}

/** The record as it may be shown, whichever way its leaf was made. */
function lineOf({ no, hash, marks }: StoredLeafRow, entry: LogEntry, concealer: Concealer): LeafLine {
  const shown = concealer.show(entry);
  const isAttested = shown !== entry && leafForm(entry, hash, concealer) === 'plain';
  const line = { leaf: no, entry: shown, hash, marks: shownMarks(shown, marks) };
  return isAttested ? { ...line, isAttested } : line;
}
