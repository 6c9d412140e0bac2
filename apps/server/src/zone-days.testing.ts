// Which day the product files rounds in around a change of a zone's offset, beside what Intl itself shows.
import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { getDashboard, getDashboardTrend } from '@watchpost/contract/dashboard';
import { listDueRounds } from '@watchpost/contract/due-rounds';
import { listScannedCheckpoints } from '@watchpost/contract/scanned-checkpoints';
import type { TimeRange } from '@watchpost/domain/time-zone';
import type { ShownInstant, ZoneOracle } from '@watchpost/domain/zone-oracle.testing';
import { uuidv7 } from 'uuidv7';
import type { Db } from './platform/db/database.ts';
import { makeRounds } from './patrol/tours/make-rounds.ts';
import { makeGuard, makeRoute, makeSite, makeTenant, type MadeTenant } from './testing/factories.ts';

export interface ZoneChange {
  readonly zone: string;
  /** First instant of the new offset. */
  readonly atMs: number;
  /** What the clock shows each quarter of an hour for days around it, and at the change itself. Read again: it is long. */
  readonly shown: () => readonly ShownInstant[];
  /** The days before, of and after the change. */
  readonly days: readonly ShownDay[];
}

/** Changes of the offset that are tried, of the years of the requirement. */
export const triedSpan: TimeRange = { fromMs: Date.UTC(2015, 0, 1), toMs: Date.UTC(2031, 0, 1) };

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
const dayMs = 24 * hourMs;

interface ShownDay extends TimeRange {
  readonly date: string;
}

/** Where each date begins: with the first instant at which the zone's clock has reached it. */
function shownDays(shown: readonly ShownInstant[]): ShownDay[] {
  const starts: { date: string; fromMs: number }[] = [];
  for (const { atMs, shown: clock } of shown) {
    const date = clock.slice(0, 10);
    const last = starts.at(-1);
    if (last === undefined || date > last.date) starts.push({ date, fromMs: atMs });
  }
  // The first was under way already, and nothing tells where the last one ends.
  return starts
    .slice(1, -1)
    .map(({ date, fromMs }, index) => ({ date, fromMs, toMs: starts[index + 2]?.fromMs ?? fromMs }));
}

export function changesOf(zone: string, oracle: ZoneOracle): ZoneChange[] {
  return oracle.transitions(triedSpan).map((atMs) => {
    const shown = () => oracle.shownIn({ fromMs: atMs - 4 * dayMs, toMs: atMs + 4 * dayMs }, atMs);
    const days = shownDays(shown());
    const at = days.findIndex(({ fromMs, toMs }) => fromMs <= atMs && atMs < toMs);
    return { zone, atMs, shown, days: days.slice(at - 1, at + 2) };
  });
}

/** Where a round lies that would be in the wrong day if a day began or ended a moment off. */
function edgesOf({ atMs, days }: ZoneChange): number[] {
  const edges = [atMs, ...days.flatMap(({ fromMs, toMs }) => [fromMs, toMs])];
  return edges.flatMap((edge) => [edge - 1, edge]);
}

export interface ZoneWorld {
  readonly tenant: MadeTenant;
  readonly siteId: string;
  /** When its rounds began, and when others were due, in their order. */
  readonly instants: readonly number[];
}

/** A tenant with a round started and another one due at each edge of these changes. */
export async function makeZoneWorld(owner: Db, changes: readonly ZoneChange[]): Promise<ZoneWorld> {
  const instants = [...new Set(changes.flatMap(edgesOf))].toSorted((one, other) => one - other);
  const tenant = await makeTenant(owner, { slug: `zones-${randomUUID().slice(0, 8)}` });
  const siteId = await makeSite(owner, tenant);
  const { id: guardId } = await makeGuard(owner, tenant, { siteIds: [siteId] });
  const { routeId } = await makeRoute(owner, tenant, siteId, []);
  await insertRounds(owner, { tenant, siteId, guardId, instants });
  const tourId = await insertTour(owner, tenant, routeId, null);
  await sql`INSERT INTO due_rounds (tenant_id, id, tour_id, site_id, route_id, tour_name, route_name, due_at_ms,
      late_at_ms, missed_at_ms, status)
    SELECT ${tenant.id}, gen_random_uuid(), ${tourId}, ${siteId}, ${routeId}, 'Tour', 'Route', at, at + 900000,
      at + 1500000, 'excused' FROM unnest(${instants}::bigint[]) AS at`.execute(owner);
  return { tenant, siteId, instants };
}

async function insertRounds(
  owner: Db,
  { tenant, siteId, guardId, instants }: ZoneWorld & { readonly guardId: string },
): Promise<void> {
  const rows = instants.map((started_at_ms, index) => ({
    tenant_id: tenant.id,
    id: uuidv7(),
    site_id: siteId,
    guard_id: guardId,
    device_id: randomUUID(),
    started_at_ms,
    ended_at_ms: started_at_ms + minuteMs,
    status_code: 1010,
    total_check_points: 1,
    scanned_check_points: 1,
    arrival_no: index + 1,
  }));
  await owner.insertInto('round_arrivals').values({ tenant_id: tenant.id, last_no: rows.length }).execute();
  for (let first = 0; first < rows.length; first += 1_000) {
    await owner
      .insertInto('rounds')
      .values(rows.slice(first, first + 1_000))
      .execute();
  }
}

async function insertTour(owner: Db, tenant: MadeTenant, routeId: string, schedule: object | null) {
  const id = uuidv7();
  await owner
    .insertInto('patrol_tours')
    .values({
      tenant_id: tenant.id,
      id,
      route_id: routeId,
      name: `Tour ${id}`,
      schedule: schedule === null ? null : JSON.stringify(schedule),
      valid_from: '2000-01-01',
      weekdays: [1, 2, 3, 4, 5, 6, 7],
    })
    .execute();
  return id;
}

/** Asks as a super admin whose browser is in a zone; the reply's body. */
export type AskInZone = (
  path: string,
  query: Readonly<Record<string, string>>,
  zone: string,
) => Promise<unknown>;

/** What reports, dashboard and due rounds file otherwise than the zone's clock shows it. The world's site has to be in the zone. */
export async function filingFaults(
  { siteId, instants }: ZoneWorld,
  change: ZoneChange,
  ask: AskInZone,
): Promise<string[]> {
  const faults: string[] = [];
  const { zone, days } = change;
  const within = ({ fromMs, toMs }: TimeRange) => instants.filter((at) => fromMs <= at && at < toMs);
  const expect = (what: string, found: unknown, expected: unknown) => {
    const [one, other] = [JSON.stringify(found), JSON.stringify(expected)];
    if (one !== other)
      faults.push(`${zone} ${new Date(change.atMs).toISOString()} ${what}: ${one}, not ${other}`);
  };
  for (const { date, fromMs, toMs } of days) {
    const held = within({ fromMs, toMs });
    const dates = { from: date, to: date };
    const first = { limit: '1', sortColumn: 'scannedStartTime', sortType: 'asc' };
    const list = listScannedCheckpoints.reply.parse(
      await ask(listScannedCheckpoints.path, { ...dates, ...first }, zone),
    );
    expect(`${date} in the report`, [list.count, list.data[0]?.scannedStartTime], [held.length, held[0]]);
    const board = getDashboard.reply.parse(await ask(getDashboard.path, { ...dates, range: 'custom' }, zone));
    const { span, rounds, due } = board;
    expect(`${date} on the dashboard`, [span.fromMs, span.toMs], [fromMs, toMs]);
    expect(`${date} on the dashboard`, [rounds?.now.completed, due?.now.excused], [held.length, held.length]);
    const inBrowsersZone = listDueRounds.reply.parse(
      await ask(listDueRounds.path, { ...dates, limit: '1' }, zone),
    );
    expect(`${date} of due rounds, in the reader's zone`, inBrowsersZone.count, held.length);
    const ofSite = { day: date, site: siteId, limit: '1' };
    const inSitesZone = listDueRounds.reply.parse(await ask(listDueRounds.path, ofSite, 'UTC'));
    expect(`${date} of due rounds, in the site's zone`, inSitesZone.count, held.length);
  }
  const ends = { from: days[0]?.date ?? '', to: days.at(-1)?.date ?? '', range: 'custom' };
  const { steps } = getDashboardTrend.reply.parse(await ask(getDashboardTrend.path, ends, zone));
  expect(
    'in the trend',
    steps.map(({ fromMs, toMs, completed }) => [fromMs, toMs, completed]),
    days.map(({ fromMs, toMs }) => [fromMs, toMs, within({ fromMs, toMs }).length]),
  );
  return faults;
}

export async function moveSite(owner: Db, { tenant, siteId }: ZoneWorld, zone: string): Promise<void> {
  await sql`UPDATE sites SET time_zone = ${zone} WHERE tenant_id = ${tenant.id} AND id = ${siteId}`.execute(
    owner,
  );
}

const night = { fromMinute: 22 * 60, toMinute: 6 * 60 };
const nightEveryMinutes = 60;
const halfHours = Array.from({ length: 48 }, (_, index) => index * 30);

export interface TouredZone extends Omit<ZoneWorld, 'instants'> {
  /** Walked at each half hour of each day. */
  readonly timesId: string;
  /** Walked every hour of each night. */
  readonly nightsId: string;
}

export async function makeTouredZone(owner: Db): Promise<TouredZone> {
  const tenant = await makeTenant(owner, { slug: `tours-${randomUUID().slice(0, 8)}` });
  const siteId = await makeSite(owner, tenant);
  const { routeId } = await makeRoute(owner, tenant, siteId, []);
  const times = { kind: 'times', minutes: halfHours };
  const nights = { kind: 'interval', ...night, everyMinutes: nightEveryMinutes };
  return {
    tenant,
    siteId,
    timesId: await insertTour(owner, tenant, routeId, times),
    nightsId: await insertTour(owner, tenant, routeId, nights),
  };
}

/** Rounds that the tours make due around the change otherwise than the zone's clock shows their times. */
export async function tourFaults(owner: Db, toured: TouredZone, change: ZoneChange): Promise<string[]> {
  const { tenant, siteId, timesId, nightsId } = toured;
  const nowMs = change.atMs - 30 * hourMs;
  await sql`WITH forgotten AS (DELETE FROM due_rounds WHERE tenant_id = ${tenant.id}),
      moved AS (UPDATE sites SET time_zone = ${change.zone} WHERE tenant_id = ${tenant.id} AND id = ${siteId})
    UPDATE patrol_tours SET made_plan = NULL, made_until_ms = NULL WHERE tenant_id = ${tenant.id}`.execute(
    owner,
  );
  await makeRounds(owner, tenant.id, nowMs);
  const { rows } = await sql<{
    tour: string;
    at: number;
  }>`SELECT tour_id AS tour, due_at_ms AS at FROM due_rounds
    WHERE tenant_id = ${tenant.id} ORDER BY due_at_ms`.execute(owner);
  const shown = change.shown();
  const isMadeBy = (at: number) => at > nowMs && at <= nowMs + 2 * dayMs;
  const compare = (tour: string, name: string, expected: readonly number[]) => {
    const made = rows.filter((row) => row.tour === tour).map(({ at }) => at);
    const wanted = [...new Set(expected.filter(isMadeBy))].toSorted((one, other) => one - other);
    if (made.length > 0 && made.join() === wanted.join()) return [];
    const odd = [...made.filter((at) => !wanted.includes(at)), ...wanted.filter((at) => !made.includes(at))];
    return [
      `${change.zone} ${new Date(change.atMs).toISOString()} ${name}: ${odd.map((at) => new Date(at).toISOString()).join(', ')}`,
    ];
  };
  return [
    ...compare(timesId, 'times', timesShown(shown)),
    ...compare(nightsId, 'nights', nightsShown(shown)),
  ];
}

const clockOf = (minute: number) =>
  `${String(Math.floor(minute / 60)).padStart(2, '0')}:${String(minute % 60).padStart(2, '0')}`;

/** The first instant at which the clock has reached a time of a date. */
function reached(shown: readonly ShownInstant[], date: string, minute: number): number[] {
  const wanted = `${date} ${clockOf(minute)}`;
  const first = shown.findIndex(({ shown: clock }) => clock >= wanted);
  return first <= 0 ? [] : [shown[first]?.atMs ?? 0];
}

const datesOf = (shown: readonly ShownInstant[]) => [
  ...new Set(shown.map(({ shown: clock }) => clock.slice(0, 10))),
];

const timesShown = (shown: readonly ShownInstant[]): number[] =>
  datesOf(shown).flatMap((date) => halfHours.flatMap((minute) => reached(shown, date, minute)));

function nightsShown(shown: readonly ShownInstant[]): number[] {
  const dates = datesOf(shown);
  return dates.flatMap((date, index) => {
    const [from] = reached(shown, date, night.fromMinute);
    const [to] = reached(shown, dates[index + 1] ?? '9999-12-31', night.toMinute);
    if (from === undefined || to === undefined) return [];
    const hours = Math.ceil((to - from) / (nightEveryMinutes * minuteMs));
    return Array.from({ length: hours }, (_, hour) => from + hour * nightEveryMinutes * minuteMs);
  });
}
