// The log over HTTP: what a filter finds, page by page and as a file, and for whom.
import { randomUUID } from 'node:crypto';
import { parseCsv } from 'hucre/csv';
import { beforeAll, describe, expect, it } from 'vitest';
import type { AuditPage } from '@watchpost/contract/audit-log';
import * as audit from '@watchpost/domain/audit-actions';
import { CompiledQuery } from 'kysely';
import {
  makeCheckpoint,
  makeGuard,
  makeSite,
  makeTenant,
  makeUser,
  type MadeTenant,
} from '../../testing/factories.ts';
import { browserOf } from '../../testing/made-sessions.ts';
import { type Caller, testApp, type TestApp } from '../../testing/test-app.ts';
import { actionText, subjectText } from './audit-texts.ts';
import { type Asked, filtersOver, isMatch, type MadeEntry, makeEntries } from './audit-entries.testing.ts';

const path = '/secure/audit-log';
const noon = Date.UTC(2026, 4, 20, 12);

let server: TestApp;
let tenant: MadeTenant;
let made: MadeEntry[];
let superAdmin: Caller;

beforeAll(async () => {
  server = await testApp();
  tenant = await makeTenant(server.owner);
  made = await makeEntries(server.owner, tenant, 400, noon);
  superAdmin = await browserOf(server, tenant, (await makeUser(server.owner, tenant)).id);
});

async function list(query: Record<string, string>, caller = superAdmin): Promise<AuditPage> {
  const reply = await caller('GET', path, { query });
  expect(reply.statusCode).toBe(200);
  return reply.json();
}

/** Every page from the newest on. */
async function walk(query: Record<string, string>): Promise<AuditPage[]> {
  const pages = [await list(query)];
  for (;;) {
    const before = pages.at(-1)?.older ?? null;
    if (before === null) return pages;
    pages.push(await list({ ...query, before }));
  }
}

const idsOf = (rows: readonly { readonly id: string }[]) => rows.map(({ id }) => id);
const queryOf = (asked: Asked): Record<string, string> => ({ ...asked });

describe('filters of the log', () => {
  it('find exactly the entries that a look at each one finds, newest first, and count them', async () => {
    let matched = 0;
    for (const asked of filtersOver(made)) {
      const expected = idsOf(made.filter((entry) => isMatch(entry, asked)));
      const page = await list({ ...queryOf(asked), limit: '100' });
      expect([asked, idsOf(page.data)]).toEqual([asked, expected.slice(0, 100)]);
      expect([asked, page.count, page.isCountExact]).toEqual([asked, expected.length, true]);
      matched += expected.length > 0 ? 1 : 0;
    }
    expect(matched).toBeGreaterThan(40);
  });

  it('days are those of the time zone that is asked from', async () => {
    const query = { from: '2026-05-12', to: '2026-05-12', limit: '100' };
    const reply = await superAdmin('GET', path, { query, headers: { timezone: 'Asia/Kolkata' } });
    const shifted = made.filter(({ at }) => isMatch({ ...(made[0] ?? fail()), at: at + 19_800_000 }, query));
    expect(idsOf(reply.json().data)).toEqual(idsOf(shifted));
  });

  it.each([
    [{ from: '2026-05-12' }, 'to'],
    [{ from: '2026-05-12', to: '2026-05-11' }, 'from'],
    [{ action: 'nothing.done' }, 'action'],
    [{ actor: 'me' }, 'actor'],
    [{ limit: '101' }, 'limit'],
    [{ before: '1' }, 'before'],
    [{ subjectType: 'weather' }, 'subjectType'],
    [{ subjectId: 'anything' }, 'subjectId'],
    [{ searchText: 'x'.repeat(101) }, 'searchText'],
  ])('%j is refused by its field', async (query, field) => {
    const reply = await superAdmin('GET', path, { query });
    expect([reply.statusCode, Object.keys(reply.json())]).toEqual([400, [field]]);
  });
});

function fail(): never {
  throw new Error('nothing was made');
}

describe('pages of the log', () => {
  it.each([{}, { searchText: 'rao' }, { subjectType: 'user' }])(
    'of %j lead through every entry once, to the end and back',
    async (asked) => {
      const expected = made.filter((entry) => isMatch(entry, asked));
      const query = { ...queryOf(asked), limit: '30' };
      const pages = await walk(query);
      expect(pages.flatMap(({ data }) => idsOf(data))).toEqual(idsOf(expected));
      expect(pages.map(({ newer }) => newer === null)).toEqual(pages.map((_, at) => at === 0));
      for (const [at, page] of pages.slice(1).entries()) {
        const back = await list({ ...query, after: page.newer ?? '' });
        expect(idsOf(back.data)).toEqual(idsOf(pages[at]?.data ?? []));
      }
    },
  );

  it('of older entries stay the same while new ones are written', async () => {
    const own = await makeTenant(server.owner);
    await makeEntries(server.owner, own, 50, noon);
    const caller = await browserOf(server, own, (await makeUser(server.owner, own)).id);
    const first = await list({ limit: '20' }, caller);
    const second = await list({ limit: '20', before: first.older ?? '' }, caller);
    await makeEntries(server.owner, own, 5, noon + 86_400_000);
    const again = await list({ limit: '20', before: first.older ?? '' }, caller);
    expect(again.data).toEqual(second.data);
    expect(again.count).toBe(55);
  });

  it('say when there are more entries than are counted', async () => {
    const own = await makeTenant(server.owner);
    await server.owner.executeQuery(
      CompiledQuery.raw(
        `INSERT INTO audit_entries (tenant_id, id, at_ms, actor_name, action, subject_type, subject_id,
          subject_label, address, agent, request_id)
        SELECT $1::uuid, gen_random_uuid(), 1, '', 'session.signedIn', 'user', 'x', 'x', '', '', ''
        FROM generate_series(1, $2::int)`,
        [own.id, audit.auditCountMax],
      ),
    );
    const caller = await browserOf(server, own, (await makeUser(server.owner, own)).id);
    const exact = await list({}, caller);
    expect([exact.count, exact.isCountExact]).toEqual([audit.auditCountMax, true]);
    await makeEntries(server.owner, own, 1, noon);
    const more = await list({}, caller);
    expect([more.count, more.isCountExact]).toEqual([audit.auditCountMax, false]);
  });

  it('ask for more letters when very many names match', async () => {
    const own = await makeTenant(server.owner);
    const names = Array.from({ length: audit.auditSearchNamesMax + 1 }, (_, at) => `record ${at}`);
    await server.owner
      .insertInto('audit_names')
      .values(names.map((name) => ({ tenant_id: own.id, kind: 'subject' as const, id: name, name })))
      .execute();
    const caller = await browserOf(server, own, (await makeUser(server.owner, own)).id);
    const reply = await caller('GET', path, { query: { searchText: 'record' } });
    expect([reply.statusCode, Object.keys(reply.json())]).toEqual([400, ['searchText']]);
    expect((await list({ searchText: 'record 40' }, caller)).count).toBe(0);
  });
});

describe('the log', () => {
  it('is closed to sub admins, whatever their tenant stores, and holds nothing of another tenant', async () => {
    const other = await makeTenant(server.owner);
    const siteId = await makeSite(server.owner, tenant);
    await server.owner
      .insertInto('tenant_settings')
      .values({ tenant_id: tenant.id, sub_admin_access: JSON.stringify({ AUDIT_LOG: ['view', 'export'] }) })
      .execute();
    const subAdmin = await browserOf(server, tenant, (await makeUser(server.owner, tenant, { siteId })).id);
    for (const address of [path, `${path}/actors`, `${path}/export?format=csv`]) {
      expect((await subAdmin('GET', address)).statusCode).toBe(403);
    }
    const stranger = await browserOf(server, other, (await makeUser(server.owner, other)).id);
    expect(await list({}, stranger)).toMatchObject({ data: [], count: 0, older: null, newer: null });
    expect(await list({ before: made[5]?.id ?? '' }, stranger)).toMatchObject({ data: [], count: 0 });
    expect((await stranger('GET', `${path}/actors`)).json()).toEqual({ data: [] });
    const reply = await stranger('GET', `${path}/export`, { query: { format: 'csv' } });
    expect([reply.statusCode, reply.json().general[0].code]).toEqual([409, 'nothingToExport']);
  });

  it('calls records that fields hold what they are called now, and none of another tenant', async () => {
    const own = await makeTenant(server.owner);
    const siteId = await makeSite(server.owner, own, { name: 'Harbour' });
    const { id } = await makeGuard(server.owner, own, { first_name: 'Asha', last_name: 'Rao' });
    const { checkpointId } = await makeCheckpoint(server.owner, own, siteId, { name: 'Gate' });
    const caller = await browserOf(server, own, (await makeUser(server.owner, own)).id);
    const shiftId = await makeSite(server.owner, tenant);
    const after = { siteId, stops: [{ checkpointId }], guardIds: [id, randomUUID()], shiftId };
    await makeEntries(server.owner, own, 1, noon, after);
    const { names } = await list({}, caller);
    expect(names).toEqual({ [siteId]: 'Harbour', [id]: 'Asha Rao', [checkpointId]: 'Gate' });
    const reply = await caller('GET', `${path}/export`, { query: { format: 'csv' } });
    const [, row] = parseCsv(reply.body.replace(/^\uFEFF/, ''));
    expect(row?.[7]).toBe(
      `Stops: Checkpoint Gate (${checkpointId}); Site: Harbour (${siteId}); ` +
        `Shift: ${shiftId}; Guards: Asha Rao (${id}), ${after.guardIds[1]}`,
    );
  });

  it('names everybody in it once, for the filter, in the order of names', async () => {
    const { data } = (await superAdmin('GET', `${path}/actors`)).json();
    const names = data.map(({ name }: { name: string }) => name.toLowerCase());
    expect(names).toEqual(names.toSorted());
    const actors = new Map(made.flatMap(({ actorId, actorName }) => (actorId ? [[actorId, actorName]] : [])));
    expect(data.length).toBe(actors.size);
    for (const { id, name } of data) expect(name).toBe(actors.get(id));
  });

  it('calls people in its filter what they are called now', async () => {
    const own = await makeTenant(server.owner);
    const { id } = await makeUser(server.owner, own, { first_name: 'Before', last_name: 'Wedding' });
    const caller = await browserOf(server, own, id);
    await makeEntries(server.owner, own, 1, noon);
    await caller('GET', `${path}/export`, { query: { format: 'csv' } });
    await server.owner.updateTable('users').set({ first_name: 'After' }).where('id', '=', id).execute();
    expect((await caller('GET', `${path}/actors`)).json()).toEqual({ data: [{ id, name: 'After Wedding' }] });
  });
});

describe('the export', () => {
  it.each([{}, { searchText: 'rao', from: '2026-05-10', to: '2026-05-14' }])(
    'of %j holds the rows of the list, and is itself an entry',
    async (asked) => {
      const own = await makeTenant(server.owner);
      await makeEntries(server.owner, own, 1_100, noon);
      const user = await makeUser(server.owner, own, { first_name: 'Export', last_name: 'Er' });
      const caller = await browserOf(server, own, user.id);
      const expected: string[] = [];
      for (let before: string | null = null; ; ) {
        const page: AuditPage = await list(
          { ...queryOf(asked), limit: '100', ...(before === null ? {} : { before }) },
          caller,
        );
        expected.push(...idsOf(page.data));
        before = page.older;
        if (before === null) break;
      }
      const reply = await caller('GET', `${path}/export`, { query: { ...queryOf(asked), format: 'csv' } });
      expect(reply.statusCode).toBe(200);
      expect(reply.headers['content-disposition']).toContain('filename="Audit Log.csv"');
      const [head, ...rows] = parseCsv(reply.body.replace(/^\uFEFF/, ''));
      expect(head?.slice(0, 4)).toEqual(['Time', 'Done By', 'Role', 'Action']);
      expect(rows.map((row) => row.at(-1))).toEqual(expected);
      expect(rows[0]?.slice(6, 8)).toEqual(['Name: Old', 'Name: New; Limits: 1, 2']);
      const [entry] = (await list({ action: 'export.made', actor: user.id }, caller)).data;
      expect(entry).toMatchObject({
        actorName: 'Export Er',
        subjectId: 'auditLog',
        after: { format: 'csv', ...asked },
        requestId: reply.headers['x-request-id'],
      });
    },
  );

  it('tells all of an entry, each value under its heading', async () => {
    const own = await makeTenant(server.owner);
    const [, entry] = await makeEntries(server.owner, own, 2, noon);
    const caller = await browserOf(server, own, (await makeUser(server.owner, own)).id);
    const [, { requestId }] = (await list({}, caller)).data as [unknown, { requestId: string }];
    const headers = { timezone: 'Asia/Kolkata' };
    const reply = await caller('GET', `${path}/export`, { query: { format: 'csv' }, headers });
    const [head = [], , row] = parseCsv(reply.body.replace(/^\uFEFF/, ''));
    expect(head.map((heading, column) => [heading, row?.[column]])).toEqual([
      ['Time', '20/05/26 04:00 PM'],
      ['Done By', entry?.actorName],
      ['Role', 'Super admin'],
      // Which action it is changes with the list of all.
      ['Action', actionText(entry?.action ?? '')],
      ['Done To', subjectText(audit.auditActions[entry?.action as audit.AuditAction])],
      ['Name', entry?.subjectLabel],
      ['Before', 'Name: Old'],
      ['After', 'Name: New; Limits: 1, 2'],
      ['Address', '10.0.0.1'],
      ['Browser', 'Browser'],
      ['Record ID', entry?.subjectId],
      ['User ID', entry?.actorId],
      ['Request ID', requestId],
      ['Entry ID', entry?.id],
    ]);
  });

  it.each([
    ['hi', ['समय', 'किसने किया', 'भूमिका', 'कार्रवाई']],
    ['mr-IN', ['वेळ', 'कोणी केले', 'भूमिका', 'कृती']],
    ['fr', ['Time', 'Done By', 'Role', 'Action']],
  ])('[SHELL-07] is headed for a reader of %s', async (language, headings) => {
    const headers = { 'accept-language': language };
    const reply = await superAdmin('GET', `${path}/export`, { query: { format: 'csv' }, headers });
    const [head] = parseCsv(reply.body.replace(/^\uFEFF/, ''));
    expect(head?.slice(0, 4)).toEqual(headings);
  });

  it.each([
    ['xls', 'application/vnd.ms-excel'],
    ['xlsx', 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'],
    ['pdf', 'application/pdf'],
  ])('comes as .%s too', async (format, type) => {
    const reply = await superAdmin('GET', `${path}/export`, { query: { format } });
    expect([reply.statusCode, reply.headers['content-type']]).toEqual([200, type]);
    expect(reply.rawPayload.length).toBeGreaterThan(1_000);
  });
});
