// Deletes a photo when nothing shows it any more, even one from another user, since an erasure no longer finds a replaced one.
import { beforeAll, beforeEach, expect, it, vi } from 'vitest';
import type { FileStore } from '../../platform/adapters/files/file-store.ts';
import { makeGuard, makeSite, makeTenant, makeUser, type MadeTenant } from '../../testing/factories.ts';
import { makeException } from '../../testing/make-exception.ts';
import { browserOf } from '../../testing/made-sessions.ts';
import { type Caller, testApp, type TestApp } from '../../testing/test-app.ts';
import { makePhoto, testFiles } from '../../testing/test-files.ts';
import { testSealing } from '../../testing/test-sealing.ts';
import { testJobs } from '../../testing/test-jobs.ts';
import { applyPeriods, personalDataJobs } from './personal-data.jobs.ts';

let server: TestApp;
let tenant: MadeTenant;
let userId: string;
let admin: Caller;

const settings = (files: FileStore, problems: string[]) => ({
  files,
  sealing: testSealing(),
  onProblem: (problem: string) => problems.push(problem),
});

beforeAll(async () => {
  server = await testApp();
  await testJobs(server, personalDataJobs(settings(testFiles(), [])));
});

beforeEach(async () => {
  tenant = await makeTenant(server.owner);
  userId = (await makeUser(server.owner, tenant)).id;
  admin = await browserOf(server, tenant, userId);
});

const photo = () => makePhoto(server.owner, tenant, userId);

async function photos(count: number): Promise<string[]> {
  const ids: string[] = [];
  for (let at = 0; at < count; at += 1) ids.push(await photo());
  return ids;
}

const age = (of = tenant, hours = 2) =>
  server.owner
    .updateTable('files')
    .set({ created_at: new Date(Date.now() - hours * 3_600_000) })
    .where('tenant_id', '=', of.id)
    .execute();

/** Ids of the files of a tenant that are known, and keys of what is kept of them. */
async function left(of = tenant): Promise<{ known: string[]; stored: string[] }> {
  const rows = await server.owner
    .selectFrom('files')
    .select('id')
    .where('tenant_id', '=', of.id)
    .orderBy('id')
    .execute();
  const stored = new Set<string>();
  for await (const key of testFiles().list()) {
    const [owner, id] = key.split('/');
    if (owner === of.id && id !== undefined) stored.add(id);
  }
  return { known: rows.map(({ id }) => id), stored: [...stored].toSorted() };
}
const both = (ids: readonly string[]) => ({ known: ids.toSorted(), stored: ids.toSorted() });

const fields = {
  employeeId: 'W2001',
  firstName: 'Sunita',
  lastName: 'More',
  email: '',
  phoneNumber: '',
  countryCode: '+91',
  siteIds: [] as string[],
};

it('[MNG-03] a guard’s photo that is replaced or taken away goes at once, also one that is new', async () => {
  const [first, second, third] = [await photo(), await photo(), await photo()];
  const created = await admin('POST', '/secure/guards', { body: { ...fields, photo: first } });
  const path = `/secure/guards/${created.json().id}`;
  const save = async (next: string, version: number) =>
    expect((await admin('PUT', path, { body: { ...fields, photo: next, version } })).statusCode).toBe(200);
  await save(second, 1);
  await vi.waitFor(async () => expect(await left()).toEqual(both([second, third])), { timeout: 20_000 });
  expect((await admin('GET', `/secure/files/${first}`)).statusCode).toBe(404);
  expect((await admin('GET', `/secure/files/${second}`)).statusCode).toBe(200);
  await save('', 2);
  await vi.waitFor(async () => expect(await left()).toEqual(both([third])), { timeout: 20_000 });
});

it('[MNG-03] a replaced photo that somebody else shows stays', async () => {
  const [shared, other, next] = [await photo(), await photo(), await photo()];
  const created = await admin('POST', '/secure/guards', { body: { ...fields, photo: shared } });
  await makeGuard(server.owner, tenant, { photo: shared });
  const second = await makeGuard(server.owner, tenant, { photo: other, employee_id: 'W2002' });
  for (const [id, employeeId] of [
    [created.json().id, 'W2001'],
    [second.id, 'W2002'],
  ]) {
    const body = { ...fields, employeeId, photo: next, version: 1 };
    expect((await admin('PUT', `/secure/guards/${id}`, { body })).statusCode).toBe(200);
  }
  await vi.waitFor(async () => expect(await left()).toEqual(both([shared, next])), { timeout: 20_000 });
});

it('the nightly job deletes photos that nothing shows, from any user, and none that is new', async () => {
  const [ofGuard, ofUser, ofDeleted] = [await photo(), await photo(), await photo()];
  await makeGuard(server.owner, tenant, { photo: ofGuard });
  await makeGuard(server.owner, tenant, { photo: ofDeleted, activated: false, deleted_at: new Date() });
  const profile = { profile_image: ofUser };
  await server.owner.updateTable('users').set(profile).where('id', '=', userId).execute();
  const [, orphan] = await photos(2);
  await server.owner.updateTable('files').set({ owner_id: null }).where('id', '=', String(orphan)).execute();
  await age();
  const fresh = await photo();
  const problems: string[] = [];
  await applyPeriods(settings(testFiles(), problems), server.database);
  expect([await left(), problems]).toEqual([both([ofGuard, ofUser, ofDeleted, fresh]), []]);
});

async function image(): Promise<string> {
  const id = await photo();
  await server.owner.updateTable('files').set({ purpose: 'image' }).where('id', '=', id).execute();
  return id;
}

it('[MNG-08] photos that were never saved with an incident go when no session is left that could, and no others', async () => {
  const [ofIncident, ofException, forgotten] = [await image(), await image(), await image()];
  const siteId = await makeSite(server.owner, tenant);
  const incident = { siteId, guardId: null, type: 'other', severity: 'low', description: 'Smoke.' };
  const body = { ...incident, position: null, photoIds: [ofIncident] };
  expect((await admin('POST', '/secure/incidents', { body })).statusCode).toBe(200);
  const exception_id = await makeException(server.owner, tenant, siteId, { kind: 'missed' });
  const evidence = { tenant_id: tenant.id, file_id: ofException, exception_id, added_at_ms: Date.now() };
  await server.owner.insertInto('exception_files').values(evidence).execute();
  const night = () => applyPeriods(settings(testFiles(), []), server.database);
  await age(tenant, 30 * 24);
  await night();
  expect(await left()).toEqual(both([ofIncident, ofException, forgotten]));
  await age(tenant, 32 * 24);
  const draft = await image();
  await night();
  expect(await left()).toEqual(both([ofIncident, ofException, draft]));
  expect(
    (await admin('POST', '/secure/incidents', { body: { ...body, photoIds: [draft] } })).statusCode,
  ).toBe(200);
});

it('a photo that cannot be deleted is logged, stays listed, and delays neither others nor other tenants', async () => {
  const [lost] = await photos(3);
  const other = await makeTenant(server.owner);
  await makePhoto(server.owner, other, (await makeUser(server.owner, other)).id);
  // More than are looked for at once.
  const [one] = await server.owner.selectFrom('files').selectAll().where('id', '=', String(lost)).execute();
  if (one === undefined) throw new Error('no photo');
  const more = Array.from({ length: 150 }, (_row, at) => {
    const id = `ffffffff-ffff-7fff-8fff-${String(at).padStart(12, '0')}`;
    return { ...one, id, storage_key: `${tenant.id}/${id}` };
  });
  await server.owner.insertInto('files').values(more).execute();
  await age();
  await age(other);
  const problems: string[] = [];
  const files: FileStore = {
    ...testFiles(),
    delete: (key) =>
      key.includes(String(lost)) ? Promise.reject(new Error('the disk is broken')) : testFiles().delete(key),
  };
  await applyPeriods(settings(files, problems), server.database);
  expect([await left(), await left(other)]).toEqual([both([String(lost)]), both([])]);
  const message = 'is kept longer than it should be: Error: the disk is broken';
  expect(problems).toEqual([`personal data of tenant ${tenant.id} ${message}`]);
});

it('a server that leaves clears no more of them', async () => {
  const ids = await photos(3);
  await age();
  const stopping = new AbortController();
  const files: FileStore = {
    ...testFiles(),
    delete: (key) => {
      if (key.startsWith(tenant.id)) stopping.abort();
      return testFiles().delete(key);
    },
  };
  await applyPeriods(settings(files, []), server.database, stopping.signal);
  expect(await left()).toEqual(both(ids.slice(1)));
});
