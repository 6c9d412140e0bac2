// What the answers of a push service lead to.
import { CompiledQuery } from 'kysely';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Browser } from '../../platform/adapters/push/push-receiver.testing.ts';
import { type Company, makeCompany, openPushWorld, type PushWorld, until } from './push-world.testing.ts';

let world: PushWorld;
let company: Company;
beforeAll(async () => {
  world = await openPushWorld();
});
beforeEach(async () => {
  company = await makeCompany(world);
});
const received = (browser: Browser) => browser.received.map(({ text }) => JSON.parse(text));

describe('a push service', () => {
  it.each([404, 410])('that answers %s has the stale subscription removed, others stay', async (status) => {
    const [stale, living] = [await company.subscribed(), await company.subscribed()];
    stale.answers.push({ status });
    await company.raise();
    await world.idle();
    expect((await company.stored()).map(({ id }) => id)).toEqual([living.id]);
    await company.raise();
    await world.idle();
    expect([stale.requests, living.received.length]).toEqual([1, 2]);
    expect(world.problems).toEqual([]);
  });

  it.each([429, 500, 503])('that answers %s is asked again until it takes the message', async (status) => {
    const browser = await company.subscribed();
    browser.answers.push({ status, headers: { 'retry-after': '0' } }, { status });
    await company.raise();
    await until(() => expect(browser.received.length).toBe(1));
    expect([browser.requests, (await company.stored()).length]).toEqual([3, 1]);
  });

  it('is not asked before the time that it names', async () => {
    const browser = await company.subscribed();
    browser.answers.push({ status: 429, headers: { 'retry-after': '600' } });
    await company.raise();
    const runAt = async () => {
      const text = `SELECT extract(epoch FROM run_at - now())::float / 60 AS minutes FROM graphile_worker.jobs`;
      const { rows } = await world.owner.executeQuery<{ minutes: number }>(CompiledQuery.raw(text));
      return rows.map(({ minutes }) => Math.round(minutes));
    };
    await until(async () => expect(await runAt()).toEqual([10]));
    expect(browser.requests).toBe(1);
    const end = 'SELECT graphile_worker.complete_jobs(array_agg(id)) FROM graphile_worker.jobs';
    await world.owner.executeQuery(CompiledQuery.raw(end));
  });

  it('that never takes it ends the tries, and the operator hears why without the address', async () => {
    const browser = await company.subscribed();
    browser.answers.push({ status: 503 }, { status: 503 }, { status: 503 }, { status: 503 });
    await company.raise();
    await until(() =>
      expect(world.problems).toEqual(['push: localhost answered 503; the notice is given up']),
    );
    expect([browser.requests, (await company.stored()).length]).toEqual([4, 1]);
  });

  it('that answers 413 gets the message again without its body', async () => {
    const browser = await company.subscribed();
    browser.answers.push({ status: 413 });
    await company.raise();
    await until(() =>
      expect(received(browser)).toMatchObject([{ title: 'SOS', body: '', link: '/sos?id=7' }]),
    );
  });

  it('that answers 403 loses the message, not the subscription; a redirect is not followed', async () => {
    const browser = await company.subscribed();
    const elsewhere = world.receiver.browser();
    browser.answers.push(
      { status: 403 },
      { status: 307, headers: { location: elsewhere.subscription.endpoint } },
    );
    await company.raise();
    await world.idle();
    await company.raise();
    await world.idle();
    expect(world.problems).toEqual([
      'push: localhost answered 403; the notice is given up',
      'push: localhost answered 307; the notice is given up',
    ]);
    expect([browser.requests, elsewhere.requests, (await company.stored()).length]).toEqual([2, 0, 1]);
  });
});
