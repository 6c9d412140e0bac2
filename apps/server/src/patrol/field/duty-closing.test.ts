// The field's bookkeeping and the system's closing of forgotten duties, together: whatever arrives when, and however
// often the clock comes by in between, the end is the same.
import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import type { FieldEvent } from '@watchpost/contract/field';
import { dutyLimitHours } from '@watchpost/domain/duty-sessions';
import { describe, expect, it } from 'vitest';
import { closeForgottenDuties } from '../duties/close-forgotten.queries.ts';
import { testApp } from '../../testing/test-app.ts';
import { makeFieldSite, roundEnded, roundStarted, scanned, send } from './field-site.testing.ts';

const test = await testApp();
const { owner, database } = test;
const hour = 3_600_000;
const start = 1_750_000_000_000;
const laterMs = start + 400 * hour;

const moment = fc.integer({ min: -10, max: 70 }).map((hours) => start + hours * hour);

describe('a duty whose events arrive in any order while the clock closes what is forgotten', () => {
  it('[LOGIO-02] ends as if all had arrived in order', async () => {
    const site = await makeFieldSite(test);
    const { tenant } = site;
    const close = async (nowMs: number) => {
      const db = database.forTenant(tenant.id);
      await closeForgottenDuties(db, tenant.id, 'open', nowMs);
      await closeForgottenDuties(db, tenant.id, 'closed', nowMs);
    };
    const clear = async () => {
      for (const table of ['scans', 'field_events', 'rounds', 'duty_sessions'] as const) {
        await owner.deleteFrom(table).where('tenant_id', '=', tenant.id).execute();
      }
    };
    const outcome = async () => {
      await close(laterMs);
      return owner
        .selectFrom('duty_sessions')
        .select(['id', 'site_id', 'started_at_ms', 'ended_at_ms', 'is_closed_by_system'])
        .where('tenant_id', '=', tenant.id)
        .orderBy('id')
        .execute();
    };
    const story = fc
      .record({
        rounds: fc.array(fc.record({ at: moment, isEnded: fc.boolean() }), { maxLength: 4 }),
        nextLogin: fc.option(moment),
        logout: fc.option(moment),
      })
      .chain(({ rounds, nextLogin, logout }) => {
        const events = eventsOf(rounds, nextLogin, logout);
        const step = fc.record({ closesAt: fc.option(moment.map((ms) => ms + dutyLimitHours * hour)) });
        return fc.record({
          events: fc.constant(events),
          order: fc.shuffledSubarray(events, { minLength: events.length }),
          steps: fc.array(step, { minLength: events.length, maxLength: events.length }),
        });
      });
    const eventsOf = (
      rounds: readonly { at: number; isEnded: boolean }[],
      nextLogin: number | null,
      logout: number | null,
    ): FieldEvent[] => {
      const login = (deviceAtMs: number): FieldEvent => ({
        kind: 'dutyStarted',
        id: randomUUID(),
        siteId: site.siteId,
        deviceAtMs,
      });
      const first = login(start);
      return [
        first,
        ...rounds.flatMap(({ at, isEnded }) => {
          const started = roundStarted(site, { deviceAtMs: at });
          const scan = scanned(site, started.id, 0, { deviceAtMs: at + hour / 2 });
          return [started, scan, ...(isEnded ? [roundEnded(started.id, { deviceAtMs: at + hour })] : [])];
        }),
        ...(nextLogin === null ? [] : [login(nextLogin)]),
        ...(logout === null
          ? []
          : [{ kind: 'dutyEnded' as const, id: randomUUID(), dutyId: first.id, deviceAtMs: logout }]),
      ];
    };
    const run = async (events: readonly FieldEvent[], closings: readonly (number | null)[]) => {
      await clear();
      for (const [index, event] of events.entries()) {
        expect((await send(site.device, event)).statusCode).toBe(200);
        const nowMs = closings[index] ?? null;
        if (nowMs !== null) await close(nowMs);
      }
      return outcome();
    };
    await fc.assert(
      fc.asyncProperty(story, async ({ events, order, steps }) => {
        const mixed = await run(
          order,
          steps.map(({ closesAt }) => closesAt),
        );
        expect(mixed).toEqual(await run(events, []));
        const logout = events.find((event) => event.kind === 'dutyEnded');
        const own = mixed.find(({ id }) => id === events[0]?.id);
        expect(own?.is_closed_by_system).toBe(logout === undefined);
        expect(own?.ended_at_ms).toBe(logout?.deviceAtMs ?? own?.ended_at_ms);
      }),
      { numRuns: 40 },
    );
  }, 120_000);
});

it('[LOGIO-02] a logout that arrives after the system closed the session takes its end over', async () => {
  const site = await makeFieldSite(test);
  const { tenant } = site;
  const id = randomUUID();
  await send(site.device, { kind: 'dutyStarted', id, siteId: site.siteId, deviceAtMs: start });
  await closeForgottenDuties(database.forTenant(tenant.id), tenant.id, 'open', laterMs);
  const logout = { kind: 'dutyEnded' as const, id: randomUUID(), dutyId: id, deviceAtMs: start + 9 * hour };
  expect((await send(site.device, logout)).statusCode).toBe(200);
  await closeForgottenDuties(database.forTenant(tenant.id), tenant.id, 'closed', laterMs);
  const stored = await owner.selectFrom('duty_sessions').selectAll().where('id', '=', id).execute();
  expect(stored).toMatchObject([
    { ended_at_ms: start + 9 * hour, is_closed_by_system: false, system_closed_at_ms: laterMs },
  ]);
});
