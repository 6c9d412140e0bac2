// Makes rounds due some days ahead, and makes them anew whenever anything they are made from has changed (MNG-07).
import { createHash, createHmac, randomBytes } from 'node:crypto';
import { calendarDate } from '@watchpost/domain/time-zone';
import { type DueRound, dueRounds, tourHorizonDays, type Unforeseen } from '@watchpost/domain/tours';
import {
  deleteReady,
  findMadeTours,
  insertReady,
  inMakingTurn,
  type MadeTour,
  updateMade,
} from './make-rounds.queries.ts';

type Db = Parameters<typeof inMakingTurn>[0];

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;
const drawKeyBytes = 32;
const horizonMs = tourHorizonDays * dayMs;
/** After a longer pause of the server nobody asks for what was due before. */
const backMaxMs = 31 * dayMs;

/**
 * Brings the tenant's due rounds up to the horizon. What was due by `nowMs` is never changed; after a pause, what fell
 * due meanwhile is made too, so that it is judged like the rest. Several servers may call it at once.
 */
export async function makeRounds(db: Db, tenantId: string, nowMs: number): Promise<void> {
  await inMakingTurn(db, tenantId, async (transaction) => {
    for (const tour of await findMadeTours(transaction, tenantId)) {
      await makeOf(transaction, tenantId, tour, nowMs);
    }
  });
}

async function makeOf(db: Db, tenantId: string, tour: MadeTour, nowMs: number): Promise<void> {
  const { madeUntilMs, drawKey } = tour;
  if (!tour.isLive) {
    await deleteReady(db, tenantId, tour.id, nowMs);
    await updateMade(db, tenantId, tour.id, { plan: null, untilMs: null, drawKey });
    return;
  }
  const plan = planOf(tour);
  // Made further ahead than ever only by a clock that was wrong then.
  const isSame = plan === tour.madePlan && madeUntilMs !== null && madeUntilMs <= nowMs + horizonMs + dayMs;
  const fromMs = isSame ? Math.max(madeUntilMs, nowMs - backMaxMs) : nowMs;
  const untilMs = nowMs + horizonMs;
  // An hour at a time is enough, and writes less.
  if (isSame && untilMs - fromMs < hourMs) return;
  if (!isSame) await deleteReady(db, tenantId, tour.id, nowMs);
  const key = drawKey ?? randomBytes(drawKeyBytes);
  await insertReady(db, tenantId, tour, roundsBetween(tour, key, fromMs, untilMs));
  await updateMade(db, tenantId, tour.id, { plan, untilMs, drawKey: key });
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

/** Nobody without the key can foresee it, and with it it is always the same. */
function drawnFrom(key: Buffer): Unforeseen {
  return (text) => createHmac('sha256', key).update(text).digest().readUIntBE(0, 6) / 2 ** 48;
}

/** Everything that a due round is made from, as a hash. */
function planOf({ madePlan: _plan, madeUntilMs: _until, drawKey: _key, ...tour }: MadeTour): string {
  return createHash('sha256').update(JSON.stringify(tour)).digest('hex');
}
