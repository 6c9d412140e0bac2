// A tenant with two sites beside another tenant, and everybody who asks there with what they may not see.
import { CompiledQuery } from 'kysely';
import { allEndpoints } from '@watchpost/contract/all-endpoints';
import type { Endpoint } from '@watchpost/contract/endpoint';
import { accessGroups } from '@watchpost/domain/permissions';
import type { Db } from '../platform/db/database.ts';
import type { AskedServer } from './asked-server.ts';
import { makeWorld, pathOf, type Sample, sampleOf, type SampleWorld } from './endpoint-samples.ts';
import { type MadeTenant, makeUser } from './factories.ts';
import { sessionHeaders } from './made-sessions.ts';
import type { Answer } from './reply-shapes.ts';

export type Elsewhere = 'otherSite' | 'otherTenant';

export interface ForeignCaller {
  readonly name: 'nobody' | 'guard' | 'sub admin' | 'super admin';
  readonly headers: Readonly<Record<string, string>>;
  readonly mayAsk: (endpoint: Endpoint) => boolean;
  /** What is hidden from the caller. */
  readonly hidden: readonly Elsewhere[];
}

/** Every group that a tenant may give its sub admins, so that few of their requests end at a permission. */
const everything = JSON.stringify(accessGroups);

export async function grantEverything(owner: Db, { id: tenant_id }: MadeTenant): Promise<void> {
  const given = { sub_admin_access: everything };
  await owner
    .insertInto('tenant_settings')
    .values({ tenant_id, version: 1, ...given })
    .onConflict((conflict) => conflict.column('tenant_id').doUpdateSet(given))
    .execute();
}

export async function makeCallers(owner: Db, own: SampleWorld): Promise<ForeignCaller[]> {
  const { tenant, siteId, guardId, superAdminId } = own;
  const subAdmin = await makeUser(owner, tenant, { siteId });
  const headersOf = (who: Parameters<typeof sessionHeaders>[2]) => sessionHeaders(owner, tenant, who);
  const isConsole = ({ access }: Endpoint) => access !== 'public' && access !== 'field';
  const both = ['otherSite', 'otherTenant'] as const;
  return [
    { name: 'nobody', headers: {}, mayAsk: ({ access }) => access === 'public', hidden: ['otherTenant'] },
    {
      name: 'guard',
      headers: await headersOf({ guardId }),
      mayAsk: ({ access }) => access === 'field',
      hidden: both,
    },
    {
      name: 'sub admin',
      headers: await headersOf({ userId: subAdmin.id }),
      mayAsk: isConsole,
      hidden: both,
    },
    {
      name: 'super admin',
      headers: await headersOf({ userId: superAdminId }),
      mayAsk: isConsole,
      hidden: ['otherTenant'],
    },
  ];
}

let asked = 0;

/** Each request from an address of its own, so that no limit of an address answers. */
export function ask(
  { send }: AskedServer,
  { slug }: MadeTenant,
  headers: Readonly<Record<string, string>>,
  endpoint: Endpoint,
  { params, query = {}, body, form }: Sample,
): Promise<Answer> {
  asked += 1;
  const payload = form?.payload ?? (body === undefined ? undefined : JSON.stringify(body));
  return send({
    method: endpoint.method,
    url: `/api/${slug}${pathOf(endpoint, params)}?${new URLSearchParams(query)}`,
    headers: {
      ...headers,
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      ...form?.headers,
    },
    remoteAddress: `10.${(asked >> 16) & 255}.${(asked >> 8) & 255}.${asked & 255}`,
    ...(payload === undefined ? {} : { payload }),
  });
}

/** A tenant in which every endpoint was asked once, so that there is something of each kind. */
export async function makeUsedWorld(server: AskedServer): Promise<SampleWorld> {
  const { owner } = server;
  const world = await makeWorld(owner);
  for (const endpoint of allEndpoints.filter(({ method }) => method !== 'GET')) {
    // Some end sessions, or change the password.
    const user = await makeUser(owner, world.tenant);
    const who = endpoint.access === 'field' ? { guardId: world.guardId } : { userId: user.id };
    await ask(
      server,
      world.tenant,
      await sessionHeaders(owner, world.tenant, who),
      endpoint,
      sampleOf(endpoint, world),
    );
  }
  return world;
}

/** One id of each table that has some of the tenant, or of the site where the table names sites, by the table's name. */
export async function idsByTable(
  owner: Db,
  tenantId: string,
  siteId: string | null,
): Promise<ReadonlyMap<string, string>> {
  const found = new Map<string, string>();
  for (const { name, columns } of await tablesOf(owner)) {
    if (!columns.includes('id') || (siteId !== null && !columns.includes('site_id'))) continue;
    const where = siteId === null ? 'tenant_id = $1' : 'tenant_id = $1 AND site_id = $2';
    const values = siteId === null ? [tenantId] : [tenantId, siteId];
    const text = `SELECT id::text AS id FROM "${name}" WHERE ${where} ORDER BY id LIMIT 1`;
    const { rows } = await owner.executeQuery<{ id: string }>(CompiledQuery.raw(text, values));
    const [row] = rows;
    if (row !== undefined) found.set(name, row.id);
  }
  return found;
}

/** Tables of tenants, with their columns. */
export async function tablesOf(owner: Db): Promise<{ name: string; columns: string[] }[]> {
  const text = `SELECT c.table_name AS name, array_agg(c.column_name::text) AS columns
    FROM information_schema.columns c JOIN information_schema.tables t USING (table_schema, table_name)
    WHERE c.table_schema = 'public' AND t.table_type = 'BASE TABLE'
    GROUP BY c.table_name HAVING 'tenant_id' = ANY (array_agg(c.column_name::text)) ORDER BY 1`;
  const { rows } = await owner.executeQuery<{ name: string; columns: string[] }>(CompiledQuery.raw(text));
  return rows;
}
