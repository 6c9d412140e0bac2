// The rounds that a tour as it stands in its form would make next (MNG-07). Pure.
import { addDays, calendarDate, startOfDayMs } from '@watchpost/domain/time-zone';
import { type DueRound, dueRounds, duesShown, type TourPlan } from '@watchpost/domain/tours';

const hourMs = 3_600_000;
const usualHours = 24;
/** Days looked through, more only while too few rounds are found: a tour may be walked on one day a month. */
const lookaheads = [3, 16, 120];
/** For rounds at random each as late as it can be: no one may foresee when they are. */
const latest = () => 1 - 2 ** -48;
const windowsShown = 6;

export interface DayAhead {
  /** Of the site. */
  readonly date: string;
  /** Null unless daylight saving makes it a day of more or fewer than 24 hours. */
  readonly hours: number | null;
  readonly rounds: readonly DueRound[];
}

/** The next duesShown rounds, by their dates; of rounds at random the next windowsShown windows, by where they begin. */
export function daysAhead(plan: TourPlan, nowMs: number): DayAhead[] {
  const yesterday = addDays(calendarDate(nowMs, plan.timeZone), -1);
  const from = plan.validFrom > yesterday ? plan.validFrom : yesterday;
  let days: DayAhead[] = [];
  for (const count of lookaheads) {
    const found = dueRounds(plan, from, count, latest).filter(({ dueAtMs }) => dueAtMs > nowMs);
    days =
      plan.schedule.kind === 'random' ? windowsOf(plan, found) : datesOf(plan, found.slice(0, duesShown));
    const shown = plan.schedule.kind === 'random' ? days.length === windowsShown : found.length >= duesShown;
    if (shown) return days;
  }
  return days;
}

const windowsOf = (plan: TourPlan, rounds: readonly DueRound[]): DayAhead[] =>
  byDate(plan, rounds, ({ date }) => date).slice(0, windowsShown);

const datesOf = (plan: TourPlan, rounds: readonly DueRound[]): DayAhead[] =>
  byDate(plan, rounds, ({ dueAtMs }) => calendarDate(dueAtMs, plan.timeZone));

function byDate(
  { timeZone }: TourPlan,
  rounds: readonly DueRound[],
  dateOf: (round: DueRound) => string,
): DayAhead[] {
  const days = new Map<string, DueRound[]>();
  for (const round of rounds) days.set(dateOf(round), [...(days.get(dateOf(round)) ?? []), round]);
  return [...days].map(([date, of]) => ({ date, hours: oddHours(date, timeZone), rounds: of }));
}

function oddHours(date: string, zone: string): number | null {
  const hours = (startOfDayMs(addDays(date, 1), zone) - startOfDayMs(date, zone)) / hourMs;
  return hours === usualHours ? null : hours;
}
