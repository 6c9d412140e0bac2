// A company whose tours make exactly 100,000 rounds due a day: 1,000 sites, 2,000 tours of four kinds.
import { CompiledQuery } from 'kysely';
import { hashPassword } from '../apps/server/src/platform/access/password.ts';
import type { Db } from '../apps/server/src/platform/db/database.ts';
import { demoPassword } from '../apps/server/src/accounts/sign-in/demo-sign-ins.ts';
import { insertCompany } from '../apps/server/src/demo/demo-company.queries.ts';
import { insertAccounts, insertTenant } from '../apps/server/src/demo/demo-tenant.queries.ts';
import { smallCompany } from './dataset-shape.ts';

export const companyTimeZone = 'Asia/Kolkata';
const slug = 'bench-due';
const sites = 1_000;
const tours = 2_000;
const checkpointsPerRoute = 3;
/** Half of the tours follow the full hour, so that very many rounds are due at once; the others are spread. */
const shift = (minutes: number) => `(CASE WHEN g / 4 % 2 = 0 THEN 0 ELSE g / 8 % ${minutes} END)`;
const everyDay = (minutes: number) =>
  `jsonb_build_object('kind', 'interval', 'fromMinute', ${shift(minutes)}, 'toMinute', ${shift(minutes)},
    'everyMinutes', ${minutes})`;

/** Rounds a day of each kind; further apart than the windows below are long, so that each walk is of one round alone. */
const kinds = [
  { rounds: 60, schedule: everyDay(24) },
  {
    rounds: 48,
    schedule: `'{"kind": "random", "fromMinute": 0, "toMinute": 1380, "rounds": 48, "apartMinutes": 25}'::jsonb`,
  },
  { rounds: 40, schedule: everyDay(36) },
  {
    rounds: 52,
    schedule: `jsonb_build_object('kind', 'times', 'minutes',
      (SELECT jsonb_agg(k * 27 + ${shift(27)}) FROM generate_series(0, 51) AS k))`,
  },
];
export const roundsADay = (kinds.reduce((sum, { rounds }) => sum + rounds, 0) * tours) / kinds.length;

export const startWindowMinutes = 8;
export const graceMinutes = 4;

const idOf = (kind: number, number: string) =>
  `('0000000${kind}-0000-7000-8000-' || lpad((${number})::text, 12, '0'))::uuid`;
const site = idOf(1, `1 + g % ${sites}`);
const guard = idOf(2, 'g');
const route = idOf(3, 'g');
const version = idOf(4, 'g');
const point = idOf(5, `g * 10 + k`);
const points = `generate_series(1, ${checkpointsPerRoute}) AS k`;

const each = `FROM generate_series(1, ${tours}) AS g`;
const statements = [
  `INSERT INTO sites (tenant_id, id, name, latitude, longitude, time_zone)
    SELECT $1::uuid, ${idOf(1, 'g')}, 'Site ' || g, 18.5, 73.8, '${companyTimeZone}'
    FROM generate_series(1, ${sites}) AS g`,
  `INSERT INTO guards (tenant_id, id, employee_id, first_name, last_name)
    SELECT $1::uuid, ${guard}, 'D' || g, 'Guard', g::text ${each}`,
  `INSERT INTO guard_sites (tenant_id, guard_id, site_id) SELECT $1::uuid, ${guard}, ${site} ${each}`,
  `INSERT INTO checkpoints (tenant_id, id, site_id, name, latitude, longitude)
    SELECT $1::uuid, ${point}, ${site}, 'Point ' || k, 18.5, 73.8 ${each}, ${points}`,
  `INSERT INTO patrol_routes (tenant_id, id, site_id, name, current_version_id)
    SELECT $1::uuid, ${route}, ${site}, 'Route ' || g, ${version} ${each}`,
  `INSERT INTO route_versions (tenant_id, id, route_id, site_id, name, is_fixed_order, checkpoints)
    SELECT $1::uuid, ${version}, ${route}, ${site}, 'Route ' || g, false, (SELECT jsonb_agg(jsonb_build_object(
      'checkpointId', ${point}, 'name', 'Point ' || k, 'latitude', 18.5, 'longitude', 73.8, 'radiusMetres', 30)) FROM ${points})
    ${each}`,
  `INSERT INTO patrol_tours (tenant_id, id, route_id, name, schedule, start_window_minutes, grace_minutes, valid_from)
    SELECT $1::uuid, ${idOf(6, 'g')}, ${route}, 'Tour ' || g,
      (CASE g % 4 ${kinds.map(({ schedule }, kind) => `WHEN ${kind} THEN ${schedule}`).join(' ')} END),
      ${startWindowMinutes}, ${graceMinutes}, '2020-01-01' ${each}`,
  // Half of the tours name who is to walk them.
  `INSERT INTO tour_guards (tenant_id, tour_id, guard_id)
    SELECT $1::uuid, ${idOf(6, 'g')}, ${guard} ${each} WHERE g % 2 = 0`,
];

/** The tenant's id. */
export async function makeDueCompany(owner: Db): Promise<string> {
  const company = smallCompany(slug);
  const secretHash = await hashPassword(demoPassword);
  await insertTenant(owner, slug, company);
  await insertCompany(owner, company.id, company, secretHash);
  // With the people who are notified of missed rounds.
  await insertAccounts(owner, company, secretHash);
  for (const text of statements) {
    await owner.executeQuery(CompiledQuery.raw(text, text.includes('$1') ? [company.id] : []));
  }
  // Not of the tables that fill up later: their plans would be those of empty tables until they were looked at again.
  const filled =
    'sites, guards, guard_sites, checkpoints, patrol_routes, route_versions, patrol_tours, tour_guards';
  await owner.executeQuery(CompiledQuery.raw(`ANALYZE ${filled}, users`));
  return company.id;
}

/** What a guard needs to know to walk a due round. */
export interface WalkedRoute {
  readonly routeId: string;
  readonly versionId: string;
  readonly guardId: string;
  readonly checkpointIds: readonly string[];
}

export async function findWalkedRoutes(owner: Db): Promise<Map<string, WalkedRoute>> {
  const text = `SELECT ${route} AS "routeId", ${version} AS "versionId", ${guard} AS "guardId",
      ARRAY(SELECT ${point}::text FROM ${points}) AS "checkpointIds"
    ${each}`;
  const { rows } = await owner.executeQuery<WalkedRoute>(CompiledQuery.raw(text));
  return new Map(rows.map((row) => [row.routeId, row]));
}
