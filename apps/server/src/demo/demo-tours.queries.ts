// Tours of the demo company: every route within one shift, a few at random and one at fixed times.
import type { TourSchedule } from '@watchpost/domain/tours';
import { calendarDate } from '@watchpost/domain/time-zone';
import type { Db } from '../platform/db/database.ts';
import { type Column, insertRows } from '../platform/db/insert-rows.queries.ts';
import { type Company, type Route, type Shift, shiftOfRoute, type Site } from './patrol-model/company.ts';
import { Random } from './patrol-model/random.ts';

interface DemoTour {
  readonly id: string;
  readonly name: string;
  readonly route: Route;
  /** Null for a tour of times. */
  readonly shift: Shift | null;
  readonly schedule: TourSchedule;
}

/** Guards walk a route about twice a shift, and no one told them when: it is due once, at any time of its first half. */
const everyMinutes = 480;
const startWindowMinutes = 240;
const graceMinutes = 60;
/** Every sixth site has one at random, which makes two of twelve. */
const randomEvery = 6;
const timesAtSite = 2;
const timesApartMinutes = 240;

const columns = (company: Company): Column<DemoTour>[] => [
  { name: 'id', type: 'uuid', of: ({ id }) => id },
  { name: 'name', type: 'text', of: ({ name }) => name },
  { name: 'route_id', type: 'uuid', of: ({ route }) => route.id },
  { name: 'shift_id', type: 'uuid', of: ({ shift }) => shift?.id ?? null },
  { name: 'schedule', type: 'jsonb', of: ({ schedule }) => JSON.stringify(schedule) },
  { name: 'start_window_minutes', type: 'smallint', of: () => startWindowMinutes },
  { name: 'grace_minutes', type: 'smallint', of: () => graceMinutes },
  {
    name: 'valid_from',
    type: 'date',
    of: () => calendarDate(company.shape.openedAtMs, company.shape.timeZone),
  },
];

/** Writes them for a company that is written already; the rounds that they make due come afterwards. */
export async function insertTours(db: Db, tenantId: string, company: Company): Promise<void> {
  const tours = company.sites.flatMap((site) => toursOf(company, site));
  await insertRows(db, tenantId, 'patrol_tours', columns(company), tours);
}

function toursOf({ seed, shape }: Company, site: Site): DemoTour[] {
  const random = new Random(seed, 'tours', site.index);
  return site.routes.flatMap((route, index): DemoTour[] => {
    const id = random.uuidV7(shape.openedAtMs);
    const shift = shiftOfRoute(site, index);
    if (shift === undefined) return [];
    const isLast = index === site.routes.length - 1;
    if (isLast && site.index === timesAtSite) {
      const minutes = [shift.startMinute, (shift.startMinute + timesApartMinutes) % 1440];
      return [
        {
          id,
          name: `${route.name}, twice a night`,
          route,
          shift: null,
          schedule: { kind: 'times', minutes },
        },
      ];
    }
    const window = { fromMinute: shift.startMinute, toMinute: shift.endMinute };
    if (isLast && site.index % randomEvery === 0) {
      const schedule = { kind: 'random', ...window, rounds: 2, apartMinutes: 120 } as const;
      return [{ id, name: `${route.name}, unannounced`, route, shift, schedule }];
    }
    const schedule = { kind: 'interval', ...window, everyMinutes } as const;
    return [{ id, name: `${route.name}, ${shift.name.toLowerCase()}`, route, shift, schedule }];
  });
}
