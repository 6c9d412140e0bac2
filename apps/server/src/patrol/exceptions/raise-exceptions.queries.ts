// Opens the exceptions of walked rounds, each once, and adds to those that are there. Those of due rounds: raise-due-exceptions.
import { CompiledQuery } from 'kysely';
import { roundStatus } from '@watchpost/domain/round-status';
import type { Db } from '../../platform/db/database.ts';
import { retryRaces } from '../../platform/db/database-errors.ts';
import {
  findRoundContexts,
  flaggedEventsOf,
  scanColumns,
  withNeighbours,
} from '../trust/round-context.queries.ts';
import { storeRoundFlags } from '../trust/round-flags.queries.ts';
import { lockRounds } from './lock-rounds.queries.ts';
import { type NewException, openExceptions } from './open-exceptions.queries.ts';
import {
  flagsOfRound,
  factsOf,
  type RoundFact,
  type SuspectRound,
  type SuspectScan,
} from './round-suspicions.ts';

/**
 * Looks at rounds that moved, or that doubtful scans came to. Repeating it changes nothing, and neither does anybody
 * else who does the same at once.
 */
export async function raiseOfRounds(db: Db, tenantId: string, roundIds: readonly string[]): Promise<void> {
  // The counters of exceptions are shared by rounds that have nothing to do with each other.
  await retryRaces(() =>
    db.transaction().execute((transaction) => raiseWithin(transaction, tenantId, roundIds)),
  );
}

async function raiseWithin(transaction: Db, tenantId: string, roundIds: readonly string[]): Promise<void> {
  const ids = await withNeighbours(transaction, tenantId, roundIds);
  await lockRounds(transaction, tenantId, ids);
  const rounds = await findSuspectRounds(transaction, tenantId, ids);
  if (rounds.length === 0) return;
  const scans = await findSuspectScans(transaction, tenantId, rounds);
  const byRound = new Map<string, FoundScan[]>(rounds.map(({ id }) => [id, []]));
  for (const scan of scans) byRound.get(scan.roundId)?.push(scan);
  const scansOf = ({ id }: SuspectRound) => byRound.get(id) ?? [];
  const facts = rounds.flatMap((round) => factsOf(round, scansOf(round)));
  await storeRoundFlags(
    transaction,
    tenantId,
    rounds.map((round) => ({
      roundId: round.id,
      startedAtMs: round.startedAtMs,
      counts: flagsOfRound(round, scansOf(round)),
    })),
  );
  await followRounds(transaction, tenantId, rounds);
  if (facts.length > 0) {
    await openExceptions(transaction, tenantId, facts.map(newException), Date.now());
    await addReasons(transaction, tenantId, facts, Date.now());
  }
  await noteCompleted(transaction, tenantId, rounds, Date.now());
}

/** The tour is that of the due round which this one was started for. */
export async function findSuspectRounds(
  db: Db,
  tenantId: string,
  ids: readonly string[],
): Promise<SuspectRound[]> {
  const text = `SELECT r.id, r.site_id AS "siteId", r.guard_id AS "guardId", r.started_at_ms AS "startedAtMs",
      r.ended_at_ms AS "endedAtMs", r.status_code AS "statusCode", r.total_check_points AS total,
      r.scanned_check_points AS scanned, v.route_id AS "routeId", coalesce(v.name, '') AS "routeName",
      coalesce(v.is_fixed_order, false) AS "isFixedOrder", v.checkpoints AS planned,
      d.id AS "dueRoundId", d.tour_id AS "tourId", coalesce(d.tour_name, '') AS "tourName",
      ${flaggedEventsOf('r')} AS events
    FROM unnest($2::uuid[]) AS named (id) JOIN rounds r ON r.tenant_id = $1::uuid AND r.id = named.id
    LEFT JOIN route_versions v ON v.tenant_id = r.tenant_id AND v.id = r.route_version_id
    LEFT JOIN due_rounds d ON d.tenant_id = r.tenant_id AND d.round_id = r.id ORDER BY r.id`;
  const { rows } = await db.executeQuery<Omit<SuspectRound, 'context'>>(
    CompiledQuery.raw(text, [tenantId, ids]),
  );
  const contextOf = await findRoundContexts(db, tenantId, rows);
  return rows.map((round) => ({ ...round, context: contextOf(round.id) }));
}

export interface FoundScan extends SuspectScan {
  readonly roundId: string;
}

/** Every scan of rounds that have ended; of others the doubtful ones alone. */
export async function findSuspectScans(
  db: Db,
  tenantId: string,
  rounds: readonly SuspectRound[],
): Promise<FoundScan[]> {
  const text = `SELECT ${scanColumns}, s.round_id AS "roundId", s.received_at_ms AS "receivedAtMs", s.flags
    FROM unnest($2::uuid[], $3::boolean[]) AS named (id, ended)
    JOIN scans s ON s.tenant_id = $1::uuid AND s.round_id = named.id AND (named.ended OR s.flags <> '{}')`;
  const { rows } = await db.executeQuery<FoundScan>(
    CompiledQuery.raw(text, [
      tenantId,
      rounds.map(({ id }) => id),
      rounds.map(({ endedAtMs }) => endedAtMs !== null),
    ]),
  );
  return rows;
}

/**
 * A round stands by its first scans until its start arrives, and is of no tour until it is tied to its due round: items
 * that were opened before follow it. Holds all of them, in one order, for what comes next in the transaction.
 */
async function followRounds(db: Db, tenantId: string, rounds: readonly SuspectRound[]): Promise<void> {
  const text = `WITH held AS MATERIALIZED (
      SELECT e.id, f.* FROM unnest($2::uuid[], $3::uuid[], $4::uuid[], $5::text[], $6::uuid[], $7::text[], $8::uuid[],
        $9::uuid[], $10::bigint[]) AS f (round_id, site_id, route_id, route_name, tour_id, tour_name, guard_id,
        due_round_id, at_ms)
      JOIN exceptions e ON e.tenant_id = $1::uuid AND e.kind IN ('incomplete', 'flagged') AND e.subject_id = f.round_id
      ORDER BY e.id FOR NO KEY UPDATE OF e
    )
    UPDATE exceptions e SET site_id = held.site_id, route_id = held.route_id, route_name = held.route_name,
      tour_id = held.tour_id, tour_name = held.tour_name, guard_id = held.guard_id, due_round_id = held.due_round_id,
      happened_at_ms = held.at_ms, version = e.version + 1
    FROM held WHERE e.tenant_id = $1::uuid AND e.id = held.id
      AND (e.site_id, e.route_id, e.route_name, e.tour_id, e.tour_name, e.guard_id, e.due_round_id, e.happened_at_ms)
        IS DISTINCT FROM (held.site_id, held.route_id, held.route_name, held.tour_id, held.tour_name, held.guard_id,
        held.due_round_id, held.at_ms)`;
  await db.executeQuery(
    CompiledQuery.raw(text, [
      tenantId,
      rounds.map(({ id }) => id),
      rounds.map(({ siteId }) => siteId),
      rounds.map(({ routeId }) => routeId),
      rounds.map(({ routeName }) => routeName),
      rounds.map(({ tourId }) => tourId),
      rounds.map(({ tourName }) => tourName),
      rounds.map(({ guardId }) => guardId),
      rounds.map(({ dueRoundId }) => dueRoundId),
      rounds.map(({ startedAtMs }) => startedAtMs),
    ]),
  );
}

const column = <Value>(facts: readonly RoundFact[], of: (fact: RoundFact) => Value): Value[] => facts.map(of);

const newException = ({ kind, severity, reasons, round }: RoundFact): NewException => {
  const { id, siteId, routeId, routeName, tourId, tourName, guardId, dueRoundId, startedAtMs } = round;
  const named = { siteId, routeId, routeName, tourId, tourName, guardId, dueRoundId };
  return { kind, subjectId: id, severity, reasons, ...named, roundId: id, happenedAtMs: startedAtMs };
};

/** Whatever became known since joins the item, also a closed one, which stays closed. */
async function addReasons(
  db: Db,
  tenantId: string,
  facts: readonly RoundFact[],
  nowMs: number,
): Promise<void> {
  const text = `WITH held AS MATERIALIZED (
      SELECT e.id, f.severity, ARRAY(SELECT json_array_elements_text(f.reasons) EXCEPT SELECT unnest(e.reasons)) AS added
      FROM unnest($2::text[], $3::uuid[], $4::smallint[], $5::json[]) AS f (kind, round_id, severity, reasons)
      JOIN exceptions e ON e.tenant_id = $1::uuid AND e.kind = f.kind AND e.subject_id = f.round_id
      ORDER BY e.id FOR NO KEY UPDATE OF e
    ), grown AS (
      UPDATE exceptions e SET reasons = e.reasons || held.added, severity = greatest(e.severity, held.severity),
        version = e.version + 1
      FROM held WHERE e.tenant_id = $1::uuid AND e.id = held.id AND cardinality(held.added) > 0
      RETURNING e.id, held.added)
    INSERT INTO exception_history (tenant_id, id, exception_id, at_ms, kind, actor_kind, details)
    SELECT $1::uuid, gen_random_uuid(), id, $6::bigint, 'flagsAdded', 'system', jsonb_build_object('reasons', added)
    FROM grown`;
  await db.executeQuery(
    CompiledQuery.raw(text, [
      tenantId,
      column(facts, ({ kind }) => kind),
      column(facts, ({ round }) => round.id),
      column(facts, ({ severity }) => severity),
      column(facts, ({ reasons }) => JSON.stringify(reasons)),
      nowMs,
    ]),
  );
}

/** A late scan may complete a round that had ended too short. */
async function noteCompleted(
  db: Db,
  tenantId: string,
  rounds: readonly SuspectRound[],
  nowMs: number,
): Promise<void> {
  const completed = rounds.filter(({ statusCode }) => statusCode === roundStatus.completed);
  if (completed.length === 0) return;
  const text = `WITH good AS (
      UPDATE exceptions e SET made_good_at_ms = $3::bigint, version = e.version + 1
      WHERE e.tenant_id = $1::uuid AND e.kind = 'incomplete' AND e.subject_id = ANY ($2::uuid[])
        AND e.made_good_at_ms IS NULL RETURNING e.id)
    INSERT INTO exception_history (tenant_id, id, exception_id, at_ms, kind, actor_kind)
    SELECT $1::uuid, gen_random_uuid(), id, $3::bigint, 'madeGood', 'system' FROM good`;
  await db.executeQuery(CompiledQuery.raw(text, [tenantId, completed.map(({ id }) => id), nowMs]));
}
