// The database's side of an import: a temporary table of what was read, and rows that are only ever added.
import { CompiledQuery } from 'kysely';
import type { Db } from '../../platform/db/database.ts';
import type { Collection, Document } from './source-layout.ts';
import { isFields } from './source-record.ts';

export type { Db };

async function run<Row>(db: Db, text: string, values: readonly unknown[] = []): Promise<Row[]> {
  return (await db.executeQuery<Row>(CompiledQuery.raw(text, [...values]))).rows;
}

export async function findTenantId(db: Db, slug: string): Promise<string | null> {
  const [row] = await run<{ id: string }>(db, 'SELECT tenant_id AS id FROM tenants WHERE slug = $1', [slug]);
  return row?.id ?? null;
}

/** False when another import of this tenant is under way; held as long as the connection is. */
export async function holdTenant(db: Db, tenantId: string): Promise<boolean> {
  const text = `SELECT pg_try_advisory_lock(hashtextextended('source-import ' || $1, 0)) AS held`;
  return (await run<{ held: boolean }>(db, text, [tenantId]))[0]?.held === true;
}

export async function releaseTenant(db: Db, tenantId: string): Promise<void> {
  await run(db, `SELECT pg_advisory_unlock(hashtextextended('source-import ' || $1, 0))`, [tenantId]);
}

/** Gone with the connection, so that nothing of a killed import stays behind. */
export async function makeStaging(db: Db): Promise<void> {
  await run(db, 'DROP TABLE IF EXISTS pg_temp.source_documents');
  await run(
    db,
    `CREATE TEMPORARY TABLE source_documents (seq bigint GENERATED ALWAYS AS IDENTITY, collection text NOT NULL,
      parent text NOT NULL, id text NOT NULL, file text NOT NULL, line integer NOT NULL, body text NOT NULL)`,
  );
}

export async function dropStaging(db: Db): Promise<void> {
  await run(db, 'DROP TABLE IF EXISTS pg_temp.source_documents');
}

export async function stage(db: Db, documents: readonly Document[]): Promise<void> {
  const column = (of: (document: Document) => string | number) => documents.map(of);
  const text = `INSERT INTO source_documents (collection, parent, id, file, line, body)
    SELECT * FROM unnest($1::text[], $2::text[], $3::text[], $4::text[], $5::int[], $6::text[])`;
  // Ids are looked up as text, which cannot hold the null character.
  const plain = (value: string) => value.replaceAll('\u0000', '');
  await run(db, text, [
    column(({ collection }) => collection),
    column(({ parent }) => plain(parent)),
    column(({ id }) => plain(id)),
    column(({ file }) => file),
    column(({ line }) => line),
    column(({ body }) => JSON.stringify(body)),
  ]);
}

interface Faulty {
  readonly collection: Collection;
  readonly parent: string;
  readonly id: string;
  readonly file: string;
  readonly line: number;
}

export async function indexStaging(db: Db): Promise<void> {
  await run(db, 'CREATE INDEX ON source_documents (collection, parent, id, seq)');
  await run(db, 'CREATE INDEX ON source_documents (seq)');
  await run(db, 'CREATE INDEX ON source_documents (collection, seq) WHERE parent = $$$$');
  await run(db, 'ANALYZE source_documents');
}

/** Takes every record but the first of an id out of the staging, and tells which they were. */
export function takeDuplicates(db: Db): AsyncGenerator<Faulty> {
  return takeFaulty(
    db,
    `EXISTS (SELECT FROM source_documents r WHERE r.collection = d.collection AND r.parent = d.parent
      AND r.id = d.id AND r.seq < d.seq)`,
  );
}

/** Checkpoints of rounds that are not in the export. */
export function takeOrphans(db: Db): AsyncGenerator<Faulty> {
  return takeFaulty(
    db,
    `d.parent <> '' AND NOT EXISTS (SELECT FROM source_documents r
      WHERE r.collection = d.collection AND r.parent = '' AND r.id = d.parent)`,
  );
}

const faultyAtOnce = 2_000;

/** Window by window of what was read, since there may be any number of them; the last read goes first. */
async function* takeFaulty(db: Db, where: string): AsyncGenerator<Faulty> {
  const [row] = await run<{ last: number }>(db, 'SELECT coalesce(max(seq), 0) AS last FROM source_documents');
  const text = `DELETE FROM source_documents d WHERE seq > $1 AND seq <= $2 AND ${where}
    RETURNING seq, collection, parent, id, file, line`;
  for (let to = Number(row?.last ?? 0); to > 0; to -= faultyAtOnce) {
    const found = await run<Faulty & { seq: number }>(db, text, [to - faultyAtOnce, to]);
    yield* found.toSorted((one, other) => Number(other.seq) - Number(one.seq));
  }
}

export interface Staged extends Document {
  readonly seq: number;
}

interface StagedRow extends Faulty {
  readonly seq: number;
  readonly body: string;
}

function documentOf({ body, ...rest }: StagedRow): Staged {
  const fields: unknown = JSON.parse(body);
  return { ...rest, seq: Number(rest.seq), body: isFields(fields) ? fields : {} };
}

/** The next records of a collection in the order in which they were read. */
export async function nextStaged(
  db: Db,
  collection: Collection,
  after: number,
  limit: number,
): Promise<Staged[]> {
  const text = `SELECT seq, collection, parent, id, file, line, body FROM source_documents
    WHERE collection = $1 AND parent = '' AND seq > $2 ORDER BY seq LIMIT $3`;
  return (await run<StagedRow>(db, text, [collection, after, limit])).map(documentOf);
}

/** The checkpoints of these rounds, by id as the source orders them. */
export async function stagedScans(db: Db, roundIds: readonly string[]): Promise<Map<string, Staged[]>> {
  const text = `SELECT seq, collection, parent, id, file, line, body FROM source_documents
    WHERE collection = 'scannedHistory' AND parent = ANY ($1::text[]) AND parent <> '' ORDER BY id COLLATE "C"`;
  const groups = new Map<string, Staged[]>();
  for (const row of await run<StagedRow>(db, text, [roundIds])) {
    const group = groups.get(row.parent);
    if (group === undefined) groups.set(row.parent, [documentOf(row)]);
    else group.push(documentOf(row));
  }
  return groups;
}

/** Tables in which rows are added, in the order in which they refer to each other. */
export const tables = [
  'users',
  'sites',
  'sub_admins',
  'guards',
  'guard_sites',
  'recorded_names',
  'checkpoints',
  'qr_codes',
  'shifts',
  'shift_guards',
  'patrol_routes',
  'patrol_route_checkpoints',
  'route_versions',
  'patrol_tours',
  'incidents',
  'incident_history',
  'app_settings',
  'rounds',
  'imported_rounds',
  'scans',
  'former_ids',
] as const;
export type TableName = (typeof tables)[number];
export type Row = Readonly<Record<string, unknown>>;

/** Those of the ids that the table has already. */
export async function findPresent(db: Db, tenantId: string, table: TableName, ids: readonly string[]) {
  const of = table === 'app_settings' ? 'text' : 'uuid';
  const text = `SELECT id::text FROM ${table} WHERE tenant_id = $1 AND id = ANY ($2::${of}[])`;
  return new Set((await run<{ id: string }>(db, text, [tenantId, ids])).map(({ id }) => id));
}

/** Ids by what must be unique in the tenant, in lower case. */
export async function findBearers(
  db: Db,
  tenantId: string,
  table: 'users' | 'guards',
): Promise<Map<string, string>> {
  const name = table === 'users' ? 'lower(email)' : 'lower(employee_id)';
  const text = `SELECT ${name} AS name, id::text FROM ${table}
    WHERE tenant_id = $1 ${table === 'guards' ? 'AND deleted_at IS NULL' : ''}`;
  return new Map(
    (await run<{ name: string; id: string }>(db, text, [tenantId])).map(({ name: key, id }) => [key, id]),
  );
}

/** The QR codes that the tenant has. */
export async function findCodes(db: Db, tenantId: string) {
  const text = 'SELECT id::text, code, checkpoint_id::text AS point FROM qr_codes WHERE tenant_id = $1';
  const rows = await run<{ id: string; code: string; point: string }>(db, text, [tenantId]);
  return {
    ids: new Set(rows.map(({ id }) => id)),
    texts: new Set(rows.map(({ code }) => code)),
    coded: new Set(rows.map(({ point }) => point)),
  };
}

/** Adds rows that are not there yet and leaves those alone that are. All rows of a table name the same columns. */
export async function addRows(
  db: Db,
  tenantId: string,
  table: TableName,
  rows: readonly Row[],
): Promise<void> {
  const [firstRow] = rows;
  if (firstRow === undefined) return;
  const columns = ['tenant_id', ...Object.keys(firstRow)].join(', ');
  const given = JSON.stringify(rows.map((row) => ({ tenant_id: tenantId, ...row })));
  await run(
    db,
    `INSERT INTO ${table} (${columns}) SELECT ${columns} FROM jsonb_populate_recordset(NULL::${table}, $1::jsonb)
    ON CONFLICT DO NOTHING`,
    [given],
  );
}

/** The number before the first of so many rounds; held until the transaction ends. */
export async function takeArrivals(db: Db, tenantId: string, rounds: number): Promise<number> {
  const text = `INSERT INTO round_arrivals AS a (tenant_id, last_no) VALUES ($1, $2)
    ON CONFLICT (tenant_id) DO UPDATE SET last_no = a.last_no + excluded.last_no RETURNING last_no`;
  const [row] = await run<{ last_no: number }>(db, text, [tenantId, rounds]);
  return Number(row?.last_no ?? rounds) - rounds;
}
