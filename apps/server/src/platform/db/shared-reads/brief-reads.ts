// Statements that read little, of many requests on one connection: see README.md.
import type { CompiledQuery, PostgresPool, PostgresPoolClient } from 'kysely';
import { type Db, poolIfOwn } from '../database.ts';

/** More than this wait for connections of their own, so that the database may use further processors. */
const inFlightMax = 16;
/** A connection that has not answered for so long runs something long, and takes no more reads. */
const answersWithinMs = 20;

interface Lane {
  readonly client: Promise<PostgresPoolClient>;
  inFlight: number;
  lastAnswerAt: number;
}

const lanesOf = new WeakMap<PostgresPool, Lane[]>();

/**
 * Asks what reads little, whatever its values, and changes nothing: it is sent at once, behind what others of the tenant
 * have asked in this way, and answered after that. Each succeeds or fails by itself. On a transaction it is asked there.
 */
export async function readBriefly<Row>(db: Db, query: CompiledQuery<Row>): Promise<{ readonly rows: Row[] }> {
  const pool = poolIfOwn(db);
  if (pool === null) return db.executeQuery(query);
  const lanes = lanesOf.get(pool) ?? [];
  lanesOf.set(pool, lanes);
  const lane = laneWithRoom(lanes) ?? openLane(pool, lanes);
  lane.inFlight += 1;
  try {
    const client = await lane.client;
    return await client.query<Row>(query.sql, query.parameters);
  } catch (error) {
    leave(lanes, lane);
    throw error;
  } finally {
    lane.inFlight -= 1;
    lane.lastAnswerAt = performance.now();
    if (lane.inFlight === 0) close(lanes, lane);
  }
}

function laneWithRoom(lanes: readonly Lane[]): Lane | undefined {
  const now = performance.now();
  return lanes.find((lane) => lane.inFlight < inFlightMax && now - lane.lastAnswerAt < answersWithinMs);
}

function openLane(pool: PostgresPool, lanes: Lane[]): Lane {
  const lane = { client: pool.connect(), inFlight: 0, lastAnswerAt: performance.now() };
  lanes.push(lane);
  return lane;
}

/** Its reads still get their answers; no more are added. */
function leave(lanes: Lane[], lane: Lane): void {
  const at = lanes.indexOf(lane);
  if (at >= 0) lanes.splice(at, 1);
}

function close(lanes: Lane[], lane: Lane): void {
  leave(lanes, lane);
  lane.client.then(
    (client) => client.release(),
    () => {},
  );
}
