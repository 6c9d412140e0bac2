// Makes rounds due some days ahead, and makes them again whenever anything they are made from has changed (MNG-07).
import { createHash, createHmac, randomBytes } from 'node:crypto';
import { calendarDate } from '@watchpost/domain/time-zone';
import { type DueRound, dueRounds, tourHorizonDays, type Unforeseen } from '@watchpost/domain/tours';
import {
  deleteReady,
  findMadeTours,
  insertReady,
  withMakingLock,
  type Made,
  type MadeTour,
  updateMade,
} from './make-rounds.queries.ts';

type Db = Parameters<typeof withMakingLock>[0];

const minuteMs = 60_000;
const minutesPerHour = 60;
const hourMs = minutesPerHour * minuteMs;
const dayMs = 24 * hourMs;
const drawKeyBytes = 32;
const horizonMs = tourHorizonDays * dayMs;
/** After a longer pause of the server no one asks for what was due before. */
const backMaxMs = 31 * dayMs;

/** Made in one transaction; others may make theirs between two of them. */
const toursAtOnce = 100;

/**
 * Brings the tenant's due rounds up to the horizon. What was due by `nowMs` is never changed; after a pause, what fell
 * due in the meantime is made too, so that it is judged like the rest. Several servers may call it at once.
 */
export async function makeRounds(db: Db, tenantId: string, nowMs: number): Promise<void> {
  const all = await findMadeTours(db, tenantId, null);
  const ids = all.filter((tour) => needsMaking(tour, nowMs)).map(({ id }) => id);
  for (let first = 0; first < ids.length; first += toursAtOnce) {
    await makeSome(db, tenantId, ids.slice(first, first + toursAtOnce), nowMs);
  }
}

function makeSome(db: Db, tenantId: string, ids: readonly string[], nowMs: number): Promise<void> {
  return withMakingLock(db, tenantId, async (transaction) => {
    // Again, since another server may have made them until it was this one's turn.
    const found = await findMadeTours(transaction, tenantId, ids);
    const tours = found.filter((tour) => needsMaking(tour, nowMs));
    const changed = tours.filter((tour) => !isMadeFrom(tour, planOf(tour), nowMs));
    await deleteReady(
      transaction,
      tenantId,
      changed.map(({ id }) => id),
      nowMs,
    );
    const made = tours.map((tour) => makeOf(tour, nowMs));
    await insertReady(transaction, tenantId, made);
    await updateMade(transaction, tenantId, made);
  });
}

function needsMaking(tour: MadeTour, nowMs: number): boolean {
  if (!tour.isLive || !isMadeFrom(tour, planOf(tour), nowMs)) return true;
  // An hour at a time is enough, and each tour has a minute of its own for it, so that not all are made at once.
  const ownMs = (Number.parseInt(tour.id.slice(-4), 16) % minutesPerHour) * minuteMs;
  const hourOf = (atMs: number) => Math.floor((atMs - ownMs) / hourMs);
  return hourOf(nowMs) > hourOf((tour.madeUntilMs ?? 0) - horizonMs);
}

/** Whether what stands ready is what the plan makes, as far as it reaches. */
function isMadeFrom({ isLive, madePlan, madeUntilMs }: MadeTour, plan: string, nowMs: number): boolean {
  // Made further ahead than ever only by a clock that was wrong then.
  return isLive && plan === madePlan && madeUntilMs !== null && madeUntilMs <= nowMs + horizonMs + dayMs;
}

function makeOf(tour: MadeTour, nowMs: number): Made {
  const { madeUntilMs, drawKey } = tour;
  if (!tour.isLive) return { tour, rounds: [], plan: null, untilMs: null, drawKey };
  const plan = planOf(tour);
  const isGoingOn = isMadeFrom(tour, plan, nowMs) && madeUntilMs !== null;
  const fromMs = isGoingOn ? Math.max(madeUntilMs, nowMs - backMaxMs) : nowMs;
  const untilMs = nowMs + horizonMs;
  const key = drawKey ?? randomBytes(drawKeyBytes);
  return { tour, rounds: roundsBetween(tour, key, fromMs, untilMs), plan, untilMs, drawKey: key };
}

/** Those due after the one and until the other instant. */
function roundsBetween(tour: MadeTour, drawKey: Buffer, fromMs: number, untilMs: number): DueRound[] {
  // From the day before, whose window may reach over midnight.
  const first = calendarDate(fromMs - dayMs, tour.timeZone);
  const days = Math.ceil((untilMs - fromMs) / dayMs) + 3;
  const plan = { ...tour, holidays: new Set(tour.holidays) };
  const all = dueRounds(plan, first, days, drawnFrom(drawKey));
  return all.filter(({ dueAtMs }) => dueAtMs > fromMs && dueAtMs <= untilMs);
}

/** No one without the key can foresee it, and with it it is always the same. */
function drawnFrom(key: Buffer): Unforeseen {
  return (text) => createHmac('sha256', key).update(text).digest().readUIntBE(0, 6) / 2 ** 48;
}

/** Everything that a due round is made from, as a hash. */
function planOf({ madePlan: _plan, madeUntilMs: _until, drawKey: _key, ...tour }: MadeTour): string {
  return createHash('sha256').update(JSON.stringify(tour)).digest('hex');
}
