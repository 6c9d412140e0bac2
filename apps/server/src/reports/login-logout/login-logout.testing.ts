// A tenant with duty sessions of every kind, closed, open and known by half.
import type { DutySessionRow } from '@watchpost/contract/login-logout';
import { closeForgottenDuties } from '../../patrol/duties/close-forgotten.queries.ts';
import {
  makeDuty,
  makeGuard,
  makeRound,
  makeSite,
  makeTenant,
  makeUser,
  type MadeTenant,
} from '../../testing/factories.ts';
import { browserOf } from '../../testing/made-sessions.ts';
import type { Caller, TestApp } from '../../testing/test-app.ts';

export const path = '/secure/login-logout';
export const hour = 3_600_000;
export const start = Date.UTC(2026, 9, 5, 6);

export type Query = Record<string, string>;

/** A page as the endpoint gives it. Throws for anything but 200. */
export async function list(caller: Caller, query: Query = {}, timezone = 'UTC') {
  const reply = await caller('GET', path, { query, headers: { timezone } });
  if (reply.statusCode !== 200) throw new Error(`the list answered ${reply.statusCode}: ${reply.body}`);
  return reply.json<{ count: number; data: DutySessionRow[] }>();
}

export interface DutyWorld {
  readonly tenant: MadeTenant;
  readonly northId: string;
  readonly southId: string;
  readonly ashaId: string;
  readonly superAdmin: Caller;
  /** Sub admin of the north, to whom the tenant gives the report. */
  readonly ofNorth: Caller;
  /** Sessions by what is special about them. */
  readonly ids: Readonly<Record<'over' | 'closed' | 'open' | 'south' | 'logoutOnly', string>>;
}

export async function makeDutyWorld(server: TestApp): Promise<DutyWorld> {
  const { owner } = server;
  const tenant = await makeTenant(owner);
  const northId = await makeSite(owner, tenant, { name: 'North yard' });
  const southId = await makeSite(owner, tenant, { name: 'South yard' });
  const guard = (first_name: string, last_name: string, employee_id: string) =>
    makeGuard(owner, tenant, { first_name, last_name, employee_id, secret_hash: null });
  const asha = { guard_id: (await guard('Asha', 'Kale', 'N1')).id, site_id: northId };
  const ravi = { guard_id: (await guard('Ravi', '', 'S1')).id };
  const duty = (of: { guard_id: string; site_id?: string }, fromHour: number | null, toHour: number | null) =>
    makeDuty(owner, tenant, {
      ...of,
      started_at_ms: fromHour === null ? null : start + fromHour * hour,
      ended_at_ms: toHour === null ? null : start + toHour * hour,
    });
  const ids = {
    over: await duty(asha, 0, 8),
    closed: await duty(asha, 24, null),
    open: await duty(asha, 240, null),
    south: await duty({ ...ravi, site_id: southId }, 1, 9),
    logoutOnly: await duty(ravi, null, 48),
  };
  const round = (atHour: number, scanned_check_points: number, site_id = northId) =>
    makeRound(owner, tenant, {
      ...asha,
      site_id,
      started_at_ms: start + atHour * hour,
      total_check_points: 4,
      scanned_check_points,
    });
  // Before the login, twice in the session, and after the logout.
  await round(-1, 4);
  await round(2, 4);
  await round(5, 3);
  await round(9, 1);
  // At the other site while on duty here.
  await round(6, 2, southId);
  await closeForgottenDuties(server.database.forTenant(tenant.id), tenant.id, 'open', start + 200 * hour);
  await owner
    .insertInto('tenant_settings')
    .values({
      tenant_id: tenant.id,
      version: 1,
      sub_admin_access: JSON.stringify({ LOGIN_LOGOUT: ['view', 'details', 'export'] }),
    })
    .execute();
  const callerOf = async (values: { siteId?: string } = {}) =>
    browserOf(server, tenant, (await makeUser(owner, tenant, values)).id);
  return {
    tenant,
    northId,
    southId,
    ashaId: asha.guard_id,
    superAdmin: await callerOf(),
    ofNorth: await callerOf({ siteId: northId }),
    ids,
  };
}
