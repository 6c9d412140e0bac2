// What becomes of due rounds by the clock, and by the rounds that guards begin (MNG-07, NOTIF-05).
import { CompiledQuery } from 'kysely';
import {
  type ArrivedRound,
  dueStatusOf,
  type ExpectedAtArrival,
  matchArrivals,
} from '@watchpost/domain/late-arrivals';
import {
  alertBeforeLateMs,
  startWindowMaxMinutes,
  graceMaxMinutes,
  earlyStartMinutes,
} from '@watchpost/domain/tours';
import { findHourCycle } from '../../platform/branding/date-format.queries.ts';
import type { Db } from '../../platform/db/database.ts';
import { lockRounds } from '../exceptions/lock-rounds.queries.ts';
import { notifyAll } from '../../platform/notify/notify.queries.ts';
import {
  countArrived,
  findArrivals,
  hasFutureScan,
  hasFutureStart,
  type KnownArrival,
  lateScanAt,
  lateStartAt,
  noteArrivals,
} from '../trust/late-arrivals.queries.ts';
import { noteDueSteps } from './due-history.queries.ts';
import { type Outcome, writeOutcomes } from './write-outcomes.queries.ts';

/** What became so longer ago is not told: a server that was away would tell of things that helps no one. */
const recentMs = 2 * 3_600_000;
/** Judged in one transaction, which tells of each. */
const judgedAtOnce = 200;

interface Judged {
  readonly id: string;
  readonly siteId: string;
  readonly site: string;
  readonly route: string;
  readonly timeZone: string;
  readonly dueAtMs: number;
  readonly missedAtMs: number;
}

interface JudgedByClock extends Judged {
  readonly status: 'late' | 'missed';
  readonly lateAtMs: number;
}

const judgedColumns = `j.id, j.site_id AS "siteId", s.name AS site, j.route_name AS route, s.time_zone AS "timeZone",
      j.due_at_ms AS "dueAtMs", j.missed_at_ms AS "missedAtMs"`;

const dueLink = (id: string) => `/manage-patrol-tours/due-rounds?id=${id}`;

/** Tells of rounds that no one has started shortly before their start window closes, each once. */
export async function alertUnbegun(db: Db, tenantId: string, nowMs: number): Promise<void> {
  for (;;) {
    const alerted = await db.transaction().execute((transaction) => alertSome(transaction, tenantId, nowMs));
    if (alerted < judgedAtOnce) return;
  }
}

async function alertSome(db: Db, tenantId: string, nowMs: number): Promise<number> {
  const text = `WITH found AS (
      SELECT id FROM due_rounds WHERE tenant_id = $1::uuid AND status IN ('due', 'late') AND due_at_ms <= $2::bigint
        AND NOT is_alerted AND missed_at_ms > $2::bigint
        AND late_at_ms - least(${alertBeforeLateMs}, (late_at_ms - due_at_ms) / 2) <= $2::bigint
      ORDER BY due_at_ms, id LIMIT ${judgedAtOnce} FOR UPDATE SKIP LOCKED
    ), alerted AS (
      UPDATE due_rounds d SET is_alerted = true FROM found WHERE d.tenant_id = $1::uuid AND d.id = found.id RETURNING d.*
    )
    SELECT ${judgedColumns}
    FROM alerted j JOIN sites s ON s.tenant_id = j.tenant_id AND s.id = j.site_id ORDER BY j.due_at_ms, j.id`;
  const { rows } = await db.executeQuery<Judged>(CompiledQuery.raw(text, [tenantId, nowMs]));
  if (rows.length === 0) return 0;
  const hourCycle = await findHourCycle(db, tenantId);
  const notices = rows.map(({ id, siteId, site, route, timeZone, dueAtMs, missedAtMs }) => {
    const minutes = Math.max(1, Math.ceil((missedAtMs - nowMs) / 60_000));
    const params = { route, site, minutes, dueAtMs, timeZone, hourCycle };
    return { tenantId, kind: 'roundNotBegun', siteId, params, link: dueLink(id), once: id } as const;
  });
  await notifyAll(db, notices);
  return rows.length;
}

/**
 * Writes down which rounds are late or missed by `nowMs`, each once, and tells of the missed ones in the same
 * transaction: a kill in between leaves neither or both. Several servers may judge at once.
 */
export async function judgeByClock(db: Db, tenantId: string, nowMs: number): Promise<void> {
  for (;;) {
    const judged = await db.transaction().execute((transaction) => judgeSome(transaction, tenantId, nowMs));
    if (judged < judgedAtOnce) return;
  }
}

async function judgeSome(db: Db, tenantId: string, nowMs: number): Promise<number> {
  const text = `WITH found AS (
      SELECT id FROM due_rounds WHERE tenant_id = $1::uuid AND status IN ('due', 'late') AND due_at_ms <= $2::bigint
        AND (missed_at_ms <= $2::bigint OR (status = 'due' AND late_at_ms <= $2::bigint))
      ORDER BY due_at_ms, id LIMIT ${judgedAtOnce} FOR UPDATE SKIP LOCKED
    ), judged AS (
      UPDATE due_rounds d SET status = CASE WHEN d.missed_at_ms <= $2::bigint THEN 'missed' ELSE 'late' END
      FROM found WHERE d.tenant_id = $1::uuid AND d.id = found.id RETURNING d.*
    )
    SELECT ${judgedColumns}, j.status, j.late_at_ms AS "lateAtMs"
    FROM judged j JOIN sites s ON s.tenant_id = j.tenant_id AND s.id = j.site_id ORDER BY j.due_at_ms, j.id`;
  const { rows } = await db.executeQuery<JudgedByClock>(CompiledQuery.raw(text, [tenantId, nowMs]));
  await noteDueSteps(
    db,
    tenantId,
    rows.map(({ id, status, lateAtMs, missedAtMs }) => {
      return { dueId: id, status, atMs: status === 'missed' ? missedAtMs : lateAtMs };
    }),
  );
  const recent = rows.filter(({ missedAtMs }) => missedAtMs <= nowMs && missedAtMs > nowMs - recentMs);
  if (recent.length === 0) return rows.length;
  const hourCycle = await findHourCycle(db, tenantId);
  const notices = recent.map(({ id, siteId, site, route, timeZone, dueAtMs }) => {
    const params = { route, site, dueAtMs, timeZone, hourCycle };
    return { tenantId, kind: 'roundMissed', siteId, params, link: dueLink(id), once: id } as const;
  });
  await notifyAll(db, notices);
  return rows.length;
}

interface MovedRound extends ArrivedRound {
  /** By the server's clock where the phone's was wrong, and so the end; `startedAtMs` is always by the phone's. */
  readonly begunAtMs: number;
  readonly endedAtMs: number | null;
  readonly statusCode: number;
  /** When the last of the scans arrived that were sent late; null where none was. */
  readonly lateScanAtMs: number | null;
  /** Whether the phone dated its start, or any of its scans, later than they arrived. */
  readonly hasFutureStart: boolean;
  readonly hasFutureScan: boolean;
}

/**
 * Matches rounds that were started, or that changed, to their due rounds. Safe to repeat. Several calls at once for one round
 * run one after another, each reading what the one before wrote, so that the last decides what the round became. A
 * transaction that has locked due rounds never waits for the rounds locked here.
 */
export async function moveRounds(db: Db, tenantId: string, roundIds: readonly string[]): Promise<void> {
  await db.transaction().execute((transaction) => moveWithin(transaction, tenantId, roundIds));
}

/**
 * What was sent late for a due round that was settled by then is noted for somebody to accept, and changes nothing. A round that
 * was started in the future is that of no due one: no one knows when it was (TRUTH-02).
 */
export async function moveWithin(
  transaction: Db,
  tenantId: string,
  roundIds: readonly string[],
): Promise<void> {
  await lockRounds(transaction, tenantId, roundIds);
  const rounds = await findMoved(transaction, tenantId, roundIds);
  if (rounds.length === 0) return;
  const tied = await findTied(transaction, tenantId, rounds);
  const known = await findArrivals(transaction, tenantId, roundIds);
  const tiedIds = new Set(tied.map(({ roundId }) => roundId));
  const untied = rounds
    .filter((round) => !tiedIds.has(round.id) && !known.has(round.id) && !round.hasFutureStart)
    .map((round) => ({ ...round, startedAtMs: round.begunAtMs }));
  const dues = await findExpected(transaction, tenantId, untied);
  const matched = matchArrivals(dues, untied);
  const missedAt = new Map(dues.map(({ id, missedAtMs }) => [id, missedAtMs]));
  const fresh = [...matched.tied].map(([dueId, roundId]) => {
    return { dueId, roundId, missedAtMs: missedAt.get(dueId) ?? 0 };
  });
  const judged = await judgeTied(transaction, tenantId, { rounds, tied: [...tied, ...fresh], known });
  if (judged.outcomes.length > 0) await writeOutcomes(transaction, tenantId, judged.outcomes);
  const offered = [...known.values()].filter(({ roundId }) => !tiedIds.has(roundId));
  const waiting = [
    ...judged.open,
    ...offered.map(({ roundId, dueRoundId }) => [roundId, dueRoundId] as const),
    ...matched.offered,
  ];
  const arrivedAt = new Map(rounds.map((round) => [round.id, lastArrivalOf(round)]));
  await noteArrivals(
    transaction,
    tenantId,
    waiting.map(([roundId, dueRoundId]) => {
      return { roundId, dueRoundId, arrivedAtMs: arrivedAt.get(roundId) ?? 0 };
    }),
  );
}

const lastArrivalOf = ({ lateStartAtMs, lateScanAtMs }: MovedRound): number =>
  Math.max(lateStartAtMs ?? 0, lateScanAtMs ?? 0);

interface Tied {
  readonly dueId: string;
  readonly roundId: string;
  /** Of the due round. */
  readonly missedAtMs: number;
}

interface Judgement {
  readonly outcomes: readonly Outcome[];
  /** Round and due round, where acceptance would change the outcome. */
  readonly open: readonly (readonly [roundId: string, dueRoundId: string])[];
}

interface Walks {
  readonly rounds: readonly MovedRound[];
  readonly tied: readonly Tied[];
  readonly known: ReadonlyMap<string, KnownArrival>;
}

async function judgeTied(db: Db, tenantId: string, { rounds, tied, known }: Walks): Promise<Judgement> {
  const roundOf = new Map(rounds.map((round) => [round.id, round]));
  const undecided = tied.flatMap(({ roundId: id, missedAtMs }) => {
    const round = roundOf.get(id);
    if (round === undefined || (round.lateScanAtMs === null && !round.hasFutureScan)) return [];
    const { endedAtMs } = round;
    return [{ id, endedAtMs, missedAtMs, acceptedUntilMs: known.get(id)?.acceptedUntilMs ?? null }];
  });
  const counted = await countArrived(db, tenantId, undecided);
  const outcomes = tied.flatMap(({ dueId, roundId }) => {
    const round = roundOf.get(roundId);
    const status = dueStatusOf(counted.get(roundId)?.statusCode ?? round?.statusCode ?? 0);
    return round === undefined || status === undefined ? [] : [{ dueId, round, status }];
  });
  const open = tied.flatMap(({ dueId, roundId }) =>
    counted.get(roundId)?.isOpen === true ? [[roundId, dueId] as const] : [],
  );
  return { outcomes, open };
}

const happened = (kind: 'roundStarted' | 'roundEnded', history: string) =>
  `told_or_happened_ms(r.tenant_id, r.id, '${kind}', ${history})`;

async function findMoved(db: Db, tenantId: string, ids: readonly string[]): Promise<MovedRound[]> {
  const text = `SELECT r.id, v.route_id AS "routeId", r.guard_id AS "guardId", r.started_at_ms AS "startedAtMs",
      ${happened('roundStarted', 'r.started_at_ms')} AS "begunAtMs",
      ${happened('roundEnded', 'r.ended_at_ms')} AS "endedAtMs", r.status_code AS "statusCode",
      ${lateStartAt} AS "lateStartAtMs", ${lateScanAt} AS "lateScanAtMs",
      ${hasFutureStart} AS "hasFutureStart", ${hasFutureScan} AS "hasFutureScan"
    FROM rounds r JOIN route_versions v ON v.tenant_id = r.tenant_id AND v.id = r.route_version_id
    WHERE r.tenant_id = $1::uuid AND r.id = ANY ($2::uuid[]) ORDER BY r.started_at_ms, r.id`;
  const { rows } = await db.executeQuery<MovedRound>(CompiledQuery.raw(text, [tenantId, ids]));
  return rows;
}

/** Those of the rounds that have their due round already. */
async function findTied(db: Db, tenantId: string, rounds: readonly MovedRound[]): Promise<Tied[]> {
  const text = `SELECT id AS "dueId", round_id AS "roundId", missed_at_ms AS "missedAtMs" FROM due_rounds
    WHERE tenant_id = $1::uuid AND round_id = ANY ($2::uuid[]) ORDER BY id FOR UPDATE`;
  const ids = rounds.map(({ id }) => id);
  const { rows } = await db.executeQuery<Tied>(CompiledQuery.raw(text, [tenantId, ids]));
  return rows;
}

const longestMs = (startWindowMaxMinutes + graceMaxMinutes) * 60_000;

/** The due rounds that no one began yet and that any of these may be, held until the transaction ends. */
async function findExpected(
  db: Db,
  tenantId: string,
  rounds: readonly MovedRound[],
): Promise<ExpectedAtArrival[]> {
  if (rounds.length === 0) return [];
  const text = `SELECT d.id, d.route_id AS "routeId", d.guard_ids::text[] AS "guardIds", d.due_at_ms AS "dueAtMs",
      d.late_at_ms AS "lateAtMs", d.missed_at_ms AS "missedAtMs", '' AS date, d.status = 'excused' AS "isExcused",
      EXISTS (SELECT FROM late_arrivals a WHERE a.tenant_id = d.tenant_id AND a.due_round_id = d.id) AS "hasOffer"
    FROM due_rounds d WHERE d.tenant_id = $1::uuid AND d.round_id IS NULL AND EXISTS (
      SELECT FROM unnest($2::uuid[], $3::bigint[]) AS begun (route_id, at_ms) WHERE d.route_id = begun.route_id
        AND d.due_at_ms BETWEEN begun.at_ms - ${longestMs} AND begun.at_ms + ${earlyStartMinutes * 60_000})
      AND d.route_id = ANY ($2::uuid[])
    ORDER BY d.id FOR UPDATE OF d`;
  const { rows } = await db.executeQuery<ExpectedAtArrival>(
    CompiledQuery.raw(text, [
      tenantId,
      rounds.map(({ routeId }) => routeId),
      rounds.map(({ startedAtMs }) => startedAtMs),
    ]),
  );
  return rows;
}
