// Reading on while rounds arrive: what a reader has started to read stays as it was.
import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import { testApp, type TestApp } from '../../testing/test-app.ts';
import {
  arrive,
  idsOf,
  makeReportWorld,
  pageOf,
  type RoundAtTime,
  type ReportQuery,
  type ReportWorld,
} from './report.testing.ts';

let server: TestApp;
beforeAll(async () => {
  server = await testApp();
});

const base = Date.UTC(2026, 1, 10, 12);
const placedRound: fc.Arbitrary<RoundAtTime> = fc.record({
  site: fc.integer({ min: 0, max: 1 }),
  guard: fc.integer({ min: 0, max: 2 }),
  // Few distinct times, so that ties are common; arrivals fall before, between and after what is there.
  startedAtMs: fc.integer({ min: -40, max: 40 }).map((steps) => base + steps * 600_000),
});

const reading = fc.record({
  before: fc.array(placedRound, { minLength: 5, maxLength: 60 }),
  arrivals: fc.array(fc.array(placedRound, { maxLength: 6 }), { minLength: 1, maxLength: 4 }),
  limit: fc.integer({ min: 1, max: 13 }),
  offset: fc.integer({ min: 0, max: 9 }),
  filter: fc.constantFrom('none', 'site', 'dates', 'search'),
  sortType: fc.constantFrom('asc', 'desc'),
});

function filterOf(name: string, world: ReportWorld): ReportQuery {
  if (name === 'site') return { site: world.siteIds[0] ?? '' };
  if (name === 'dates') return { from: '2026-02-10', to: '2026-02-10' };
  return name === 'search' ? { searchText: 'ash' } : {};
}

/** Whether a round belongs to a filter of filterOf; guards 0, 1 and 2 are Asha, Ashwin and Ravi Asher. */
function matches(name: string, round: RoundAtTime): boolean {
  if (name === 'site') return round.site === 0;
  if (name !== 'dates') return true;
  return new Date(round.startedAtMs).toISOString().startsWith('2026-02-10');
}

/** Everything of a filter as it stands, a hundred rows at once. */
async function whole(world: ReportWorld, filter: ReportQuery): Promise<string[]> {
  return idsOf(await pageOf(world.superAdmin, { ...filter, limit: '100' }));
}

describe('paging while rounds arrive', () => {
  it('[REP-10] [REP-04] no row is shifted, repeated or lost on the way to the end and back, and saved pages stay', async () => {
    await fc.assert(
      fc.asyncProperty(reading, async ({ before, arrivals, limit, offset, filter: name, sortType }) => {
        const world = await makeReportWorld(server);
        await arrive(server.owner, world, before);
        const filter = { ...filterOf(name, world), sortType };
        const query = { ...filter, limit: String(limit) };
        const expected = await whole(world, filter);
        const toCome = [...arrivals];
        let newer = 0;
        const letArrive = async () => {
          const next = toCome.shift() ?? [];
          await arrive(server.owner, world, next);
          newer += next.filter((round) => matches(name, round)).length;
        };

        let page = await pageOf(world.superAdmin, { ...query, offset: String(offset) });
        const pages = [page];
        while (page.next !== null) {
          await letArrive();
          page = await pageOf(world.superAdmin, { ...query, cursor: page.next });
          pages.push(page);
          expect([page.count, page.newer]).toEqual([expected.length, newer]);
        }
        expect(pages.flatMap(idsOf)).toEqual(expected.slice(offset));
        expect(pages.map((one) => one.offset)).toEqual(pages.map((_, index) => offset + index * limit));

        await letArrive();
        for (const one of pages.filter(({ cursor }) => cursor !== null)) {
          const again = await pageOf(world.superAdmin, { ...query, cursor: one.cursor ?? '' });
          expect([idsOf(again), again.offset, again.count]).toEqual([
            idsOf(one),
            one.offset,
            expected.length,
          ]);
        }

        // Back from the last page to the first row; the first page is whole however far the way began.
        const last = pages.at(-1);
        if (last === undefined || last.data.length === 0) return;
        const back = [...idsOf(last)];
        for (let at = last; at.previous !== null; ) {
          await letArrive();
          at = await pageOf(world.superAdmin, { ...query, cursor: at.previous });
          back.unshift(...idsOf(at));
          expect(at.count).toBe(expected.length);
        }
        expect(back).toEqual(expected);
      }),
      { numRuns: 40 },
    );
  });

  it('[REP-10] [REP-11] a page asked for at the very moment at which rounds arrive counts none of them', async () => {
    const world = await makeReportWorld(server);
    const round = (index: number): RoundAtTime => ({ site: 0, guard: 0, startedAtMs: base + index });
    await arrive(
      server.owner,
      world,
      Array.from({ length: 40 }, (_, index) => round(index)),
    );
    const first = await pageOf(world.superAdmin, { limit: '10' });
    const arriving = Promise.all(
      Array.from({ length: 60 }, (_, index) => arrive(server.owner, world, [round(index)])),
    );
    const seen = await Promise.all(
      Array.from({ length: 60 }, () => pageOf(world.superAdmin, { limit: '10', cursor: first.next ?? '' })),
    );
    await arriving;
    expect(new Set(seen.map((page) => page.count))).toEqual(new Set([40]));
    expect(new Set(seen.map((page) => idsOf(page).join()))).toHaveProperty('size', 1);
    const after = await pageOf(world.superAdmin, { limit: '10', cursor: first.next ?? '' });
    expect([after.count, after.newer]).toEqual([40, 60]);
  });

  it('[REP-10] a live first page shows what has arrived in the meantime', async () => {
    const world = await makeReportWorld(server);
    const [early] = await arrive(server.owner, world, [{ site: 0, guard: 0, startedAtMs: base }]);
    expect(await whole(world, {})).toEqual([early]);
    const [late] = await arrive(server.owner, world, [{ site: 0, guard: 0, startedAtMs: base + 1 }]);
    expect(await whole(world, {})).toEqual([late, early]);
  });
});
