// The log as it is kept: rows on their way in, leaves, nodes and heads.
import { CompiledQuery } from 'kysely';
import { type Bytes, toHex } from '@watchpost/domain/evidence/byte-text';
import type { EntryRow, LogEntry } from '@watchpost/domain/evidence/log-entry';
import {
  type FullNode,
  fullNodeHash,
  fullNodesOf,
  type LeafRange,
} from '@watchpost/domain/evidence/merkle-tree';
import type { SignedHead } from '@watchpost/domain/evidence/tree-head';
import { type Column, insertRows } from '../../platform/db/insert-rows.queries.ts';
import type { Statements } from '../../platform/db/statements.ts';
import { rowExpression, sealedTables } from './sealed-tables.ts';
import type { LogKey } from './log-keys.ts';
import { nativeSha256 } from './native-sha256.ts';

async function run<Row>(db: Statements, text: string, values: readonly unknown[]): Promise<readonly Row[]> {
  return (await db.executeQuery<Row>(CompiledQuery.raw(text, [...values]))).rows;
}

const lockOf = `hashtextextended('log ' || $1::text, 0)`;

/** What migration 0076 asks of a process that seals; and whose notes are added, also where the handle is the owner's. */
const asSealer = `set_config('watchpost.sealing', '2', true), set_config('watchpost.tenant', $1::text, true)`;

/** One sealing of a tenant at a time, on whichever server. */
export async function lockLog(db: Statements, tenantId: string): Promise<void> {
  await run(db, `SELECT pg_advisory_xact_lock(${lockOf}), ${asSealer}`, [tenantId]);
}

/** False, at once, where somebody else holds it. */
export async function tryLockLog(db: Statements, tenantId: string): Promise<boolean> {
  const text = `SELECT pg_try_advisory_xact_lock(${lockOf}) AS taken, ${asSealer}`;
  const [{ taken } = { taken: false }] = await run<{ taken: boolean }>(db, text, [tenantId]);
  return taken;
}

const headColumns = `tenant_id AS "logId", size, encode(root, 'hex') AS root, at_ms AS "atMs",
  encode(key, 'hex') AS key, encode(signature, 'hex') AS signature`;

/** The newest head of at most a size; null where there is none. */
export async function findHead(
  db: Statements,
  tenantId: string,
  sizeMax: number = Number.MAX_SAFE_INTEGER,
): Promise<SignedHead | null> {
  const text = `SELECT ${headColumns} FROM log_heads WHERE tenant_id = $1::uuid AND size <= $2::bigint
    ORDER BY size DESC LIMIT 1`;
  const [head] = await run<SignedHead>(db, text, [tenantId, sizeMax]);
  return head ?? null;
}

export interface Pending {
  readonly source: string;
  readonly ids: readonly string[];
}

/**
 * Takes so many records out of the queue, in its order; fewer where no more wait. What one statement added may be more
 * than that: its rest keeps the place.
 */
export async function takePending(
  db: Statements,
  tenantId: string,
  recordsMax: number,
): Promise<readonly Pending[]> {
  const text = `WITH first AS (SELECT no, ids FROM log_pending WHERE tenant_id = $1::uuid ORDER BY no LIMIT $2::bigint),
      counted AS (SELECT no, sum(cardinality(ids)) OVER (ORDER BY no) - cardinality(ids) AS before FROM first),
      taken AS (DELETE FROM log_pending p USING counted c WHERE p.tenant_id = $1::uuid AND p.no = c.no
        AND c.before < $2::bigint RETURNING p.no, p.source, p.ids, ($2::bigint - c.before)::integer AS room),
      rest AS (INSERT INTO log_pending (tenant_id, no, source, ids) OVERRIDING SYSTEM VALUE
        SELECT $1::uuid, no, source, ids[room + 1:] FROM taken WHERE cardinality(ids) > room)
    SELECT source, ids[:room] AS ids FROM taken ORDER BY no`;
  return run<Pending>(db, text, [tenantId, recordsMax]);
}

export async function isAnythingPending(db: Statements, tenantId: string): Promise<boolean> {
  const text = `SELECT 1 FROM log_pending WHERE tenant_id = $1::uuid LIMIT 1`;
  return (await run(db, text, [tenantId])).length > 0;
}

/** Which of the records are leaves already. */
export async function findSealed(
  db: Statements,
  tenantId: string,
  source: string,
  ids: readonly string[],
): Promise<Set<string>> {
  const text = `SELECT found.record_id AS id FROM unnest($3::uuid[]) AS sent (id) CROSS JOIN LATERAL (SELECT l.record_id
    FROM log_leaves l WHERE l.tenant_id = $1::uuid AND l.source = $2::text AND l.record_id = sent.id LIMIT 1) AS found`;
  return new Set((await run<{ id: string }>(db, text, [tenantId, source, ids])).map(({ id }) => id));
}

/** A record as it is stored now, and when the server says to have taken it; milliseconds. */
export interface FoundEntry extends LogEntry {
  readonly takenAtMs: number | null;
}

const entriesAtOnce = 4_000;

/** Records of one table in the order of the ids; those that are not there have no row. */
export async function findEntries(
  db: Statements,
  tenantId: string,
  source: string,
  ids: readonly string[],
): Promise<FoundEntry[]> {
  const table = sealedTables.find(({ name }) => name === source);
  if (table === undefined) return ids.map((id) => ({ table: source, id, row: null, takenAtMs: null }));
  const row = table.former === undefined ? 'found.row' : `coalesce(found.row, ${table.former}::json)`;
  const text = `SELECT sent.id, ${row} AS row, found.taken_at_ms AS "takenAtMs"
    FROM unnest($2::uuid[]) WITH ORDINALITY AS sent (id, place)
    LEFT JOIN LATERAL (SELECT ${rowExpression(table)} AS row, (${table.takenAtMs})::float8 AS taken_at_ms
      FROM ${table.name} t WHERE t.tenant_id = $1::uuid AND t.id = sent.id LIMIT 1) AS found ON true
    ORDER BY sent.place`;
  const entries: FoundEntry[] = [];
  for (let at = 0; at < ids.length; at += entriesAtOnce) {
    const rows = await run<{ id: string; row: EntryRow | null; takenAtMs: number | null }>(db, text, [
      tenantId,
      ids.slice(at, at + entriesAtOnce),
    ]);
    entries.push(...rows.map((row) => ({ table: source, ...row })));
  }
  return entries;
}

/**
 * Nodes below are not stored: seven of eight there are. Each is made again out of its leaves, which lie beside each other. What
 * a version before has written, as in a backup, may hold some, which no one reads but the check.
 */
export const storedLevelMin = 4;

const hashBytes = 32;

/** Hashes of full subtrees, by `level index`; without those that are not whole. */
export async function findNodes(
  db: Statements,
  tenantId: string,
  nodes: readonly FullNode[],
): Promise<Map<string, Bytes>> {
  const text = `SELECT sent.level, sent.no, CASE WHEN sent.level >= ${storedLevelMin}
      THEN (SELECT n.hash FROM log_nodes n WHERE n.tenant_id = $1::uuid AND n.level = sent.level AND n.node_no = sent.no)
      ELSE (SELECT string_agg(l.hash, ''::bytea ORDER BY l.leaf_no) FROM log_leaves l WHERE l.tenant_id = $1::uuid
        AND l.leaf_no >= sent.no << sent.level AND l.leaf_no < (sent.no + 1) << sent.level) END AS hashes
    FROM unnest($2::smallint[], $3::bigint[]) AS sent (level, no)`;
  const rows = await run<{ level: number; no: number; hashes: Buffer | null }>(db, text, [
    tenantId,
    nodes.map(({ level }) => level),
    nodes.map(({ index }) => index),
  ]);
  return new Map(
    rows.flatMap(({ level, no, hashes }) => {
      const hash = hashes && nodeOf(level, hashes);
      return hash === null ? [] : [[`${level} ${no}`, hash] as const];
    }),
  );
}

/** Out of its own hash, or of its leaves' one after the other. */
function nodeOf(level: number, hashes: Buffer): Bytes | null {
  const count = level < storedLevelMin ? 2 ** level : 1;
  if (hashes.length !== count * hashBytes) return null;
  const parts = Array.from(
    { length: count },
    (_, at) => new Uint8Array(hashes.subarray(at * hashBytes, (at + 1) * hashBytes)),
  );
  return fullNodeHash(nativeSha256, parts);
}

/** The full subtrees of a range, from left to right. Throws where one is missing. */
export function nodesOfRange(found: ReadonlyMap<string, Bytes>, range: LeafRange): Bytes[] {
  return fullNodesOf(range).map(({ level, index }) => {
    const hash = found.get(`${level} ${index}`);
    if (hash === undefined) throw new Error(`the log lacks node ${index} of level ${level}`);
    return hash;
  });
}

export interface NewLeaf {
  readonly no: number;
  readonly source: string;
  readonly recordId: string;
  readonly hash: Bytes;
  /** See ColumnMarker; in hexadecimal. */
  readonly marks: string;
}

export interface NewNode {
  readonly level: number;
  readonly no: number;
  readonly hash: Bytes;
}

const leafColumns: readonly Column<NewLeaf>[] = [
  { name: 'leaf_no', type: 'bigint', of: ({ no }) => no },
  { name: 'source', type: 'text', of: ({ source }) => source },
  { name: 'record_id', type: 'uuid', of: ({ recordId }) => recordId },
  { name: 'hash', type: 'bytea', of: ({ hash }) => toHex(hash) },
  { name: 'marks', type: 'bytea', of: ({ marks }) => marks },
];
const nodeColumns: readonly Column<NewNode>[] = [
  { name: 'level', type: 'smallint', of: ({ level }) => level },
  { name: 'node_no', type: 'bigint', of: ({ no }) => no },
  { name: 'hash', type: 'bytea', of: ({ hash }) => toHex(hash) },
];

export async function insertLeaves(
  db: Statements,
  tenantId: string,
  leaves: readonly NewLeaf[],
  nodes: readonly NewNode[],
): Promise<void> {
  await insertRows(db, tenantId, 'log_leaves', leafColumns, leaves);
  await insertRows(db, tenantId, 'log_nodes', nodeColumns, nodes);
}

/** The head, and the public half of its key where it is a new one. */
export async function insertHead(db: Statements, head: SignedHead, key: LogKey): Promise<void> {
  const { logId, size, root, atMs, signature } = head;
  await run(
    db,
    `INSERT INTO log_keys (tenant_id, key, public_key, first_used_ms)
     VALUES ($1::uuid, decode($2::text, 'hex'), $3::text, $4::bigint) ON CONFLICT DO NOTHING`,
    [logId, key.id, key.publicKey, atMs],
  );
  await run(
    db,
    `INSERT INTO log_heads (tenant_id, size, root, at_ms, key, signature)
     VALUES ($1::uuid, $2::bigint, decode($3::text, 'hex'), $4::bigint, decode($5::text, 'hex'), decode($6::text, 'hex'))`,
    [logId, size, root, atMs, key.id, signature],
  );
}
