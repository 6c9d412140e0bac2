// Choosing how long rounds are kept; what comes of it is tried in archives/archive-months.test.ts.
import { randomUUID } from 'node:crypto';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { retentionGraceMs } from '@watchpost/domain/retention';
import { makeSite, makeTenant, type MadeTenant } from '../../testing/factories.ts';
import { browserOfNew, browserOfStranger } from '../../testing/made-sessions.ts';
import { type Caller, testApp, type TestApp } from '../../testing/test-app.ts';

const path = '/secure/app-settings/retention';
let server: TestApp;
let tenant: MadeTenant;
let admin: Caller;

beforeAll(async () => {
  server = await testApp();
});
beforeEach(async () => {
  tenant = await makeTenant(server.owner);
  admin = await browserOfNew(server, tenant);
});

const save = (monthsToKeep: unknown, version = 0, caller = admin) =>
  caller('PUT', path, { body: { version, monthsToKeep } });

describe('the choice how long rounds are kept', () => {
  it('is everything until somebody chooses, and is the tenant’s own', async () => {
    const all = { version: 0, monthsToKeep: null, startsAtMs: null, oldestMs: null, archives: [] };
    expect((await admin('GET', path)).json()).toEqual(all);
    expect((await save(24)).json()).toMatchObject({ version: 1, monthsToKeep: 24 });
    expect((await (await browserOfStranger(server))('GET', path)).json()).toEqual(all);
  });

  it('takes effect a week later, and again with each save', async () => {
    const beforeMs = Date.now();
    const { startsAtMs } = (await save(24)).json();
    expect(startsAtMs).toBeGreaterThanOrEqual(beforeMs + retentionGraceMs);
    await server.owner
      .updateTable('retention_settings')
      .set({ starts_at_ms: startsAtMs - retentionGraceMs })
      .where('tenant_id', '=', tenant.id)
      .execute();
    expect((await save(12, 1)).json().startsAtMs).toBeGreaterThanOrEqual(startsAtMs);
    expect((await save(null, 2)).json()).toMatchObject({ monthsToKeep: null, startsAtMs: null });
  });

  it('leaves an entry in the audit log that says what changed', async () => {
    await save(24);
    const { data } = (await admin('GET', '/secure/audit-log', { query: { limit: '5' } })).json();
    const entry = data.find(({ action }: { action: string }) => action === 'settings.changed');
    expect(entry).toMatchObject({ after: { monthsToKeep: 24 } });
  });

  it('saved by two at once is that of the first, and the second is refused', async () => {
    const replies = await Promise.all([save(24), save(36)]);
    expect(replies.map((reply) => reply.statusCode).toSorted()).toEqual([200, 409]);
    expect((await save(48, 0)).statusCode).toBe(409);
  });

  it('is refused to a sub admin, as are the archives', async () => {
    const sub = await browserOfNew(server, tenant, await makeSite(server.owner, tenant));
    expect((await sub('GET', path)).statusCode).toBe(403);
    expect((await save(24, 0, sub)).statusCode).toBe(403);
    expect((await sub('GET', `${path}/archives/${randomUUID()}/files/0`)).statusCode).toBe(403);
  });

  it.each([2, 241, 3.5, '24', -1])('%j months are refused at the field', async (months) => {
    const reply = await save(months);
    expect([reply.statusCode, Object.keys(reply.json())]).toEqual([400, ['monthsToKeep']]);
  });
});

it('an archive that is still being written shows no files and hands out none', async () => {
  const archive = { tenant_id: tenant.id, id: randomUUID(), month_ms: 0, until_ms: 1, begun_at_ms: 2 };
  await server.owner
    .insertInto('archives')
    .values({
      ...archive,
      verified_at_ms: null,
      removed_at_ms: null,
      worker: randomUUID(),
      lease_until_ms: 3,
    })
    .execute();
  const file = { archive_id: archive.id, no: 0, kind: 'rows', pieces: 0, bytes: 5, rounds: 1 } as const;
  await server.owner
    .insertInto('archive_files')
    .values({ tenant_id: tenant.id, ...file, sha256: Buffer.alloc(32) })
    .execute();
  const shown = async () => (await admin('GET', path)).json().archives[0].files.length;
  const handedOut = async () => (await admin('GET', `${path}/archives/${archive.id}/files/0`)).statusCode;
  expect([await shown(), await handedOut()]).toEqual([0, 404]);
  await server.owner
    .updateTable('archives')
    .set({ status: 'verified', verified_at_ms: 4 })
    .where('id', '=', archive.id)
    .execute();
  expect([await shown(), await handedOut()]).toEqual([1, 200]);
  const entries = await server.owner
    .selectFrom('audit_entries')
    .select(['action', 'subject_label'])
    .where('tenant_id', '=', tenant.id)
    .where('action', '=', 'export.made')
    .execute();
  expect(entries).toEqual([{ action: 'export.made', subject_label: 'Archive' }]);
});
