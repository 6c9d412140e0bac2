import { beforeAll, describe, expect, it } from 'vitest';
import { makeGuard, makeTenant, makeUser, type MadeTenant } from '../../testing/factories.ts';
import { atFileEnd } from '../../testing/file-end.ts';
import { browserOf } from '../../testing/made-sessions.ts';
import { buildTestApp, type Caller, testApp, type TestApp } from '../../testing/test-app.ts';

const limits = { requestsPerMinute: 30, exportsPerMinute: 4, reportedAtOnce: 5 };

let servers: [TestApp, TestApp];
let tenant: MadeTenant;

beforeAll(async () => {
  const one = await testApp({ accountLimits: limits });
  const app = await buildTestApp(one.database, { accountLimits: limits });
  atFileEnd(() => app.close());
  servers = [one, { ...one, app }];
  tenant = await makeTenant(one.owner);
  await makeGuard(one.owner, tenant);
});

/** Somebody new, at each of two servers of one database. */
async function atBoth(): Promise<[Caller, Caller]> {
  const [one, other] = servers;
  const { id } = await makeUser(one.owner, tenant);
  return [await browserOf(one, tenant, id), await browserOf(other, tenant, id)];
}

const list = (caller: Caller) => caller('GET', '/secure/guards');
const exported = (caller: Caller) => caller('GET', '/secure/guards/export', { query: { format: 'csv' } });

/** Statuses of so many requests, at one server and the other in turn. */
async function oneByOne(
  callers: readonly Caller[],
  count: number,
  ask: (caller: Caller) => ReturnType<Caller>,
) {
  const replies = [];
  for (let at = 0; at < count; at += 1) {
    const caller = callers[at % callers.length];
    if (caller !== undefined) replies.push(await ask(caller));
  }
  return replies;
}
const served = (replies: readonly { readonly statusCode: number }[]) =>
  replies.filter(({ statusCode }) => statusCode === 200).length;

/** Back as far as a minute. */
const passMinute = () =>
  servers[0].owner
    .updateTable('sign_in_failures')
    .set({ window_started_at: new Date(Date.now() - 61_000) })
    .execute();

describe('an account', () => {
  it('refuses exports over the limit per minute, counted across all servers', async () => {
    const callers = await atBoth();
    const replies = await oneByOne(callers, 6, exported);
    expect(replies.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200, 200, 429, 429]);
    const last = replies.at(-1);
    expect(last?.json().general).toEqual([expect.objectContaining({ code: 'slowDown' })]);
    expect(Number(last?.headers['retry-after'])).toBeGreaterThan(0);
    expect(Number(last?.headers['retry-after'])).toBeLessThanOrEqual(60);
    expect(served(await oneByOne(callers, 2, list))).toBe(2);
    expect(served(await oneByOne(await atBoth(), 2, exported))).toBe(2);
    await passMinute();
    expect(served(await oneByOne(callers, 2, exported))).toBe(2);
  });

  it('refuses requests over the limit per minute, counted across all servers', async () => {
    const callers = await atBoth();
    const replies = await oneByOne(callers, 60, list);
    const { requestsPerMinute, reportedAtOnce } = limits;
    expect(served(replies)).toBeGreaterThanOrEqual(requestsPerMinute);
    expect(served(replies)).toBeLessThanOrEqual(requestsPerMinute + servers.length * reportedAtOnce);
    const last = replies.at(-1);
    expect([last?.statusCode, last?.json().general[0].code]).toEqual([429, 'slowDown']);
    expect(Number(last?.headers['retry-after'])).toBeGreaterThan(0);
    expect(served(await oneByOne(await atBoth(), 10, list))).toBe(10);
  });
});
