// Who stands which shift on which day: weekly turns, days off (Sundays above all), leave and stand-ins.
import type { Company, Guard, Shift, Site } from './company.ts';
import { Random } from './random.ts';

export interface Posting {
  readonly site: Site;
  readonly shift: Shift;
  readonly guards: readonly Guard[];
}

const dayMs = 86_400_000;

/** Days since the epoch of a calendar date; 1970-01-01 was a Thursday. */
export function dayNumberOf(date: string): number {
  return Math.floor(Date.parse(date) / dayMs);
}

/** 0 is Sunday. */
export function weekdayOf(dayNumber: number): number {
  return (dayNumber + 4) % 7;
}

export function isWeekend(dayNumber: number): boolean {
  return weekdayOf(dayNumber) === 0 || weekdayOf(dayNumber) === 6;
}

/** The postings of a site on a date. A shift for which no one is left stays empty. */
export function postingsOf(company: Company, site: Site, date: string): Posting[] {
  const day = dayNumberOf(date);
  const random = new Random(company.seed, 'roster', site.index, day);
  // Weeks begin on Monday. Turns go day, night, evening, day: no one leaves a night for that morning's shift.
  const week = Math.floor((day + 3) / 7);
  const groups: Guard[][] = site.shifts.map(() => []);
  for (const [index, guard] of site.guards.entries()) {
    const isOff =
      weekdayOf(day) === dayOffOf(site.index, index) || random.chance(isWeekend(day) ? 0.12 : 0.03);
    if (!isOff) groups[(index + 2 * week) % groups.length]?.push(guard);
  }
  if (groups.length === 3) standIn(groups);
  return site.shifts.map((shift, index) => ({ site, shift, guards: groups[index] ?? [] }));
}

/**
 * A third of a site's guards rest on Sunday, the others on the remaining days in turn. Those who share a shift rest
 * together, at each site those of another one, so that the company has guards on duty at any hour of any Sunday.
 */
function dayOffOf(siteIndex: number, index: number): number {
  return (siteIndex + index) % 3 === 0 ? 0 : 1 + ((siteIndex + index * 2) % 6);
}

/** Evening guards stand in for day and night, day guards for evening; so none works two shifts running. */
function standIn(groups: Guard[][]): void {
  const [day = [], evening = [], night = []] = groups;
  if (night.length === 0 && evening.length > 1) move(evening, night);
  if (day.length === 0 && evening.length > 1) move(evening, day);
  if (evening.length === 0 && day.length > 1) move(day, evening);
}

function move(from: Guard[], to: Guard[]): void {
  const guard = from.pop();
  if (guard !== undefined) to.push(guard);
}
