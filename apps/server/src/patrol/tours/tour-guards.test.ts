// Guards of a tour who are posted elsewhere by now, or deleted.
import { expect, it } from 'vitest';
import { makeGuard, makeSite, makeTenant } from '../../testing/factories.ts';
import { browserOfNew } from '../../testing/made-sessions.ts';
import { makeTour } from '../../testing/make-tour.ts';
import { testApp } from '../../testing/test-app.ts';
import { makeRounds } from './make-rounds.ts';

const server = await testApp();
const { owner } = server;
const tenant = await makeTenant(owner);
const admin = await browserOfNew(server, tenant);

it('[MNG-07] a tour whose guard has left its site is changed as any other, with that guard or without', async () => {
  const siteId = await makeSite(owner, tenant);
  const otherSite = await makeSite(owner, tenant);
  const path = `/secure/patrol-tours/${await makeTour(owner, tenant, siteId)}`;
  const [stays, leaves, stranger] = [
    (await makeGuard(owner, tenant, { siteIds: [siteId] })).id,
    (await makeGuard(owner, tenant, { siteIds: [siteId] })).id,
    (await makeGuard(owner, tenant, { siteIds: [otherSite] })).id,
  ];
  const save = async (guardIds: string[]) => {
    const { version, routeId, shiftId, weekdays, schedule, validTo, ...tour } = (
      await admin('GET', path)
    ).json();
    const { startWindowMinutes, graceMinutes, validFrom, skipsHolidays } = tour;
    const times = { weekdays, schedule, startWindowMinutes, graceMinutes, validFrom, validTo, skipsHolidays };
    const body = { name: 'Renamed', version, routeId, shiftId, guardIds, ...times };
    return (await admin('PUT', path, { body })).statusCode;
  };
  const guardsNow = async () => (await admin('GET', path)).json().guards.map(({ id }: { id: string }) => id);
  expect(await save([stays, leaves])).toBe(200);
  await owner.updateTable('guard_sites').set({ site_id: otherSite }).where('guard_id', '=', leaves).execute();
  expect(await save([leaves, stays])).toBe(200);
  expect((await guardsNow()).toSorted()).toEqual([stays, leaves].toSorted());
  expect(await save([leaves, stranger])).toBe(404);
  expect(await save([stays])).toBe(200);
  expect(await guardsNow()).toEqual([stays]);
  // Who has left and is no more in it does not come back.
  expect(await save([stays, leaves])).toBe(404);
});

it('[MNG-07] a deleted guard is in no round that is still to come, and once restored is in them again', async () => {
  const siteId = await makeSite(owner, tenant);
  const tourId = await makeTour(owner, tenant, siteId);
  const [one, other] = [
    (await makeGuard(owner, tenant, { siteIds: [siteId] })).id,
    (await makeGuard(owner, tenant, { siteIds: [siteId] })).id,
  ];
  const rows = [one, other].map((guard_id) => ({ tenant_id: tenant.id, tour_id: tourId, guard_id }));
  await owner.insertInto('tour_guards').values(rows).execute();
  const made = async () => {
    await makeRounds(server.database.forTenant(tenant.id), tenant.id, Date.now());
    const query = owner.selectFrom('due_rounds').select('guard_ids as guards').where('tour_id', '=', tourId);
    const rounds = await query.execute();
    expect(rounds.length).toBeGreaterThan(1);
    return [...new Set(rounds.map(({ guards }) => guards.toSorted().join(' ')))];
  };
  const both = [one, other].toSorted().join(' ');
  expect(await made()).toEqual([both]);
  await admin('DELETE', `/secure/guards/${one}`);
  expect(await made()).toEqual([other]);
  await admin('DELETE', `/secure/guards/${other}`);
  // No one in particular, as the list says: anyone who is posted there may walk them.
  expect((await admin('GET', `/secure/patrol-tours/${tourId}`)).json().guards).toEqual([]);
  expect(await made()).toEqual(['']);
  await admin('POST', '/secure/guards/restore', { body: { ids: [one, other] } });
  expect(await made()).toEqual([both]);
});
