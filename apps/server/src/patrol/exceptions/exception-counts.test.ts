// What counters say of a filter is what its rows say, whatever became of the items in the meantime.
import { beforeAll, describe, expect, it } from 'vitest';
import { exceptionAgeStates, exceptionKinds, exceptionSeverities } from '@watchpost/domain/exceptions';
import { addDays, calendarDate } from '@watchpost/domain/time-zone';
import { makeSite, type MadeTenant } from '../../testing/factories.ts';
import { makeClosedException, makeException } from '../../testing/make-exception.ts';
import { type Caller, testApp, type TestApp } from '../../testing/test-app.ts';
import { makeExceptionWorld } from './exceptions.testing.ts';

const hour = 3_600_000;
const nowMs = Date.now();
const today = calendarDate(nowMs, 'UTC');

let server: TestApp;
let tenant: MadeTenant;
let admin: Caller;
let siteId: string;

beforeAll(async () => {
  server = await testApp();
  ({ tenant, admin } = await makeExceptionWorld(server));
  siteId = await makeSite(server.owner, tenant);
  const sites = [siteId, await makeSite(server.owner, tenant)];
  const open: string[] = [];
  for (let index = 0; index < 48; index += 1) {
    const values = {
      kind: exceptionKinds[index % 4] ?? 'missed',
      severity: 1 + (Math.floor(index / 4) % 4),
      happened_at_ms: nowMs - index * 5 * hour,
      opened_at_ms: nowMs - index * 5 * hour + 60_000,
    };
    const site = sites[index % 3 === 0 ? 1 : 0] ?? siteId;
    if (index % 5 === 0) await makeClosedException(server.owner, tenant, site, values);
    else open.push(await makeException(server.owner, tenant, site, values));
  }
  const version = async (id: string) =>
    (await admin('GET', `/secure/exceptions/${id}`)).json().exception.version;
  const items = await Promise.all(open.slice(0, 12).map(async (id) => ({ id, version: await version(id) })));
  const change = (path: string, body: object) => admin('POST', `/secure/exceptions/${path}`, { body });
  const taken = (await change('take', { items })).json().changed;
  const closing = { outcome: 'other', reason: 'Seen' };
  const closed = (await change('close', { items: taken.slice(0, 6), ...closing })).json().changed;
  await change('assign', { items: taken.slice(6, 9), userId: null });
  await change(`${closed[0].id}/reopen`, { version: closed[0].version, reason: 'Once more' });
});

const list = async (query: Readonly<Record<string, string | undefined>>, timezone = 'UTC') =>
  (
    await admin('GET', '/secure/exceptions', { query: { ...query, limit: '100' }, headers: { timezone } })
  ).json();

const states = ['open', 'inHand', 'closed', 'unsettled'];
const filters: Readonly<Record<string, string | undefined>>[] = [
  {},
  ...states.map((status) => ({ status })),
  ...states.flatMap((status) => exceptionKinds.map((kind) => ({ status, kind }))),
  ...exceptionSeverities.flatMap((severity) => [{ severity }, { severity, status: 'unsettled' }]),
  ...states.map((status) => ({ status, owner: 'none' })),
  ...exceptionAgeStates.flatMap((age) => [
    { age },
    { age, status: 'inHand' },
    { age, owner: 'none' },
    { age, severity: 'high', kind: 'missed' },
  ]),
  { age: 'overdue', status: 'closed' },
  { from: addDays(today, -3), to: addDays(today, -1) },
  { from: addDays(today, -2), status: 'unsettled' },
  { to: addDays(today, -4), kind: 'late' },
  { from: today, to: today },
];

describe('the number of exceptions', () => {
  it.each(filters)('of %j is the number of its rows, at all sites and at one', async (filter) => {
    for (const query of [filter, { ...filter, site: siteId }]) {
      const { count, data } = await list(query);
      expect(count).toBe(data.length);
    }
  });

  it('of days is that of the days of the caller’s zone', async () => {
    const days = { from: addDays(today, -5), to: addDays(today, -2) };
    for (const zone of ['Pacific/Kiritimati', 'Asia/Kathmandu', 'Pacific/Pago_Pago']) {
      for (const filter of [days, { ...days, owner: 'none' }, { ...days, status: 'closed' }]) {
        const { count, data } = await list(filter, zone);
        expect(count).toBe(data.length);
      }
    }
  });

  it('is the sum that the summary shows, of all and of each site', async () => {
    for (const query of [{}, { site: siteId }] as Record<string, string>[]) {
      const summary = (await admin('GET', '/secure/exceptions/summary', { query })).json();
      const count = async (filter: Record<string, string>) =>
        (await list({ ...query, ...filter })).data.length;
      expect(summary.open).toBe(await count({ status: 'open' }));
      expect(summary.inHand).toBe(await count({ status: 'inHand' }));
      expect(summary.overdue).toBe(await count({ age: 'overdue' }));
      expect(summary.unowned).toBe(await count({ status: 'unsettled', owner: 'none' }));
      for (const { kind, open, inHand } of summary.kinds) {
        expect([open, inHand]).toEqual([
          await count({ kind, status: 'open' }),
          await count({ kind, status: 'inHand' }),
        ]);
      }
    }
  });
});
