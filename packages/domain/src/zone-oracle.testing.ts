// What Intl itself says of a zone: its own spelling of the offset and of date and time, never wall-clock arithmetic.
import type { TimeRange } from './time-zone.ts';

const quarterMs = 900_000;
const hourMs = 4 * quarterMs;
const dayMs = 24 * hourMs;

/** An instant, and the zone's clock at it: YYYY-MM-DD HH:MM. */
export interface ShownInstant {
  readonly atMs: number;
  readonly shown: string;
}

export class ZoneOracle {
  readonly #offset: Intl.DateTimeFormat;
  readonly #date: Intl.DateTimeFormat;
  readonly #clock: Intl.DateTimeFormat;

  constructor(zone: string) {
    const date = { timeZone: zone, year: 'numeric', month: '2-digit', day: '2-digit' } as const;
    this.#offset = new Intl.DateTimeFormat('en-US', {
      timeZone: zone,
      timeZoneName: 'longOffset',
      year: 'numeric',
    });
    this.#date = new Intl.DateTimeFormat('en-CA', date);
    this.#clock = new Intl.DateTimeFormat('en-CA', {
      ...date,
      hour: '2-digit',
      minute: '2-digit',
      hourCycle: 'h23',
    });
  }

  /** As Intl writes it: GMT, GMT+05:30, GMT-03:00. */
  offset(instant: number): string {
    return this.#offset.format(instant).replace(/^.*GMT/, 'GMT');
  }

  offsetMs(instant: number): number {
    const [, sign, hour, minute, second = '0'] =
      /^GMT(?:([+-])(\d\d):(\d\d)(?::(\d\d))?)?$/.exec(this.offset(instant)) ?? [];
    if (sign === undefined) return 0;
    return Number(`${sign}1`) * (Number(hour) * hourMs + Number(minute) * 60_000 + Number(second) * 1000);
  }

  date(instant: number): string {
    return this.#date.format(instant);
  }

  /** Every quarter of an hour of a range and one instant more, whole minutes of it. */
  shownIn({ fromMs, toMs }: TimeRange, besides: number): ShownInstant[] {
    const instants = [besides];
    for (let atMs = Math.ceil(fromMs / quarterMs) * quarterMs; atMs < toMs; atMs += quarterMs)
      if (atMs !== besides) instants.push(atMs);
    return instants
      .toSorted((one, other) => one - other)
      .map((atMs) => ({ atMs, shown: this.#clock.format(atMs).replace(', ', ' ') }));
  }

  /** The first instants of each new offset, found by a look at every day of the range and halving. */
  transitions({ fromMs, toMs }: TimeRange): number[] {
    const found: number[] = [];
    let before = this.offset(fromMs);
    for (let day = fromMs; day < toMs; day += dayMs) {
      const after = this.offset(day + dayMs);
      if (after === before) continue;
      let low = day;
      let high = day + dayMs;
      while (high - low > 1) {
        const middle = Math.floor((low + high) / 2);
        if (this.offset(middle) === before) low = middle;
        else high = middle;
      }
      found.push(high);
      before = after;
    }
    return found;
  }
}
