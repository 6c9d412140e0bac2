// What the guards cannot help: rain, a network that is down, a phone whose clock is wrong.
import { Random } from './random.ts';

const minuteMs = 60_000;
const dayMs = 86_400_000;

/** Whether it rained on a calendar date (YYYY-MM-DD): monsoon months are wet, in spells of days. */
export function isRainy(seed: number, date: string): boolean {
  const month = Number(date.slice(5, 7));
  const chance = month >= 6 && month <= 9 ? 0.55 : month === 5 || month === 10 ? 0.15 : 0.04;
  const spell = Math.floor(Date.parse(date) / (3 * dayMs));
  const isSpellWet = new Random(seed, 'spell', spell).chance(chance);
  return new Random(seed, 'rain', date).chance(isSpellWet ? 0.85 : chance * 0.25);
}

export interface Outage {
  readonly fromMs: number;
  readonly toMs: number;
}

/** Hours in which a site's phones had no network, of the outages that begin on one day. */
export function outagesOf(seed: number, siteIndex: number, dayStartMs: number): Outage[] {
  const random = new Random(seed, 'outage', siteIndex, dayStartMs);
  if (!random.chance(0.09)) return [];
  const fromMs = dayStartMs + random.integer(0, 24 * 60 - 1) * minuteMs;
  return [{ fromMs, toMs: fromMs + random.integer(25, 260) * minuteMs }];
}

/** A device's clock minus the true time, in milliseconds: seconds as a rule, now and then minutes for a week. */
export function clockErrorMs(seed: number, guardIndex: number, atMs: number): number {
  const random = new Random(seed, 'clock', guardIndex, Math.floor(atMs / (7 * dayMs)));
  if (random.chance(0.008)) return (random.chance(0.5) ? 1 : -1) * random.integer(3 * 60_000, 14 * 60_000);
  return Math.round(random.gaussian() * 6_000);
}

/** Carries what a device reports to the server: at once, or when the network is back. */
export class Delivery {
  readonly #random: Random;
  readonly #outages: readonly Outage[];
  /** A device that was cut off sends all it holds in one upload. */
  readonly #uploads = new Map<Outage, { sentAtMs: number; receivedAtMs: number }>();

  constructor(random: Random, outages: readonly Outage[]) {
    this.#random = random;
    this.#outages = outages;
  }

  /** True times at which something that happened at `atMs` was sent and arrived; `delayMs` is the phone's own wait. */
  carry(atMs: number, delayMs: number): { sentAtMs: number; receivedAtMs: number } {
    const readyMs = atMs + delayMs;
    const outage = this.#outages.find((spell) => readyMs >= spell.fromMs && readyMs < spell.toMs);
    if (outage === undefined) return this.#travel(readyMs + this.#random.integer(20, 400));
    const known = this.#uploads.get(outage);
    if (known !== undefined) return known;
    const upload = this.#travel(outage.toMs + this.#random.integer(1_000, 90_000));
    this.#uploads.set(outage, upload);
    return upload;
  }

  #travel(sentAtMs: number): { sentAtMs: number; receivedAtMs: number } {
    return { sentAtMs, receivedAtMs: sentAtMs + 60 + Math.round(this.#random.exponential(250)) };
  }
}
