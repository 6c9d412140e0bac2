// Makes records for tests, straight in the database; every field has a sensible default.
import { randomUUID } from 'node:crypto';
import type { Insertable } from 'kysely';
import { uuidv7 } from 'uuidv7';
import { roundStatus } from '@watchpost/domain/round-status';
import type { PlannedCheckpoint } from '@watchpost/domain/round-facts';
import { hashPassword } from '../platform/access/password.ts';
import type { Db } from '../platform/db/database.ts';
import type { Tables } from '../platform/db/tables.ts';
import { notify } from '../platform/notify/notify.queries.ts';

export const testPassword = 'Right-pass-1';
let testPasswordHash: Promise<string> | null = null;
const passwordHash = () => (testPasswordHash ??= hashPassword(testPassword));

let counter = 0;
const next = () => (counter += 1);

type Values<Table extends keyof Tables> = Partial<Insertable<Tables[Table]>>;

export interface MadeTenant {
  readonly id: string;
  readonly slug: string;
}

export async function makeTenant(owner: Db, values: Values<'tenants'> = {}): Promise<MadeTenant> {
  const row = { tenant_id: randomUUID(), slug: `tenant-${next()}`, name: `Tenant ${counter}`, ...values };
  await owner.insertInto('tenants').values(row).execute();
  return { id: row.tenant_id, slug: row.slug };
}

/** A user whose password is testPassword; a sub admin when `siteId` is given, else a super admin. */
export async function makeUser(
  owner: Db,
  tenant: MadeTenant,
  { siteId, ...values }: Values<'users'> & { siteId?: string } = {},
): Promise<{ id: string; email: string }> {
  const row: Insertable<Tables['users']> = {
    tenant_id: tenant.id,
    id: randomUUID(),
    email: `user${next()}@example.com`,
    password_hash: await passwordHash(),
    role: siteId === undefined ? 'superAdmin' : 'subAdmin',
    first_name: 'Asha',
    last_name: 'Kale',
    ...values,
  };
  await owner.insertInto('users').values(row).execute();
  if (siteId !== undefined) {
    await owner
      .insertInto('sub_admins')
      .values({ tenant_id: tenant.id, user_id: row.id, site_id: siteId })
      .execute();
  }
  return { id: row.id, email: row.email };
}

export async function makeSite(owner: Db, tenant: MadeTenant, values: Values<'sites'> = {}): Promise<string> {
  const row = {
    tenant_id: tenant.id,
    id: randomUUID(),
    name: `Site ${next()}`,
    latitude: 18.52,
    longitude: 73.85,
    time_zone: 'Asia/Kolkata',
    ...values,
  };
  await owner.insertInto('sites').values(row).execute();
  return row.id;
}

/** A guard with field secret testPassword, at the given sites. */
export async function makeGuard(
  owner: Db,
  tenant: MadeTenant,
  { siteIds = [], ...values }: Values<'guards'> & { siteIds?: readonly string[] } = {},
): Promise<{ id: string; employeeId: string }> {
  const row: Insertable<Tables['guards']> = {
    tenant_id: tenant.id,
    id: randomUUID(),
    employee_id: `EMP${next()}`,
    first_name: 'Ravi',
    last_name: 'Patil',
    secret_hash: await passwordHash(),
    ...values,
  };
  await owner.insertInto('guards').values(row).execute();
  for (const siteId of siteIds) {
    await owner
      .insertInto('guard_sites')
      .values({ tenant_id: tenant.id, guard_id: row.id, site_id: siteId })
      .execute();
  }
  return { id: row.id, employeeId: row.employee_id };
}

export async function makeCheckpoint(
  owner: Db,
  tenant: MadeTenant,
  siteId: string,
  values: Values<'checkpoints'> = {},
): Promise<PlannedCheckpoint> {
  const number = next();
  const row = {
    tenant_id: tenant.id,
    id: randomUUID(),
    site_id: siteId,
    name: `Checkpoint ${number}`,
    ...positionOf(number),
    radius_metres: 30,
    ...values,
  };
  await owner.insertInto('checkpoints').values(row).execute();
  const { name, latitude, longitude, radius_metres: radiusMetres } = row;
  return { checkpointId: row.id, name, latitude, longitude, radiusMetres };
}

const checkpointsInRow = 50;
const degreesApart = 0.0005;

/** Each beside the one before, some 55 m away: there and back, row after row, so that a guard can walk them in turn. */
function positionOf(number: number): { latitude: number; longitude: number } {
  const row = Math.floor(number / checkpointsInRow);
  const along = number % checkpointsInRow;
  const inRow = row % 2 === 0 ? along : checkpointsInRow - 1 - along;
  return { latitude: 18.52 + inRow * degreesApart, longitude: 73.85 + row * degreesApart };
}

/** A route at the site whose current version plans these checkpoints in order. */
export async function makeRoute(
  owner: Db,
  tenant: MadeTenant,
  siteId: string,
  checkpoints: readonly PlannedCheckpoint[],
  values: Values<'patrol_routes'> = {},
): Promise<{ routeId: string; versionId: string }> {
  const versionId = randomUUID();
  const route = {
    tenant_id: tenant.id,
    id: randomUUID(),
    site_id: siteId,
    name: `Route ${next()}`,
    is_fixed_order: true,
    current_version_id: versionId,
    ...values,
  };
  await owner.insertInto('patrol_routes').values(route).execute();
  const { id: route_id, name, is_fixed_order } = route;
  const version = { tenant_id: tenant.id, id: versionId, route_id, site_id: siteId, name, is_fixed_order };
  await owner
    .insertInto('route_versions')
    .values({ ...version, checkpoints: JSON.stringify(checkpoints) })
    .execute();
  return { routeId: route.id, versionId };
}

/** A shift of the day, every day, of no one. */
export async function makeShift(
  owner: Db,
  tenant: MadeTenant,
  siteId: string,
  { guardIds = [], ...values }: Values<'shifts'> & { guardIds?: readonly string[] } = {},
): Promise<string> {
  const row = {
    tenant_id: tenant.id,
    id: randomUUID(),
    site_id: siteId,
    name: `Shift ${next()}`,
    from_minute: 360,
    to_minute: 840,
    weekdays: [1, 2, 3, 4, 5, 6, 7],
    ...values,
  };
  await owner.insertInto('shifts').values(row).execute();
  for (const guard_id of guardIds) {
    await owner
      .insertInto('shift_guards')
      .values({ tenant_id: tenant.id, shift_id: row.id, guard_id })
      .execute();
  }
  return row.id;
}

/** A new incident, a fire, reported now by no one known. */
export async function makeIncident(
  owner: Db,
  tenant: MadeTenant,
  siteId: string,
  values: Values<'incidents'> = {},
): Promise<string> {
  const row = {
    tenant_id: tenant.id,
    id: uuidv7(),
    site_id: siteId,
    type: 'fire',
    severity: 'high' as const,
    description: `Smoke at gate ${next()}`,
    ...values,
  };
  await owner.insertInto('incidents').values(row).execute();
  return row.id;
}

/** A duty session that began a minute ago and goes on, unless told otherwise. */
export async function makeDuty(
  owner: Db,
  tenant: MadeTenant,
  values: Values<'duty_sessions'> & { guard_id: string },
): Promise<string> {
  const row = { tenant_id: tenant.id, id: uuidv7(), started_at_ms: Date.now() - 60_000, ...values };
  await owner.insertInto('duty_sessions').values(row).execute();
  return row.id;
}

/** A completed round of five checkpoints unless told otherwise. Arrival numbers follow the order of making. */
export async function makeRound(
  owner: Db,
  tenant: MadeTenant,
  values: Values<'rounds'> & { site_id: string; guard_id: string },
): Promise<string> {
  const { last_no } = await owner
    .insertInto('round_arrivals')
    .values({ tenant_id: tenant.id, last_no: 1 })
    .onConflict((conflict) =>
      conflict.column('tenant_id').doUpdateSet((eb) => ({ last_no: eb('round_arrivals.last_no', '+', 1) })),
    )
    .returning('last_no')
    .executeTakeFirstOrThrow();
  const started = Number(values.started_at_ms ?? Date.now());
  const row = {
    tenant_id: tenant.id,
    id: uuidv7(),
    device_id: randomUUID(),
    started_at_ms: started,
    ended_at_ms: started + 1_800_000,
    status_code: roundStatus.completed,
    total_check_points: 5,
    scanned_check_points: 5,
    arrival_no: last_no,
    ...values,
  };
  await owner.insertInto('rounds').values(row).execute();
  return row.id;
}

/** A page in its first version, as its editor would have left it. */
export async function makeInfoPage(owner: Db, tenant: MadeTenant, id: string, html: string): Promise<void> {
  await owner.insertInto('app_settings').values({ tenant_id: tenant.id, id, html }).execute();
  await owner
    .insertInto('app_setting_revisions')
    .values({ tenant_id: tenant.id, page_id: id, version: 1, html })
    .execute();
}

/** Tells one user of a sign-in; the id of the notification. */
export async function makeNotification(owner: Db, tenant: MadeTenant, userId: string): Promise<string> {
  const params = { device: 'Firefox on Linux', address: '10.0.0.1', mark: '0123456789abcdef' };
  await notify(owner, {
    tenantId: tenant.id,
    kind: 'newSignIn',
    siteId: null,
    userId,
    params,
    link: null,
  });
  const { id } = await owner
    .selectFrom('notifications')
    .select('id')
    .where('tenant_id', '=', tenant.id)
    .where('user_id', '=', userId)
    .orderBy('no', 'desc')
    .executeTakeFirstOrThrow();
  return id;
}

/** A notice by mail to asha@example.com as it lies in the queue, unless `values` says otherwise; its id. */
export async function makeMail(
  owner: Db,
  tenant: MadeTenant,
  values: Values<'mail_messages'> = {},
): Promise<string> {
  const id = uuidv7();
  await owner
    .insertInto('mail_messages')
    .values({
      tenant_id: tenant.id,
      id,
      recipient: 'asha@example.com',
      template: 'notice',
      language: 'en',
      subject: 'Round not started',
      text_part: 'No guard has started the round.',
      html_part: '<p>No guard has started the round.</p>',
      ...values,
    })
    .execute();
  return id;
}
