// Floor plans over HTTP: made, named, ordered, drawn upon by two, and deleted; each site apart.
import { beforeAll, describe, expect, it } from 'vitest';
import sharp from 'sharp';
import { floorPlanNameMaxLength, floorPlansMax } from '@watchpost/domain/floor-plans';
import { makeCheckpoint, makeSite, makeTenant, makeUser, type MadeTenant } from '../../testing/factories.ts';
import { browserOf } from '../../testing/made-sessions.ts';
import { makeFloorPlan } from '../../testing/make-floor-plan.ts';
import { type Caller, testApp, type TestApp } from '../../testing/test-app.ts';
import { formOf, plainPicture } from '../../testing/test-files.ts';

let server: TestApp;
let tenant: MadeTenant;
let admin: Caller;
let siteId: string;
let otherSiteId: string;

beforeAll(async () => {
  server = await testApp();
  tenant = await makeTenant(server.owner);
  admin = await browserOf(server, tenant, (await makeUser(server.owner, tenant)).id);
  siteId = await makeSite(server.owner, tenant);
  otherSiteId = await makeSite(server.owner, tenant);
});

const subAdminOf = async (site: string) =>
  browserOf(server, tenant, (await makeUser(server.owner, tenant, { siteId: site })).id);
const allow = async (groups: readonly object[]) => {
  const { version } = (await admin('GET', '/secure/app-settings/access')).json();
  await admin('PUT', '/secure/app-settings/access', { body: { version, groups } });
};
const list = async (by: Caller, id = siteId) => (await by('GET', `/secure/sites/${id}/floor-plans`)).json();
const add = async (by: Caller, id: string, name = 'Ground floor', picture?: Buffer) =>
  by('POST', `/secure/sites/${id}/floor-plans`, {
    ...formOf(picture ?? (await plainPicture(600, 400)), `${name}.png`),
  });
const place = (by: Caller, plan: string, version: number, checkpoints: readonly object[]) =>
  by('PUT', `/secure/floor-plans/${plan}/checkpoints`, { body: { version, checkpoints } });
const checkpointAt = async (site: string, values = {}) =>
  (await makeCheckpoint(server.owner, tenant, site, values)).checkpointId;
const image = (by: Caller, plan: string, size = 'main') =>
  by('GET', `/secure/floor-plans/${plan}/image`, { query: { size } });

describe('a floor plan', async () => {
  it('[MNG-02] is drawn again as webp, no larger than needed, and seen whole and small', async () => {
    const site = await makeSite(server.owner, tenant, { name: 'Tall House' });
    const large = await plainPicture(4_800, 2_400);
    const { id, version } = (await add(admin, site, 'Ground floor', large)).json();
    expect(await list(admin, site)).toMatchObject({
      siteName: 'Tall House',
      data: [{ id, version, name: 'Ground floor', width: 3_000, height: 1_500, checkpoints: [] }],
      checkpoints: [],
    });
    const whole = await image(admin, id);
    expect([whole.headers['content-type'], whole.headers['cache-control']]).toEqual([
      'image/webp',
      'no-store',
    ]);
    const { format, width, height } = await sharp(whole.rawPayload).metadata();
    expect([format, width, height]).toEqual(['webp', 3_000, 1_500]);
    const small = await sharp((await image(admin, id, '250')).rawPayload).metadata();
    expect([small.width, small.height]).toEqual([250, 250]);
  });

  const gif = await plainPicture(30, 30, 'gif');
  it.each([
    ['an svg', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'), 'photo_type'],
    ['a gif', gif, 'photo_type'],
    ['the beginning of a webp', Buffer.from('RIFF\x24\0\0\0WEBPVP8 ', 'latin1'), 'photo_broken'],
  ])('[MNG-02] is not made of %s', async (_what, bytes, message) => {
    const reply = await add(admin, siteId, 'Broken', bytes);
    expect([reply.statusCode, reply.json().file[0].message]).toEqual([400, message]);
    expect((await list(admin)).data).toEqual([]);
  });

  it('is named by the file, whatever that is called', async () => {
    const site = await makeSite(server.owner, tenant);
    for (const name of ['../Cellar\u0007', 'x'.repeat(200), ' ']) await add(admin, site, name);
    const names = (await list(admin, site)).data.map((plan: { name: string }) => plan.name);
    expect(names).toEqual(['Cellar', 'x'.repeat(floorPlanNameMaxLength), 'Floor plan']);
    const empty = { name: ' ', version: 1 };
    const plan = await makeFloorPlan(server.owner, tenant, site);
    expect((await admin('PUT', `/secure/floor-plans/${plan}`, { body: empty })).statusCode).toBe(400);
  });

  it('finds room at its site, also where two add the last', async () => {
    const site = await makeSite(server.owner, tenant);
    for (let made = 1; made < floorPlansMax; made += 1) await makeFloorPlan(server.owner, tenant, site);
    const replies = await Promise.all([add(admin, site, 'One'), add(admin, site, 'Other')]);
    expect(replies.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 409]);
    expect((await list(admin, site)).data).toHaveLength(floorPlansMax);
  });

  it('[MNG-02] is named again by one of two, put in order, and deleted with its picture', async () => {
    const site = await makeSite(server.owner, tenant);
    const [one, two] = [(await add(admin, site, 'One')).json().id, (await add(admin, site, 'Two')).json().id];
    const rename = (name: string) =>
      admin('PUT', `/secure/floor-plans/${one}`, { body: { name, version: 1 } });
    const renamed = await Promise.all([rename('Cellar'), rename('Attic')]);
    expect(renamed.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 409]);
    const order = (ids: readonly string[]) =>
      admin('PUT', `/secure/sites/${site}/floor-plans/order`, { body: { ids } });
    expect((await order([two, one])).statusCode).toBe(200);
    expect((await order([two])).statusCode).toBe(409);
    const ids = async () => (await list(admin, site)).data.map((plan: { id: string }) => plan.id);
    expect(await ids()).toEqual([two, one]);
    const deleted = await Promise.all([1, 2].map(() => admin('DELETE', `/secure/floor-plans/${two}`)));
    expect(deleted.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 404]);
    expect(await ids()).toEqual([one]);
    expect((await image(admin, two)).statusCode).toBe(404);
    const actions = await server.owner
      .selectFrom('audit_entries')
      .select('action')
      .where('tenant_id', '=', tenant.id)
      .where('subject_id', '=', site)
      .orderBy('id')
      .execute();
    expect(actions.map(({ action }) => action)).toEqual([
      'site.planAdded',
      'site.planAdded',
      'site.planChanged',
      'site.planChanged',
      'site.planRemoved',
    ]);
  });

  it('[MNG-02] stands behind the others, also where some before them were deleted', async () => {
    const site = await makeSite(server.owner, tenant);
    const added: string[] = [];
    for (const name of ['One', 'Two', 'Three']) added.push((await add(admin, site, name)).json().id);
    for (const id of added.slice(0, 2)) await admin('DELETE', `/secure/floor-plans/${id}`);
    await add(admin, site, 'Four');
    const names = (await list(admin, site)).data.map((plan: { name: string }) => plan.name);
    expect(names).toEqual(['Three', 'Four']);
  });
});

describe('a checkpoint on a plan', () => {
  it('[MNG-02] is placed, moved, taken to another plan and taken off, and stays when its plan is deleted', async () => {
    const site = await makeSite(server.owner, tenant);
    const [gate, lift] = [
      await checkpointAt(site, { name: 'Gate' }),
      await checkpointAt(site, { name: 'Lift', activated: false }),
    ];
    const [one, two] = [
      await makeFloorPlan(server.owner, tenant, site, 'One'),
      await makeFloorPlan(server.owner, tenant, site, 'Two'),
    ];
    const onPlans = async () =>
      Object.fromEntries(
        (await list(admin, site)).data.map((plan: { name: string; checkpoints: object[] }) => [
          plan.name,
          plan.checkpoints,
        ]),
      );
    const at = (id: string, x: number, y: number) => ({ id, x, y });
    expect((await place(admin, one, 1, [at(gate, 0, 1), at(lift, 0.25, 0.5)])).json()).toEqual({
      id: one,
      version: 2,
    });
    expect(await onPlans()).toEqual({ One: [at(gate, 0, 1), at(lift, 0.25, 0.5)], Two: [] });
    await place(admin, two, 1, [at(gate, 0.5, 0.5)]);
    expect(await onPlans()).toEqual({ One: [at(lift, 0.25, 0.5)], Two: [at(gate, 0.5, 0.5)] });
    // The plan that lost one counts as saved, so that a user who still has it open gets a conflict.
    expect((await place(admin, one, 2, [at(gate, 0, 0)])).statusCode).toBe(409);
    await place(admin, one, 3, []);
    expect((await onPlans())['One']).toEqual([]);
    const entries = await server.owner
      .selectFrom('audit_entries')
      .select(['before', 'after'])
      .where('subject_id', '=', site)
      .orderBy('id')
      .execute();
    expect(entries).toEqual([
      {
        before: { floorPlan: 'One', checkpoints: [] },
        after: { floorPlan: 'One', checkpoints: ['Gate', 'Lift'] },
      },
      {
        before: { floorPlan: 'Two', checkpoints: [] },
        after: { floorPlan: 'Two', checkpoints: ['Gate'] },
      },
      {
        before: { floorPlan: 'One', checkpoints: ['Lift'] },
        after: { floorPlan: 'One', checkpoints: [] },
      },
    ]);
    await admin('DELETE', `/secure/floor-plans/${two}`);
    expect((await list(admin, site)).checkpoints).toEqual([
      { id: gate, name: 'Gate', activated: true },
      { id: lift, name: 'Lift', activated: false },
    ]);
  });

  it('placed by two at once gives the second a conflict', async () => {
    const gate = await checkpointAt(siteId);
    const plan = await makeFloorPlan(server.owner, tenant, siteId);
    const replies = await Promise.all(
      [0.1, 0.9].map((x) => place(admin, plan, 1, [{ id: gate, x, y: 0.5 }])),
    );
    expect(replies.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 409]);
  });

  it('on two plans at once stands on one of them', async () => {
    const gate = await checkpointAt(siteId);
    const plans = [
      await makeFloorPlan(server.owner, tenant, siteId),
      await makeFloorPlan(server.owner, tenant, siteId),
    ];
    await Promise.all(plans.map((plan) => place(admin, plan, 1, [{ id: gate, x: 0.5, y: 0.5 }])));
    const { data } = await list(admin);
    const holding = data.filter(({ checkpoints }: { checkpoints: { id: string }[] }) =>
      checkpoints.some(({ id }) => id === gate),
    );
    expect(holding).toHaveLength(1);
  });

  it('deleted keeps its place for when it is brought back', async () => {
    const site = await makeSite(server.owner, tenant);
    const gate = await checkpointAt(site, { name: 'Gate' });
    const plan = await makeFloorPlan(server.owner, tenant, site);
    await place(admin, plan, 1, [{ id: gate, x: 0.5, y: 0.5 }]);
    const setDeleted = (at: Date | null) =>
      server.owner
        .updateTable('checkpoints')
        .set({ deleted_at: at })
        .where('tenant_id', '=', tenant.id)
        .where('id', '=', gate)
        .execute();
    await setDeleted(new Date());
    expect((await list(admin, site)).data[0].checkpoints).toEqual([]);
    await place(admin, plan, 2, []);
    await setDeleted(null);
    expect((await list(admin, site)).data[0].checkpoints).toEqual([{ id: gate, x: 0.5, y: 0.5 }]);
  });

  it.each([
    [{ x: 1.01, y: 0 }, 400],
    [{ x: 0, y: -0.01 }, 400],
    [{ x: '0', y: 0 }, 400],
  ])('at %o is refused', async (point, status) => {
    const gate = await checkpointAt(siteId);
    const plan = await makeFloorPlan(server.owner, tenant, siteId);
    expect((await place(admin, plan, 1, [{ id: gate, ...point }])).statusCode).toBe(status);
  });

  it('stands once, and is one of the site', async () => {
    const plan = await makeFloorPlan(server.owner, tenant, siteId);
    const gate = await checkpointAt(siteId);
    const twice = [0.1, 0.2].map((x) => ({ id: gate, x, y: 0 }));
    expect((await place(admin, plan, 1, twice)).statusCode).toBe(400);
    const strange = { id: await checkpointAt(otherSiteId), x: 0, y: 0 };
    expect((await place(admin, plan, 1, [strange])).statusCode).toBe(404);
    const deleted = { id: await checkpointAt(siteId, { deleted_at: new Date() }), x: 0, y: 0 };
    expect((await place(admin, plan, 1, [deleted])).statusCode).toBe(404);
  });
});

describe('a sub admin', () => {
  it('[MNG-02] without the sites sees no plan, and with them those of the own site alone', async () => {
    const plan = await makeFloorPlan(server.owner, tenant, siteId);
    const gate = await checkpointAt(siteId);
    const own = await subAdminOf(siteId);
    expect((await own('GET', `/secure/sites/${siteId}/floor-plans`)).statusCode).toBe(403);
    await allow([
      { group: 'SITES', actions: ['view'] },
      { group: 'CHECKPOINTS', actions: [] },
    ]);
    const viewer = await subAdminOf(siteId);
    const { data, checkpoints } = await list(viewer);
    expect([data.length > 0, checkpoints]).toEqual([true, null]);
    expect((await image(viewer, plan)).statusCode).toBe(200);
    expect((await add(viewer, siteId)).statusCode).toBe(403);
    await allow([
      { group: 'SITES', actions: ['view', 'edit'] },
      { group: 'CHECKPOINTS', actions: ['view'] },
    ]);
    const editor = await subAdminOf(siteId);
    expect((await place(editor, plan, 1, [{ id: gate, x: 0, y: 0 }])).statusCode).toBe(200);
    const outsider = await subAdminOf(otherSiteId);
    const replies = await Promise.all([
      outsider('GET', `/secure/sites/${siteId}/floor-plans`),
      image(outsider, plan),
      add(outsider, siteId),
      place(outsider, plan, 2, []),
      outsider('DELETE', `/secure/floor-plans/${plan}`),
      outsider('PUT', `/secure/floor-plans/${plan}`, { body: { name: 'Mine', version: 2 } }),
      outsider('PUT', `/secure/sites/${siteId}/floor-plans/order`, { body: { ids: [plan] } }),
    ]);
    expect(replies.map(({ statusCode }) => statusCode)).toEqual(replies.map(() => 404));
  });

  it('of another tenant finds nothing', async () => {
    const plan = await makeFloorPlan(server.owner, tenant, siteId);
    const stranger = await makeTenant(server.owner);
    const elsewhere = await browserOf(server, stranger, (await makeUser(server.owner, stranger)).id);
    expect((await image(elsewhere, plan)).statusCode).toBe(404);
    expect((await place(elsewhere, plan, 1, [])).statusCode).toBe(404);
    expect((await add(elsewhere, siteId)).statusCode).toBe(404);
  });
});
