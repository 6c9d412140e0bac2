import { randomUUID } from 'node:crypto';
import { incidentPhotosMax } from '@watchpost/domain/incidents';
import { beforeAll, describe, expect, it } from 'vitest';
import { makeGuard, makeSite } from '../../testing/factories.ts';
import { browserOf, deviceOf } from '../../testing/made-sessions.ts';
import { testApp, type TestApp } from '../../testing/test-app.ts';
import { formOf, plainPicture, testFiles } from '../../testing/test-files.ts';
import { receivePhoto } from './field-incidents.service.ts';
import { type IncidentWorld, makeIncidentWorld, open } from './incidents.testing.ts';

let server: TestApp;
let world: IncidentWorld;

beforeAll(async () => {
  server = await testApp();
  world = await makeIncidentWorld(server);
});

const reportOf = (change: object = {}) => ({
  id: randomUUID(),
  siteId: world.siteId,
  type: 'intrusion',
  severity: 'critical',
  description: 'The back gate stands open',
  deviceAtMs: Date.now() - 60_000,
  position: { latitude: 18.52, longitude: 73.85, accuracyMetres: 8 },
  ...change,
});
const send = (incident: object, by = world.device) =>
  by('POST', '/field/incident', { body: { sentAtMs: Date.now(), incident } });
const read = async (id: string, by = world.admin) => (await by('GET', `/secure/incidents/${id}`)).json();
const noticesOf = async (by = world.admin) =>
  (await by('GET', '/secure/notification/list', { query: { offset: '0', limit: '50' } })).json();

describe('a report of a guard', () => {
  it('[MNG-08] keeps the device’s time beside the server’s and names the guard', async () => {
    const report = reportOf();
    const reply = await send(report);
    expect(reply.statusCode).toBe(200);
    const { incident, deviceAt, history } = await read(report.id);
    expect(incident).toMatchObject({
      status: 'New',
      reporterName: 'Ravi Patil',
      guardId: world.guardId,
      latitude: 18.52,
      reportedAt: reply.json().receivedAtMs,
    });
    expect(deviceAt).toBe(report.deviceAtMs);
    expect(history).toMatchObject([{ kind: 'reported', actorKind: 'guard', actorName: 'Ravi Patil' }]);
  });

  it('[MNG-08] sent again, also twice at once, is the same report and notifies once', async () => {
    const report = reportOf({ description: 'Told once' });
    const replies = await Promise.all([send(report), send(report)]);
    const again = await send(Object.fromEntries(Object.entries(report).toReversed()));
    const receipts = [...replies, again].map((reply) => reply.json());
    expect(receipts).toEqual(receipts.map(() => receipts[0]));
    expect((await read(report.id)).history).toHaveLength(1);
    const { data } = await noticesOf();
    const link = `/manage-incidents/incident-details?id=${report.id}`;
    expect(data.filter((notice: { link: string }) => notice.link === link)).toHaveLength(1);
    const changed = await send({ ...report, severity: 'low' });
    expect(changed.json().general[0].code).toBe('idReused');
  });

  it('[MNG-08] of a site where the guard is not posted is refused and tells no one', async () => {
    const report = reportOf({ siteId: world.otherSiteId });
    expect((await send(report)).statusCode).toBe(404);
    expect((await world.admin('GET', `/secure/incidents/${report.id}`)).statusCode).toBe(404);
  });

  it('[FIELD-02] [MNG-08] made at a site before the guard was moved is taken, and its history says so', async () => {
    const { id: guardId } = await makeGuard(server.owner, world.tenant, { siteIds: [world.otherSiteId] });
    const posted = { tenant_id: world.tenant.id, guard_id: guardId, site_id: world.siteId };
    const past = { ...posted, since: new Date(Date.now() - 7_200_000) };
    await server.owner.insertInto('past_postings').values(past).execute();
    const device = await deviceOf(server, world.tenant, guardId);
    const report = reportOf();
    expect((await send(report, device)).statusCode).toBe(200);
    const { history } = await read(report.id, world.subAdmin);
    expect(history).toMatchObject([{ kind: 'reported', isOfFormerSite: true, isFromLostPhone: false }]);
    const before = reportOf({ deviceAtMs: Date.now() - 7_300_000 });
    expect((await send(before, device)).statusCode).toBe(404);
  });

  it('[FIELD-02] [MNG-08] of a site that was deleted in the meantime is taken, under the name of the site', async () => {
    const gone = { name: 'Old Shed', activated: false, deleted_at: new Date() };
    const siteId = await makeSite(server.owner, world.tenant, gone);
    const { id } = await makeGuard(server.owner, world.tenant, { siteIds: [siteId] });
    const report = reportOf({ siteId });
    expect((await send(report, await deviceOf(server, world.tenant, id))).statusCode).toBe(200);
    expect((await read(report.id)).incident).toMatchObject({ siteName: 'Old Shed' });
  });

  it('[TRUTH-04] that arrives after the tenant’s threshold says so, in its history, its list and its export', async () => {
    const hour = 3_600_000;
    const [onTime, late] = [15, 17].map((hours) => reportOf({ deviceAtMs: Date.now() - hours * hour }));
    for (const report of [onTime, late]) expect((await send(report ?? {})).statusCode).toBe(200);
    const shown = await Promise.all([onTime, late].map((report) => read(report?.id ?? '', world.subAdmin)));
    expect(shown.map(({ incident, history }) => [incident.isSentLate, history[0].isSentLate])).toEqual([
      [false, false],
      [true, true],
    ]);
    const bytes = await plainPicture();
    const photo = `/field/incident/${late?.id ?? ''}/photo/${randomUUID()}`;
    expect((await world.device('POST', photo, formOf(bytes))).statusCode).toBe(200);
    expect((await read(late?.id ?? '')).history[1]).toMatchObject({ kind: 'photos', isSentLate: true });
    const file = await world.admin('GET', '/secure/incidents/export', { query: { format: 'csv' } });
    const line = file.body.split('\n').find((each) => each.includes(late?.id ?? ''));
    expect(line).toContain('Sent late');
  });

  it('an id that another guard’s report has is refused', async () => {
    const report = reportOf();
    await send(report);
    const other = await makeGuard(server.owner, world.tenant, { siteIds: [world.siteId] });
    const reply = await send(report, await deviceOf(server, world.tenant, other.id));
    expect(reply.json().general[0].code).toBe('idReused');
  });

  it('[NOTIF-05] tells the super admins and the site’s sub admins, in words, and no other sub admin', async () => {
    const own = await makeIncidentWorld(server);
    const elsewhere = await makeIncidentWorld(server);
    await server.owner
      .updateTable('sub_admins')
      .set({ site_id: own.otherSiteId })
      .where('user_id', '=', own.subAdminId)
      .execute();
    const report = {
      kind: 'incidentReported',
      title: 'Incident',
      message: 'Theft was reported at River Depot.',
    };
    await send(reportOf({ siteId: own.siteId, type: 'theft' }), own.device);
    expect((await noticesOf(own.admin)).data).toMatchObject([report]);
    expect((await noticesOf(own.subAdmin)).data).toEqual([]);
    await send(reportOf({ siteId: elsewhere.siteId, type: 'theft' }), elsewhere.device);
    expect((await noticesOf(elsewhere.subAdmin)).data).toMatchObject([report]);
    const hindi = await elsewhere.admin('GET', '/secure/notification/list', {
      query: { offset: '0', limit: '5' },
      headers: { 'accept-language': 'hi' },
    });
    expect(hindi.json().data[0].message).toBe('River Depot पर चोरी की सूचना मिली है।');
  });
});

it('[NOTIF-05] an incident that is opened at a console notifies those of its site, too', async () => {
  const own = await makeIncidentWorld(server);
  await open(own);
  const report = { kind: 'incidentReported', message: 'Fire or smoke was reported at River Depot.' };
  expect((await noticesOf(own.subAdmin)).data).toMatchObject([report]);
  await open(own, { siteId: own.otherSiteId });
  expect((await noticesOf(own.subAdmin)).data).toHaveLength(1);
});

describe('a photo of a guard’s report', () => {
  const photo = (id: string, photoId: string, bytes: Buffer, by = world.device) =>
    by('POST', `/field/incident/${id}/photo/${photoId}`, formOf(bytes));

  it('[MNG-08] is drawn again, once however often it is sent, and shows with the incident', async () => {
    const report = reportOf();
    await send(report);
    const photoId = randomUUID();
    const bytes = await plainPicture(600, 400);
    const first = await photo(report.id, photoId, bytes);
    expect(first.statusCode).toBe(200);
    expect((await photo(report.id, photoId, bytes)).json()).toEqual(first.json());
    const { photos, history } = await read(report.id, world.subAdmin);
    expect(photos).toMatchObject([{ id: photoId, width: 600, height: 400 }]);
    expect(history.at(-1)).toMatchObject({ kind: 'photos', actorKind: 'guard' });
    const shown = await world.subAdmin('GET', `/secure/incidents/${report.id}/photos/${photos[0].fileId}`);
    expect(shown.headers['content-type']).toBe('image/jpeg');
    const other = await photo(report.id, photoId, await plainPicture(500));
    expect(other.json().general[0].code).toBe('idReused');
  });

  it('[MNG-08] is refused after twelve, of which each may be sent again', async () => {
    const report = reportOf();
    await send(report);
    const bytes = await plainPicture();
    const ids = Array.from({ length: incidentPhotosMax }, () => randomUUID());
    for (const id of ids) expect((await photo(report.id, id, bytes)).statusCode).toBe(200);
    const more = await photo(report.id, randomUUID(), bytes);
    expect([more.statusCode, more.json().general[0].code]).toEqual([409, 'photosFull']);
    expect((await photo(report.id, ids[0] ?? '', bytes)).statusCode).toBe(200);
    expect((await read(report.id)).photos).toHaveLength(incidentPhotosMax);
  });

  it('[MNG-08] of several at once the twelfth is taken and none more, and one that comes twice has its receipt', async () => {
    const bytes = await plainPicture();
    const db = server.database.forTenant(world.tenant.id);
    const scope = { db, tenantId: world.tenant.id, guardId: world.guardId, deviceId: randomUUID() };
    const receive = (incidentId: string, photoIds: readonly string[]) =>
      Promise.allSettled(
        photoIds.map((photoId) =>
          receivePhoto(testFiles(), scope, { incidentId, photoId, name: 'photo.png', bytes }),
        ),
      );
    const idsOf = (count: number) => Array.from({ length: count }, () => randomUUID());
    const report = reportOf();
    await send(report);
    for (const id of idsOf(incidentPhotosMax - 1)) await photo(report.id, id, bytes);
    const ends = await receive(report.id, idsOf(3));
    expect(ends.map((end) => end.status).toSorted()).toEqual(['fulfilled', 'rejected', 'rejected']);
    expect((await read(report.id)).photos).toHaveLength(incidentPhotosMax);
    const other = reportOf();
    await send(other);
    const twice = randomUUID();
    const [one, two] = await receive(other.id, [twice, twice]);
    expect([one, two]).toEqual([one, one]);
    expect(one?.status).toBe('fulfilled');
    expect((await read(other.id)).photos).toHaveLength(1);
  });

  it('[MNG-08] is refused for what is no picture, for another guard’s report and for one opened at a console', async () => {
    const report = reportOf();
    await send(report);
    expect((await photo(report.id, randomUUID(), Buffer.from('<svg/>'))).statusCode).toBe(400);
    const other = await makeGuard(server.owner, world.tenant, { siteIds: [world.siteId] });
    const device = await deviceOf(server, world.tenant, other.id);
    const bytes = await plainPicture();
    expect((await photo(report.id, randomUUID(), bytes, device)).statusCode).toBe(404);
    expect((await photo(randomUUID(), randomUUID(), bytes)).statusCode).toBe(404);
    const foreign = await makeIncidentWorld(server);
    expect((await photo(report.id, randomUUID(), bytes, foreign.device)).statusCode).toBe(404);
    const browser = await browserOf(server, world.tenant, world.adminId);
    expect((await photo(report.id, randomUUID(), bytes, browser)).statusCode).toBe(401);
  });
});
