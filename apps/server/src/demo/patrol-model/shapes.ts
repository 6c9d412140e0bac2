// Sizes of company that the product makes for itself.
import { calendarDate, startOfDayMs } from '@watchpost/domain/time-zone';
import type { CompanyShape } from './company.ts';

/** What chance of the demo company is drawn from. */
export const demoSeed = 1;
const demoDays = 120;
const demoTimeZone = 'Asia/Kolkata';

/** The demo company, opened so that `nowMs` looks back on so many days. */
export function demoShape(nowMs: number, days = demoDays): CompanyShape {
  const openingDay = calendarDate(nowMs - days * 86_400_000, demoTimeZone);
  return {
    name: 'Sahyadri Guarding',
    timeZone: demoTimeZone,
    openedAtMs: startOfDayMs(openingDay, demoTimeZone),
    sites: 12,
    guards: 60,
    checkpoints: 250,
    routesPerSite: 3,
    pace: 1,
  };
}
