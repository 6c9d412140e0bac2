// Every zone and every change of its offset, against a scan that knows nothing of the code: days from 2015 to 2030,
// quarters of an hour from 2000, which is where the dates of the reports begin.
import { describe, expect, it } from 'vitest';
import { addDays, calendarDate, dayRange, startOfDayMs, zoneOffsetMs } from './time-zone.ts';
import { ZoneOracle } from './zone-oracle.testing.ts';

const quarterMs = 900_000;
const dayMs = 96 * quarterMs;
const spanFromMs = Date.UTC(2000, 0, 1);
const daysFromMs = Date.UTC(2015, 0, 1);
const spanToMs = Date.UTC(2031, 0, 1);

/**
 * Every quarter of an hour for 26 hours either side, and the transition's edges. Nothing can change between two
 * quarters but at the transition: offsets and starts of days are whole quarters, as the tests below assert.
 */
function instantsAround(transition: number): number[] {
  const grid = Math.floor(transition / quarterMs) * quarterMs;
  const quarters = Array.from({ length: 208 }, (_, index) => grid + (index - 104) * quarterMs);
  return [...quarters, transition - 1, transition].toSorted((a, b) => a - b);
}

function datesBetween(first: string, last: string): string[] {
  const dates: string[] = [];
  for (let date = first; date <= last; date = addDays(date, 1)) dates.push(date);
  return dates;
}

/** Collected instead of asserted one by one: there are millions. */
function faultsAround(transition: number, zone: string, oracle: ZoneOracle): string[] {
  const faults: string[] = [];
  const instants = instantsAround(transition);
  const shown = instants.map((instant) => oracle.date(instant));
  const first = shown[0] ?? '';
  const days = datesBetween(first, shown.at(-1) ?? '').map((date) => ({
    date,
    ...dayRange(date, date, zone),
  }));
  for (const [index, day] of days.entries()) {
    if (day.fromMs > day.toMs) faults.push(`${zone} ${day.date} ends before it begins`);
    const next = days[index + 1];
    if (next !== undefined && next.fromMs !== day.toMs) faults.push(`${zone} ${day.date} gap or overlap`);
  }
  let latest = first;
  for (const [index, instant] of instants.entries()) {
    const date = shown[index] ?? '';
    if (date > latest) latest = date;
    if (calendarDate(instant, zone) !== date) faults.push(`${zone} ${instant} calendarDate is not ${date}`);
    const holders = days.filter((day) => day.fromMs <= instant && instant < day.toMs).map((day) => day.date);
    if (holders.join() !== latest) faults.push(`${zone} ${instant} is in ${holders.join()}, not ${latest}`);
  }
  return faults;
}

/*
 * The invariant. An instant belongs to the range of exactly one date: the latest that the zone's clock has shown up
 * to then. That is the date it shows at the instant itself, except where the clock fell back across midnight: there
 * the date before is shown a second time, within the range of the date that had already started. A date that was
 * never shown has an empty range.
 */
describe('all zones, all transitions', () => {
  const zones = Intl.supportedValuesOf('timeZone').map((zone) => ({ zone, oracle: new ZoneOracle(zone) }));
  const transitions = zones.flatMap(({ zone, oracle }) =>
    oracle
      .transitions({ fromMs: spanFromMs, toMs: spanToMs })
      .map((transition) => ({ zone, oracle, transition })),
  );

  const recent = transitions.filter(({ transition }) => transition >= daysFromMs);

  it('there are thousands', () => {
    expect(zones.length).toBeGreaterThan(400);
    expect(transitions.length).toBeGreaterThan(9_000);
    expect(recent.length).toBeGreaterThan(4_000);
  });

  it('every offset is a multiple of 15 minutes, as the counters of rounds by quarter of an hour need', () => {
    const instants = transitions.flatMap(({ zone, oracle, transition }) => [
      { zone, oracle, instant: transition - 1 },
      { zone, oracle, instant: transition },
    ]);
    const still = zones.map(({ zone, oracle }) => ({ zone, oracle, instant: spanFromMs }));
    const odd = [...still, ...instants].filter(
      ({ zone, oracle, instant }) =>
        oracle.offsetMs(instant) % quarterMs !== 0 ||
        zoneOffsetMs(zone, instant) !== oracle.offsetMs(instant),
    );
    expect(odd.map(({ zone, instant }) => `${zone} ${instant}`)).toEqual([]);
  });

  it('days around a transition begin on a quarter of an hour of UTC too', () => {
    const odd = transitions.flatMap(({ zone, oracle, transition }) =>
      datesBetween(oracle.date(transition - dayMs), oracle.date(transition + dayMs))
        .map((date) => startOfDayMs(date, zone))
        .filter((start) => start % quarterMs !== 0)
        .map((start) => `${zone} ${new Date(start).toISOString()}`),
    );
    expect(odd).toEqual([]);
  });

  it('days tile time, and each instant is in the day that its clock shows or had already reached', {
    timeout: 300_000,
  }, () => {
    expect(recent.flatMap(({ zone, oracle, transition }) => faultsAround(transition, zone, oracle))).toEqual(
      [],
    );
  });
});
