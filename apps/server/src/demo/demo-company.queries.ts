// A model company into the tables of sites, guards, checkpoints, shifts and routes.
import type { Db } from '../platform/db/database.ts';
import type { ModelCode } from './patrol-model/checkpoint-code.ts';
import type { Checkpoint, Company, Guard, Route, RouteVersion, Shift, Site } from './patrol-model/company.ts';
import { firstNames, lastNames } from './patrol-model/person-names.ts';
import { Random } from './patrol-model/random.ts';
import { type Column, insertRows } from '../platform/db/insert-rows.queries.ts';

/** Writes a company of an existing tenant; `secretHash` is every guard's. */
export async function insertCompany(
  db: Db,
  tenantId: string,
  company: Company,
  secretHash: string,
): Promise<void> {
  const { sites, guards, shape } = company;
  const openedAt = new Date(shape.openedAtMs).toISOString();
  const created: Column<unknown> = { name: 'created_at', type: 'timestamptz', of: () => openedAt };
  const random = new Random(company.seed, 'codes');
  await insertRows(db, tenantId, 'sites', [...siteColumns(random), created], sites);
  await insertRows(db, tenantId, 'guards', [...guardColumns(secretHash), created], guards);
  const posts = sites.flatMap((site) => site.guards.map((guard) => ({ site, guard })));
  await insertRows(db, tenantId, 'guard_sites', [...postColumns, { ...created, name: 'since' }], posts);
  const checkpoints = sites.flatMap((site) => site.checkpoints.map((point) => ({ site, point })));
  const tag: Column<{ point: Checkpoint }> = {
    name: 'nfc_tag_id',
    type: 'text',
    of: ({ point }) => company.codes.of.get(point.checkpointId)?.nfcTagId ?? null,
  };
  await insertRows(db, tenantId, 'checkpoints', [...checkpointColumns, tag, created], checkpoints);
  await insertCodes(db, tenantId, company);
  const shifts = sites.flatMap((site) => site.shifts.map((shift) => ({ site, shift })));
  await insertRows(db, tenantId, 'shifts', shiftColumns, shifts);
  await insertRows(db, tenantId, 'shift_guards', assignmentColumns, assignmentsOf(sites));
  await insertRoutes(db, tenantId, sites);
}

async function insertRoutes(db: Db, tenantId: string, sites: readonly Site[]): Promise<void> {
  const routes = sites.flatMap((site) => site.routes.map((route) => ({ site, route })));
  const versions = routes.flatMap(({ site, route }) =>
    route.versions.map((version) => ({ site, route, version })),
  );
  const points = routes.flatMap(({ route }) =>
    (route.versions.at(-1)?.checkpoints ?? []).map((point, index) => ({ route, point, index })),
  );
  await insertRows(db, tenantId, 'patrol_routes', routeColumns, routes);
  await insertRows(db, tenantId, 'patrol_route_checkpoints', routePointColumns, points);
  await insertRows(db, tenantId, 'route_versions', versionColumns, versions);
}

function siteColumns(random: Random): Column<Site>[] {
  return [
    { name: 'id', type: 'uuid', of: (site) => site.id },
    { name: 'name', type: 'text', of: (site) => site.name },
    { name: 'address', type: 'text', of: (site) => site.address },
    { name: 'latitude', type: 'double precision', of: (site) => site.latitude },
    { name: 'longitude', type: 'double precision', of: (site) => site.longitude },
    { name: 'time_zone', type: 'text', of: (site) => site.timeZone },
    { name: 'contact_name', type: 'text', of: () => `${random.pick(firstNames)} ${random.pick(lastNames)}` },
    { name: 'contact_phone', type: 'text', of: (site) => site.phoneNumber },
  ];
}

function guardColumns(secretHash: string): Column<Guard>[] {
  return [
    { name: 'id', type: 'uuid', of: (guard) => guard.id },
    { name: 'employee_id', type: 'text', of: (guard) => guard.employeeId },
    { name: 'first_name', type: 'text', of: (guard) => guard.firstName },
    { name: 'last_name', type: 'text', of: (guard) => guard.lastName },
    { name: 'phone_number', type: 'text', of: (guard) => guard.phoneNumber },
    { name: 'secret_hash', type: 'text', of: () => secretHash },
  ];
}

const postColumns: readonly Column<{ site: Site; guard: Guard }>[] = [
  { name: 'guard_id', type: 'uuid', of: ({ guard }) => guard.id },
  { name: 'site_id', type: 'uuid', of: ({ site }) => site.id },
];

const checkpointColumns: readonly Column<{ site: Site; point: Checkpoint }>[] = [
  { name: 'id', type: 'uuid', of: ({ point }) => point.checkpointId },
  { name: 'site_id', type: 'uuid', of: ({ site }) => site.id },
  { name: 'name', type: 'text', of: ({ point }) => point.name },
  { name: 'latitude', type: 'double precision', of: ({ point }) => point.latitude },
  { name: 'longitude', type: 'double precision', of: ({ point }) => point.longitude },
  { name: 'radius_metres', type: 'double precision', of: ({ point }) => point.radiusMetres },
  { name: 'instructions', type: 'text', of: ({ point }) => point.instructions },
];

const codeColumns: readonly Column<ModelCode & { readonly id: string; readonly checkpointId: string }>[] = [
  { name: 'id', type: 'uuid', of: ({ id }) => id },
  { name: 'checkpoint_id', type: 'uuid', of: ({ checkpointId }) => checkpointId },
  { name: 'code', type: 'text', of: ({ text }) => text },
  { name: 'serial', type: 'bigint', of: ({ serial }) => serial },
  { name: 'key_version', type: 'smallint', of: () => 1 },
  { name: 'issued_at', type: 'timestamptz', of: ({ issuedAtMs }) => new Date(issuedAtMs).toISOString() },
  {
    name: 'retired_at',
    type: 'timestamptz',
    of: ({ retiredAtMs }) => (retiredAtMs === null ? null : new Date(retiredAtMs).toISOString()),
  },
];

async function insertCodes(db: Db, tenantId: string, { codes, seed }: Company): Promise<void> {
  await db.insertInto('code_keys').values({ tenant_id: tenantId, version: 1, key: codes.key }).execute();
  const random = new Random(seed, 'code ids');
  const rows = [...codes.of].flatMap(([checkpointId, issued]) =>
    issued.codes.map((code) => ({ ...code, checkpointId, id: random.uuidV7(code.issuedAtMs) })),
  );
  await insertRows(db, tenantId, 'qr_codes', codeColumns, rows);
}

const shiftColumns: readonly Column<{ site: Site; shift: Shift }>[] = [
  { name: 'id', type: 'uuid', of: ({ shift }) => shift.id },
  { name: 'site_id', type: 'uuid', of: ({ site }) => site.id },
  { name: 'name', type: 'text', of: ({ shift }) => shift.name },
  { name: 'from_minute', type: 'smallint', of: ({ shift }) => shift.startMinute },
  { name: 'to_minute', type: 'smallint', of: ({ shift }) => shift.endMinute },
  { name: 'weekdays', type: 'smallint[]', of: () => '1,2,3,4,5,6,7' },
];

const assignmentColumns: readonly Column<{ shift: Shift; guard: Guard }>[] = [
  { name: 'shift_id', type: 'uuid', of: ({ shift }) => shift.id },
  { name: 'guard_id', type: 'uuid', of: ({ guard }) => guard.id },
];

function assignmentsOf(sites: readonly Site[]): { shift: Shift; guard: Guard }[] {
  return sites.flatMap(({ shifts, guards }) =>
    guards.flatMap((guard, index) => {
      const shift = shifts[index % shifts.length];
      return shift === undefined ? [] : { shift, guard };
    }),
  );
}

const routeColumns: readonly Column<{ site: Site; route: Route }>[] = [
  { name: 'id', type: 'uuid', of: ({ route }) => route.id },
  { name: 'site_id', type: 'uuid', of: ({ site }) => site.id },
  { name: 'name', type: 'text', of: ({ route }) => route.name },
  { name: 'is_fixed_order', type: 'boolean', of: ({ route }) => route.isFixedOrder },
  { name: 'current_version_id', type: 'uuid', of: ({ route }) => route.versions.at(-1)?.id ?? null },
];

const routePointColumns: readonly Column<{ route: Route; point: Checkpoint; index: number }>[] = [
  { name: 'route_id', type: 'uuid', of: ({ route }) => route.id },
  { name: 'position', type: 'smallint', of: ({ index }) => index + 1 },
  { name: 'checkpoint_id', type: 'uuid', of: ({ point }) => point.checkpointId },
  {
    name: 'expected_minutes',
    type: 'smallint',
    of: ({ route, index }) => (index === 0 ? 0 : route.expectedMinutesBetween),
  },
];

const versionColumns: readonly Column<{ site: Site; route: Route; version: RouteVersion }>[] = [
  { name: 'id', type: 'uuid', of: ({ version }) => version.id },
  { name: 'route_id', type: 'uuid', of: ({ route }) => route.id },
  { name: 'site_id', type: 'uuid', of: ({ site }) => site.id },
  { name: 'name', type: 'text', of: ({ route }) => route.name },
  { name: 'is_fixed_order', type: 'boolean', of: ({ route }) => route.isFixedOrder },
  { name: 'checkpoints', type: 'jsonb', of: ({ version }) => plannedText(version) },
  {
    name: 'created_at',
    type: 'timestamptz',
    of: ({ version }) => new Date(version.validFromMs).toISOString(),
  },
];

function plannedText(version: RouteVersion): string {
  return JSON.stringify(
    version.checkpoints.map(({ checkpointId, name, latitude, longitude, radiusMetres }) => ({
      checkpointId,
      name,
      latitude,
      longitude,
      radiusMetres,
    })),
  );
}
