// Rows of the demo company's evidence: what its phones signed, their keys, and what waits to be sealed.
import type { EventProof } from '@watchpost/domain/evidence/device-chain';
import { CompiledQuery } from 'kysely';
import { uuidv7 } from 'uuidv7';
import type { Db } from '../platform/db/database.ts';
import { type FoundEntry, findEntries } from '../patrol/evidence/log.queries.ts';

const eventTables = ['scans', 'field_events'] as const;
type EventTable = (typeof eventTables)[number];

/** What devices sent of rounds and duties that began since then, with what was answered at their checkpoints. */
export async function findSent(db: Db, tenantId: string, sinceMs: number): Promise<FoundEntry[]> {
  const text = `WITH begun AS (SELECT id FROM rounds WHERE tenant_id = $1::uuid AND started_at_ms >= $2::bigint
      UNION ALL SELECT id FROM duty_sessions WHERE tenant_id = $1::uuid AND at_ms >= $2::bigint),
    made AS (SELECT s.id FROM begun JOIN scans s ON s.tenant_id = $1::uuid AND s.round_id = begun.id),
    told AS (SELECT f.id FROM (SELECT id FROM begun UNION ALL SELECT id FROM made) AS subject
      JOIN field_events f ON f.tenant_id = $1::uuid AND f.subject_id = subject.id)
    SELECT (SELECT array_agg(id ORDER BY id) FROM made) AS scans, (SELECT array_agg(id ORDER BY id) FROM told) AS field_events`;
  const [found] = await run<Record<EventTable, string[] | null>>(db, text, [tenantId, sinceMs]);
  const entries: FoundEntry[] = [];
  for (const table of eventTables)
    entries.push(...(await findEntries(db, tenantId, table, found?.[table] ?? [])));
  return entries;
}

export interface SignedRecord {
  readonly table: string;
  readonly id: string;
  readonly proof: EventProof;
}

export async function storeProofs(db: Db, tenantId: string, records: readonly SignedRecord[]): Promise<void> {
  for (const table of eventTables) {
    const own = records.filter((record) => record.table === table);
    const text = `UPDATE ${table} t SET proof_key = decode(p.key, 'hex'), proof_seq = p.seq,
        proof_previous = decode(p.previous, 'hex'), proof_signature = decode(p.signature, 'hex'),
        proof_salt = decode(p.salt, 'hex')
      FROM unnest($2::uuid[], $3::text[], $4::integer[], $5::text[], $6::text[], $7::text[])
        AS p (id, key, seq, previous, signature, salt)
      WHERE t.tenant_id = $1::uuid AND t.id = p.id`;
    await run(db, text, [
      tenantId,
      own.map(({ id }) => id),
      own.map(({ proof }) => proof.key),
      own.map(({ proof }) => proof.seq),
      own.map(({ proof }) => proof.previous),
      own.map(({ proof }) => proof.signature),
      own.map(({ proof }) => proof.salt ?? null),
    ]);
  }
}

export interface PhoneKey {
  readonly key: string;
  readonly publicKey: string;
  readonly guardId: string;
  readonly deviceId: string;
  readonly enrolledAtMs: number;
}

export async function insertKeys(db: Db, tenantId: string, keys: readonly PhoneKey[]): Promise<void> {
  const text = `INSERT INTO device_keys (tenant_id, id, key, guard_id, device_id, public_key, enrolled_at_ms)
    SELECT $1::uuid, k.id, decode(k.key, 'hex'), k.guard_id, k.device_id, k.public_key, k.enrolled_at_ms
    FROM unnest($2::uuid[], $3::text[], $4::uuid[], $5::uuid[], $6::text[], $7::bigint[])
      AS k (id, key, guard_id, device_id, public_key, enrolled_at_ms)`;
  await run(db, text, [
    tenantId,
    keys.map(() => uuidv7()),
    keys.map(({ key }) => key),
    keys.map(({ guardId }) => guardId),
    keys.map(({ deviceId }) => deviceId),
    keys.map(({ publicKey }) => publicKey),
    keys.map(({ enrolledAtMs }) => enrolledAtMs),
  ]);
}

/**
 * As the product's own triggers do it: what devices sent, in the order in which it came, after the plans, questions and
 * keys that it is checked with.
 */
export async function awaitSealing(db: Db, tenantId: string, sent: readonly FoundEntry[]): Promise<void> {
  const text = `INSERT INTO log_pending (tenant_id, source, ids)
    SELECT $1::uuid, source, ARRAY[id] FROM (
      SELECT 'route_versions' AS source, id, 0 AS at_ms FROM route_versions WHERE tenant_id = $1::uuid
      UNION ALL SELECT 'question_versions', id, 0 FROM question_versions WHERE tenant_id = $1::uuid
      UNION ALL SELECT 'device_keys', id, 0 FROM device_keys WHERE tenant_id = $1::uuid
      UNION ALL SELECT * FROM unnest($2::text[], $3::uuid[], $4::bigint[])) AS record (source, id, at_ms)
    ORDER BY at_ms, source, id`;
  await run(db, text, [
    tenantId,
    sent.map(({ table }) => table),
    sent.map(({ id }) => id),
    sent.map(({ takenAtMs }) => takenAtMs),
  ]);
}

async function run<Row>(db: Db, text: string, values: readonly unknown[]): Promise<readonly Row[]> {
  return (await db.executeQuery<Row>(CompiledQuery.raw(text, [...values]))).rows;
}
