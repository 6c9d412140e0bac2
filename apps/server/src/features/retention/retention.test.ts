// Choosing how long rounds are kept; what comes of it is tried in archives/keep-months.test.ts.
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

  it('takes effect a week later, and anew with each save', async () => {
    const beforeMs = Date.now();
    const { startsAtMs } = (await save(24)).json();
    expect(startsAtMs).toBeGreaterThanOrEqual(beforeMs + retentionGraceMs);
    expect((await save(12, 1)).json().startsAtMs).toBeGreaterThanOrEqual(startsAtMs);
    expect((await save(null, 2)).json()).toMatchObject({ monthsToKeep: null, startsAtMs: null });
  });

  it('leaves an entry in the audit log that says what changed', async () => {
    await save(24);
    const { data } = (await admin('GET', '/secure/audit-log', { query: { limit: '5' } })).json();
    const entry = data.find(({ action }: { action: string }) => action === 'settings.changed');
    expect(entry).toMatchObject({ after: { monthsToKeep: 24 } });
  });

  it('of two who save at once is that of the first, and the second is told', async () => {
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
