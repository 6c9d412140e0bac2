import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, it } from 'vitest';
import { makeGuard, makeTenant, makeUser } from '../../testing/factories.ts';
import { browserOf } from '../../testing/made-sessions.ts';
import { testApp, type TestApp } from '../../testing/test-app.ts';
import { fieldsOf, type IncidentWorld, makeIncidentWorld, open, uploadImage } from './incidents.testing.ts';

let server: TestApp;
let world: IncidentWorld;

beforeAll(async () => {
  server = await testApp();
  world = await makeIncidentWorld(server);
});

const read = async (id: string, by = world.admin) => (await by('GET', `/secure/incidents/${id}`)).json();
const move = (id: string, status: string, version: number, comment = '', by = world.admin) =>
  by('POST', `/secure/incidents/${id}/status`, { body: { status, comment, version } });
const codeOf = (reply: { json: () => { general: { code: string }[] } }) => reply.json().general[0]?.code;

describe('an incident', () => {
  it('[MNG-08] goes from New to Attended to Closed, and tells who did what when and why', async () => {
    const id = await open(world);
    expect((await move(id, 'Attended', 1)).json()).toEqual({ id, version: 2 });
    const closed = await move(id, 'Closed', 2, 'Fuse changed', world.subAdmin);
    expect(closed.json()).toEqual({ id, version: 3 });
    const { incident, history, siteTimeZone, deviceAt } = await read(id);
    expect(incident).toMatchObject({ status: 'Closed', siteName: 'River Depot', reporterName: 'Asha Kale' });
    expect([siteTimeZone, deviceAt]).toEqual(['Asia/Kolkata', null]);
    expect(history).toMatchObject([
      { kind: 'reported', toStatus: 'New', actorKind: 'user', actorName: 'Asha Kale' },
      { kind: 'status', fromStatus: 'New', toStatus: 'Attended', actorName: 'Asha Kale', comment: '' },
      { kind: 'status', toStatus: 'Closed', actorName: 'Rohan Kale', comment: 'Fuse changed' },
    ]);
    const times = history.map(({ at }: { at: number }) => at);
    expect(times).toEqual(times.toSorted((one: number, other: number) => one - other));
    expect(incident.statusAt).toBeGreaterThan(times.at(-2));
  });

  it('[MNG-08] skips no status, never goes back, and is not closed without a comment', async () => {
    const id = await open(world);
    expect(codeOf(await move(id, 'Closed', 1, 'Done'))).toBe('statusNotNext');
    expect(codeOf(await move(id, 'New', 1))).toBe('statusNotNext');
    await move(id, 'Attended', 1);
    expect(codeOf(await move(id, 'New', 2, 'Again'))).toBe('statusNotNext');
    const uncommented = await move(id, 'Closed', 2, '  ');
    expect(uncommented.json()).toEqual({
      comment: [{ code: 'invalid', message: 'incident_comment_required' }],
    });
    expect((await read(id)).incident).toMatchObject({ status: 'Attended', version: 2 });
  });

  it('[MNG-08] moved by two at once gives one a conflict, and the history has one step', async () => {
    const id = await open(world);
    const replies = await Promise.all([move(id, 'Attended', 1), move(id, 'Attended', 1, '', world.subAdmin)]);
    expect(replies.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 409]);
    expect(replies.filter(({ statusCode }) => statusCode === 409).map(codeOf)).toEqual(['editedMeanwhile']);
    expect((await read(id)).history).toHaveLength(2);
  });

  it('[MNG-08] is edited until it is closed, and each edit tells what was before', async () => {
    const id = await open(world);
    const change = { type: 'damage', severity: 'low', description: 'Steam', position: null };
    const body = { ...fieldsOf(world, { ...change, guardId: world.guardId }), version: 1 };
    expect((await world.admin('PUT', `/secure/incidents/${id}`, { body })).json()).toEqual({
      id,
      version: 2,
    });
    const { incident, history } = await read(id);
    expect(incident).toMatchObject({ severity: 'low', latitude: null, longitude: null });
    expect(history.at(-1)).toMatchObject({
      kind: 'edited',
      changes: [
        { field: 'type', before: 'fire', after: 'damage' },
        { field: 'severity', before: 'high', after: 'low' },
        { field: 'description', before: fieldsOf(world).description, after: 'Steam' },
        { field: 'position', before: '18.5, 73.8', after: '' },
        { field: 'reporter', before: 'Asha Kale', after: 'Ravi Patil' },
      ],
    });
    const again = await world.admin('PUT', `/secure/incidents/${id}`, { body });
    expect(codeOf(again)).toBe('editedMeanwhile');
    await move(id, 'Attended', 2);
    await move(id, 'Closed', 3, 'Done');
    const late = await world.admin('PUT', `/secure/incidents/${id}`, { body: { ...body, version: 4 } });
    expect(codeOf(late)).toBe('incidentClosed');
    const photos = { body: { photoIds: [await uploadImage(world.admin)] } };
    expect(codeOf(await world.admin('POST', `/secure/incidents/${id}/photos`, photos))).toBe(
      'incidentClosed',
    );
    const comment = { body: { comment: 'The insurer asked for this.' } };
    expect((await world.admin('POST', `/secure/incidents/${id}/comments`, comment)).statusCode).toBe(200);
    expect((await read(id)).history.at(-1)).toMatchObject({ kind: 'comment', ...comment.body });
  });

  it('[DATA-02] an edit keeps the type that an import gave an incident, and takes no other unknown one', async () => {
    const id = await open(world);
    await server.owner.updateTable('incidents').set({ type: 'Vandalism' }).where('id', '=', id).execute();
    const edit = (type: string, version: number) => {
      const body = { ...fieldsOf(world, { type, description: 'Paint on the gate' }), version };
      return world.admin('PUT', `/secure/incidents/${id}`, { body });
    };
    expect((await edit('Vandalism', 1)).statusCode).toBe(200);
    expect((await read(id)).incident).toMatchObject({ type: 'Vandalism', description: 'Paint on the gate' });
    for (const type of ['vandalism', 'Flood', '']) {
      expect((await edit(type, 2)).json()).toEqual({
        type: [{ code: 'invalid', message: 'incident_type_required' }],
      });
    }
    expect((await edit('damage', 2)).statusCode).toBe(200);
    expect((await edit('Vandalism', 3)).statusCode).toBe(400);
  });

  it.each([
    [{ description: ' ' }, 'description', 'incident_description_required'],
    [{ description: 'x'.repeat(2_001) }, 'description', 'exceed_max_length'],
    [{ type: 'flood' }, 'type', 'incident_type_required'],
    [{ severity: '' }, 'severity', 'incident_severity_required'],
    [{ siteId: '' }, 'siteId', 'incident_site_required'],
    [{ photoIds: Array.from({ length: 13 }, () => randomUUID()) }, 'photoIds', 'incident_photos_too_many'],
  ])('[MNG-08] with %j is refused at %s', async (change, field, message) => {
    const body = { ...fieldsOf(world), photoIds: [], ...change };
    const reply = await world.admin('POST', '/secure/incidents', { body });
    expect(reply.statusCode).toBe(400);
    expect(reply.json()).toEqual({ [field]: [{ code: 'invalid', message }] });
  });

  it('[MNG-08] names a guard of its own site as reporter, and no one else', async () => {
    const id = await open(world, { guardId: world.guardId });
    expect((await read(id)).incident.reporterName).toBe('Ravi Patil');
    const stranger = await makeGuard(server.owner, world.tenant, { siteIds: [world.otherSiteId] });
    const body = { ...fieldsOf(world, { guardId: stranger.id }), photoIds: [] };
    const reply = await world.admin('POST', '/secure/incidents', { body });
    expect(reply.json()).toEqual({ guardId: [{ code: 'invalid', message: 'incident_guard_unknown' }] });
  });
});

describe('giving an incident to somebody', () => {
  const assign = (id: string, userId: string | null, version: number) =>
    world.admin('POST', `/secure/incidents/${id}/assignee`, { body: { userId, version } });

  it('[MNG-08] takes who may see its site, and tells it in the history', async () => {
    const id = await open(world);
    expect((await assign(id, world.subAdminId, 1)).json()).toEqual({ id, version: 2 });
    const { incident, history } = await read(id);
    expect(incident.assigneeName).toBe('Rohan Kale');
    expect(history.at(-1)).toMatchObject({
      kind: 'assigned',
      changes: [{ field: 'assignee', before: '', after: 'Rohan Kale' }],
    });
    const list = await world.admin('GET', '/secure/incidents', { query: { assignee: world.subAdminId } });
    expect(list.json().data.map((row: { id: string }) => row.id)).toEqual([id]);
  });

  it('[MNG-08] refuses a sub admin of another site, a guard, a user of another tenant and one who left', async () => {
    const id = await open(world);
    const elsewhere = await makeUser(server.owner, world.tenant, { siteId: world.otherSiteId });
    const foreign = await makeUser(server.owner, await makeTenant(server.owner));
    const left = await makeUser(server.owner, world.tenant, { activated: false });
    for (const userId of [elsewhere.id, world.guardId, foreign.id, left.id]) {
      expect((await assign(id, userId, 1)).statusCode).toBe(404);
    }
    const gone = { siteIds: [world.siteId], activated: false, deleted_at: new Date() };
    await makeGuard(server.owner, world.tenant, gone);
    const people = await world.admin('GET', '/secure/incidents/people', { query: { site: world.siteId } });
    const { assignees, guards } = people.json();
    const ids = assignees.map((person: { id: string }) => person.id);
    expect(ids).toContain(world.subAdminId);
    expect(ids).not.toEqual(expect.arrayContaining([expect.toBeOneOf([elsewhere.id, left.id])]));
    expect(guards).toMatchObject([{ id: world.guardId }]);
  });

  it('[MNG-08] ends when the incident moves to a site that the assignee does not see', async () => {
    const id = await open(world);
    await assign(id, world.subAdminId, 1);
    const body = { ...fieldsOf(world, { siteId: world.otherSiteId }), version: 2 };
    await world.admin('PUT', `/secure/incidents/${id}`, { body });
    expect((await read(id)).incident).toMatchObject({ assigneeId: null, siteName: 'Hill Store' });
  });
});

describe('photos of an incident', () => {
  it('[MNG-08] are those that the caller uploaded, drawn again, and seen by anyone who sees the incident', async () => {
    const own = await uploadImage(world.admin);
    const body = { ...fieldsOf(world), photoIds: [own] };
    const { id } = (await world.admin('POST', '/secure/incidents', { body })).json();
    const { photos } = await read(id, world.subAdmin);
    expect(photos).toMatchObject([{ fileId: own, width: 400, height: 300 }]);
    const whole = await world.subAdmin('GET', `/secure/incidents/${id}/photos/${own}`);
    expect([whole.statusCode, whole.headers['content-type']]).toEqual([200, 'image/jpeg']);
    const query = { size: '96' };
    const small = await world.subAdmin('GET', `/secure/incidents/${id}/photos/${own}`, { query });
    expect(small.rawPayload.length).toBeLessThan(whole.rawPayload.length);
  });

  it('[MNG-08] of somebody else, of another incident or none are not taken', async () => {
    const id = await open(world);
    const foreign = await uploadImage(world.subAdmin);
    const add = (photoIds: string[]) =>
      world.admin('POST', `/secure/incidents/${id}/photos`, { body: { photoIds } });
    expect((await add([foreign])).statusCode).toBe(404);
    expect((await add([randomUUID()])).statusCode).toBe(404);
    const own = await uploadImage(world.admin);
    expect((await add([own])).statusCode).toBe(200);
    expect((await add([own])).statusCode).toBe(404);
    const other = await open(world);
    expect((await world.admin('GET', `/secure/incidents/${other}/photos/${own}`)).statusCode).toBe(404);
    expect((await read(id)).history.at(-1)).toMatchObject({ kind: 'photos', changes: [{ after: '1' }] });
  });

  it('[MNG-08] are twelve at most, however they come', async () => {
    const photoIds = await Promise.all(Array.from({ length: 12 }, () => uploadImage(world.admin)));
    const body = { ...fieldsOf(world), photoIds };
    const { id } = (await world.admin('POST', '/secure/incidents', { body })).json();
    const more = { body: { photoIds: [await uploadImage(world.admin)] } };
    const reply = await world.admin('POST', `/secure/incidents/${id}/photos`, more);
    expect([reply.statusCode, reply.json().general[0].code]).toEqual([409, 'photosFull']);
    expect((await read(id)).photos).toHaveLength(12);
  });
});

describe('incidents of others', () => {
  it('[MNG-08] [MENU-05] are not there for a sub admin of another site, whatever is asked', async () => {
    const id = await open(world, { siteId: world.otherSiteId });
    const sub = world.subAdmin;
    const body = { ...fieldsOf(world), version: 1 };
    const replies = [
      await sub('GET', `/secure/incidents/${id}`),
      await sub('GET', `/secure/incidents/${id}/report`),
      await sub('GET', `/secure/incidents/${id}/photos/${randomUUID()}`),
      await sub('PUT', `/secure/incidents/${id}`, { body }),
      await move(id, 'Attended', 1, '', sub),
      await sub('POST', `/secure/incidents/${id}/comments`, { body: { comment: 'Hello' } }),
      await sub('POST', `/secure/incidents/${id}/assignee`, { body: { userId: null, version: 1 } }),
      await sub('POST', '/secure/incidents', {
        body: { ...fieldsOf(world, { siteId: world.otherSiteId }), photoIds: [] },
      }),
      await sub('GET', '/secure/incidents/people', { query: { site: world.otherSiteId } }),
    ];
    expect(replies.map(({ statusCode }) => statusCode)).toEqual(replies.map(() => 404));
    const list = (await sub('GET', '/secure/incidents')).json();
    const sites = list.data.map((row: { siteName: string }) => row.siteName);
    expect(new Set(sites)).toEqual(new Set(['River Depot']));
    const own = await open(world);
    const moved = { ...fieldsOf(world, { siteId: world.otherSiteId }), version: 1 };
    expect((await sub('PUT', `/secure/incidents/${own}`, { body: moved })).statusCode).toBe(404);
  });

  it('[MENU-05] are not a sub admin’s at all unless the tenant says so', async () => {
    const tenant = await makeTenant(server.owner);
    const { siteId } = world;
    expect(siteId).not.toBe('');
    const other = await makeIncidentWorld(server);
    await server.owner.deleteFrom('tenant_settings').where('tenant_id', '=', other.tenant.id).execute();
    expect((await other.subAdmin('GET', '/secure/incidents')).statusCode).toBe(403);
    const user = await makeUser(server.owner, tenant);
    const foreign = await browserOf(server, tenant, user.id);
    const id = await open(world);
    expect((await foreign('GET', `/secure/incidents/${id}`)).statusCode).toBe(404);
    expect((await foreign('GET', '/secure/incidents')).json()).toEqual({ count: 0, data: [] });
  });
});
