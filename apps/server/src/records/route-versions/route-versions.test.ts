import { beforeAll, describe, expect, it } from 'vitest';
import type { Db } from '../../platform/db/database.ts';
import { type MadeTenant, makeCheckpoint, makeSite, makeTenant } from '../../testing/factories.ts';
import { testApp, type TestApp } from '../../testing/test-app.ts';
import { randomUUID } from 'node:crypto';
import { findRoutesThrough, renewRouteVersions } from './route-versions.queries.ts';

let server: TestApp;
let tenant: MadeTenant;
let siteId: string;

beforeAll(async () => {
  server = await testApp();
  tenant = await makeTenant(server.owner);
  siteId = await makeSite(server.owner, tenant);
});

async function routePast(checkpointIds: readonly string[]): Promise<string> {
  const id = randomUUID();
  const route = { tenant_id: tenant.id, id, site_id: siteId, name: 'Round the yard' };
  await server.owner.insertInto('patrol_routes').values(route).execute();
  const stops = checkpointIds.map((checkpoint_id, index) => ({
    tenant_id: tenant.id,
    route_id: id,
    position: index + 1,
    checkpoint_id,
  }));
  await server.owner.insertInto('patrol_route_checkpoints').values(stops).execute();
  return id;
}

const renew = (ids: readonly string[]) =>
  server.owner.transaction().execute((transaction) => renewRouteVersions(transaction, tenant.id, ids));

const versionsOf = (routeId: string, db: Db = server.owner) =>
  db
    .selectFrom('route_versions')
    .select(['id', 'checkpoints'])
    .where('route_id', '=', routeId)
    .orderBy('id')
    .execute();

describe('the versions of routes', () => {
  it('[MNG-06] are renewed by what rounds are walked by, and the ones before stay as they were', async () => {
    const one = await makeCheckpoint(server.owner, tenant, siteId);
    const two = await makeCheckpoint(server.owner, tenant, siteId);
    const routeId = await routePast([two.checkpointId, one.checkpointId]);
    expect(await renew([routeId])).toEqual([routeId]);
    const [first] = await versionsOf(routeId);
    expect(first?.checkpoints).toEqual([two, one]);
    expect(await renew([routeId])).toEqual([]);

    const moveTwo = server.owner.updateTable('checkpoints').set({ latitude: 12.5 });
    await moveTwo.where('id', '=', two.checkpointId).execute();
    const through = await findRoutesThrough(server.owner, tenant.id, [two.checkpointId]);
    expect(through).toEqual([routeId]);
    expect(await renew(through)).toEqual([routeId]);
    const versions = await versionsOf(routeId);
    expect(versions.map(({ checkpoints }) => checkpoints)).toEqual([
      [two, one],
      [{ ...two, latitude: 12.5 }, one],
    ]);
    const { current_version_id } = await server.owner
      .selectFrom('patrol_routes')
      .select('current_version_id')
      .where('id', '=', routeId)
      .executeTakeFirstOrThrow();
    expect(current_version_id).toBe(versions.at(-1)?.id);
  });

  it('are made once by two who renew at the same time', async () => {
    const { checkpointId } = await makeCheckpoint(server.owner, tenant, siteId);
    const routeId = await routePast([checkpointId]);
    const made = await Promise.all([renew([routeId]), renew([routeId]), renew([routeId])]);
    expect(made.flat()).toEqual([routeId]);
    expect(await versionsOf(routeId)).toHaveLength(1);
  });

  it("are never another tenant's to renew", async () => {
    const { checkpointId } = await makeCheckpoint(server.owner, tenant, siteId);
    const routeId = await routePast([checkpointId]);
    const other = await makeTenant(server.owner);
    const made = await server.owner
      .transaction()
      .execute((transaction) => renewRouteVersions(transaction, other.id, [routeId]));
    expect([made, await versionsOf(routeId)]).toEqual([[], []]);
  });
});
