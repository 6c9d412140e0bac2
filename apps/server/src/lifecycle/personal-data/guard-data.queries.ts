// Everything that is stored of one guard, as lists of rows that a person can read.
import { CompiledQuery } from 'kysely';
import type { SiteScope } from '../../platform/access/caller.ts';
import type { Cell } from '../../platform/tables-out/table.ts';
import type { DataList } from './data-list.ts';

type Scope = Pick<SiteScope, 'db' | 'tenantId'>;

async function run<Row>({ db }: Scope, text: string, values: readonly unknown[]): Promise<Row[]> {
  return (await db.executeQuery<Row>(CompiledQuery.raw(text, [...values]))).rows;
}

export interface Person {
  readonly id: string;
  readonly name: string;
  readonly employeeId: string;
  readonly email: string;
  readonly phone: string;
  readonly activated: boolean;
  readonly hasSecret: boolean;
  readonly createdAtMs: number;
  readonly updatedAtMs: number;
  readonly sites: readonly string[];
  readonly shifts: readonly string[];
  readonly tours: readonly string[];
  readonly photo: Pick<StoredPhoto, 'storageKey' | 'mediaType'> | null;
}

const ms = (column: string) => `floor(extract(epoch FROM ${column}) * 1000)::float8`;
const names = (link: string, table: string, column: string) =>
  `ARRAY(SELECT n.name FROM ${link} l JOIN ${table} n ON n.tenant_id = l.tenant_id AND n.id = l.${column}
    WHERE l.tenant_id = g.tenant_id AND l.guard_id = g.id ORDER BY n.name)`;

/** Null for who is not there, and for who was erased: nothing of a person is left. */
export async function findPerson(scope: Scope, id: string): Promise<Person | null> {
  const text = `SELECT g.id, trim(g.first_name || ' ' || g.last_name) AS name, g.employee_id AS "employeeId", g.email,
      CASE WHEN g.phone_number = '' THEN '' ELSE g.country_code || ' ' || g.phone_number END AS phone, g.activated,
      g.secret_hash IS NOT NULL AS "hasSecret", ${ms('g.created_at')} AS "createdAtMs",
      ${ms('g.updated_at')} AS "updatedAtMs", ${names('guard_sites', 'sites', 'site_id')} AS sites,
      ${names('shift_guards', 'shifts', 'shift_id')} AS shifts, ${names('tour_guards', 'patrol_tours', 'tour_id')} AS tours,
      (SELECT json_build_object('storageKey', f.storage_key, 'mediaType', f.media_type) FROM files f WHERE f.tenant_id = g.tenant_id AND f.id::text = g.photo) AS photo
    FROM guards g WHERE g.tenant_id = $1::uuid AND g.id = $2::uuid AND g.deleted_at IS NULL AND g.erased_at IS NULL`;
  const [person] = await run<Person>(scope, text, [scope.tenantId, id]);
  return person ?? null;
}

/** Rows of a list in chunks, as of the moment when each is read. */
export async function* findListRows(
  scope: Scope,
  guardId: string,
  list: DataList,
): AsyncGenerator<readonly (readonly Cell[])[]> {
  let after = { atMs: Number.MIN_SAFE_INTEGER, id: '00000000-0000-0000-0000-000000000000' };
  for (;;) {
    const found = await run<{ atMs: number; id: string; cells: Cell[] | null }>(scope, list.text, [
      scope.tenantId,
      guardId,
      after.atMs,
      after.id,
    ]);
    const last = found.at(-1);
    if (last === undefined) return;
    yield found.flatMap(({ cells }) => (cells === null ? [] : [cells]));
    after = last;
  }
}

export interface StoredPhoto {
  readonly id: string;
  readonly storageKey: string;
  readonly mediaType: string;
}

/** Photos that the guard sent with reports, the oldest first. */
export async function findReportPhotos(scope: Scope, guardId: string): Promise<StoredPhoto[]> {
  const text = `SELECT f.id, f.storage_key AS "storageKey", f.media_type AS "mediaType" FROM incidents i
      JOIN incident_photos p ON p.tenant_id = i.tenant_id AND p.incident_id = i.id
      JOIN files f ON f.tenant_id = p.tenant_id AND f.id = p.file_id
    WHERE i.tenant_id = $1::uuid AND i.guard_id = $2::uuid ORDER BY p.added_at, f.id`;
  return run(scope, text, [scope.tenantId, guardId]);
}
