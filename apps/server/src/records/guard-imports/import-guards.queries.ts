// Guards as an import finds and leaves them: many at once, each batch a few statements.
import { CompiledQuery } from 'kysely';
import { fromConfig } from '@watchpost/domain/tenant-settings';
import { worksElsewhere } from '../../platform/access/shared-guards.queries.ts';
import type { SiteScope } from '../../platform/access/caller.ts';
import type { Db } from '../../platform/db/database.ts';
import type { FoundGuard, JudgedGuard, KnownGuard } from './judge-row.ts';

/**
 * Of the whole tenant, by the lower case of their employee ids, within a transaction; held until it ends when `isHeld`. Planned with the
 * ids at hand, so that each guard is looked up in a hash of them: the generic plan of other statements compares each with every id.
 */
export async function findKnown(
  { db, tenantId, siteId }: SiteScope,
  employeeIds: readonly string[],
  isHeld: boolean,
): Promise<ReadonlyMap<string, FoundGuard>> {
  const text = `SELECT r.id, r.employee_id AS "employeeId", r.first_name AS "firstName", r.last_name AS "lastName",
      r.email, r.phone_number AS "phoneNumber", r.country_code AS "countryCode",
      ARRAY(SELECT g.site_id::text FROM guard_sites g WHERE g.tenant_id = r.tenant_id AND g.guard_id = r.id
        ORDER BY g.site_id::text COLLATE "C") AS "siteIds", ${worksElsewhere('r', '$3::uuid')} AS "isShared"
    FROM guards r WHERE r.tenant_id = $1::uuid AND lower(r.employee_id) = ANY($2::text[]) AND r.deleted_at IS NULL
    ORDER BY r.id ${isHeld ? 'FOR UPDATE OF r' : ''}`;
  await setPlans(db, 'force_custom_plan');
  const { rows } = await db.executeQuery<FoundGuard>(
    CompiledQuery.raw(text, [tenantId, employeeIds, siteId]),
  );
  await setPlans(db, 'force_generic_plan');
  return new Map(rows.map((guard) => [guard.employeeId.toLowerCase(), guard]));
}

/** For the rest of the transaction. */
const setPlans = (db: Db, mode: 'force_custom_plan' | 'force_generic_plan'): Promise<void> =>
  run(db, `SELECT set_config('plan_cache_mode', $1::text, true)`, [mode]);

/** Throws a duplicate of guards_by_employee_id when somebody made one of the new ones in the meantime. */
export async function storeGuards(db: Db, tenantId: string, judged: readonly JudgedGuard[]): Promise<void> {
  const of = (outcome: 'new' | 'changed') =>
    judged.flatMap((each) => (each.outcome === outcome && each.guard !== null ? [each.guard] : []));
  const made = of('new');
  const changed = of('changed');
  await run(
    db,
    `INSERT INTO guards (tenant_id, id, employee_id, first_name, last_name, email, phone_number, country_code)
      SELECT $1::uuid, * FROM ${sentGuards}`,
    [tenantId, ...columnsOf(made)],
  );
  await run(
    db,
    `UPDATE guards r SET employee_id = sent.employee_id, first_name = sent.first_name, last_name = sent.last_name,
        email = sent.email, phone_number = sent.phone_number, country_code = sent.country_code,
        version = r.version + 1, updated_at = now()
      FROM ${sentGuards} WHERE r.tenant_id = $1::uuid AND r.id = sent.id`,
    [tenantId, ...columnsOf(changed)],
  );
  await storeSites(db, tenantId, [...made, ...changed]);
}

const sentGuards = `unnest($2::uuid[], $3::text[], $4::text[], $5::text[], $6::text[], $7::text[], $8::text[])
  AS sent (id, employee_id, first_name, last_name, email, phone_number, country_code)`;

const columnsOf = (guards: readonly KnownGuard[]): string[][] => [
  guards.map(({ id }) => id),
  guards.map(({ employeeId }) => employeeId),
  guards.map(({ firstName }) => firstName),
  guards.map(({ lastName }) => lastName),
  guards.map(({ email }) => email),
  guards.map(({ phoneNumber }) => phoneNumber),
  guards.map(({ countryCode }) => countryCode),
];

async function storeSites(db: Db, tenantId: string, guards: readonly KnownGuard[]): Promise<void> {
  const pairs = guards.flatMap(({ id, siteIds }) => siteIds.map((siteId) => [id, siteId] as const));
  const pairColumns = [pairs.map(([guard]) => guard), pairs.map(([, site]) => site)];
  const sent = 'unnest($2::uuid[], $3::uuid[]) AS sent (guard_id, site_id)';
  await run(
    db,
    `DELETE FROM guard_sites g WHERE g.tenant_id = $1::uuid AND g.guard_id = ANY($4::uuid[]) AND NOT EXISTS
      (SELECT FROM ${sent} WHERE sent.guard_id = g.guard_id AND sent.site_id = g.site_id)`,
    [tenantId, ...pairColumns, guards.map(({ id }) => id)],
  );
  await run(
    db,
    `INSERT INTO guard_sites (tenant_id, guard_id, site_id) SELECT $1::uuid, * FROM ${sent} ON CONFLICT DO NOTHING`,
    [tenantId, ...pairColumns],
  );
}

async function run(db: Db, text: string, values: readonly unknown[]): Promise<void> {
  await db.executeQuery(CompiledQuery.raw(text, [...values]));
}

/** The one that numbers of the tenant's guards have unless their row says otherwise. */
export async function findCountryCode({ db, tenantId }: SiteScope): Promise<string> {
  const row = await db
    .selectFrom('tenant_config')
    .select('config_value')
    .where('tenant_id', '=', tenantId)
    .where('config_key', '=', 'defaultCountryCode')
    .executeTakeFirst();
  const read = (key: string) => (key === 'defaultCountryCode' ? row?.config_value : undefined);
  return fromConfig(read).defaultCountryCode;
}
