// Whether every due round of the simulated days was made once and became what its walk says, each transition once.
import { CompiledQuery } from 'kysely';
import type { Db } from '../apps/server/src/platform/db/database.ts';
import { companyTimeZone, roundsADay } from './due-rounds-company.ts';
import type { Due, WalkOutcome, Walk } from './due-rounds-walks.ts';

const statusOf: Readonly<Record<WalkOutcome, string>> = {
  inTime: 'completed',
  late: 'completed',
  short: 'incompleted',
  offline: 'completed',
  missed: 'missed',
};
/** By name; each transition is a row of history, of which the key allows one of a kind. */
const historyOf: Readonly<Record<WalkOutcome, readonly string[]>> = {
  inTime: ['completed', 'inProgress'],
  late: ['completed', 'inProgress', 'late'],
  short: ['inProgress', 'incompleted'],
  offline: ['completed', 'inProgress', 'late', 'missed'],
  missed: ['late', 'missed'],
};
const noticesOf: Readonly<Record<WalkOutcome, readonly string[]>> = {
  inTime: [],
  late: ['roundNotBegun'],
  short: [],
  offline: ['roundMissed', 'roundNotBegun'],
  missed: ['roundMissed', 'roundNotBegun'],
};

interface Became extends Due {
  readonly day: string;
  readonly status: string;
  readonly roundId: string | null;
  readonly history: readonly string[];
  readonly notices: readonly string[];
}

const became = `SELECT d.id, d.due_at_ms AS "dueAtMs", d.status, d.round_id AS "roundId",
    to_char(to_timestamp(d.due_at_ms / 1000) AT TIME ZONE '${companyTimeZone}', 'YYYY-MM-DD') AS day,
    ARRAY(SELECT h.status FROM due_round_history h WHERE h.tenant_id = d.tenant_id AND h.due_round_id = d.id
      ORDER BY h.status COLLATE "C") AS history,
    ARRAY(SELECT t.kind FROM told_notices t WHERE t.tenant_id = d.tenant_id AND t.subject = d.id::text
      AND t.kind IN ('roundMissed', 'roundNotBegun') ORDER BY t.kind COLLATE "C") AS notices
  FROM due_rounds d WHERE d.tenant_id = $1::uuid AND d.due_at_ms >= $2::bigint AND d.due_at_ms < $3::bigint`;

const dayMs = 86_400_000;

/** Rounds proven; throws Error with the first differences. `walks` is by due round. */
export async function proveDueRounds(
  owner: Db,
  tenantId: string,
  { fromMs, days, walks }: { fromMs: number; days: number; walks: ReadonlyMap<string, Walk> },
): Promise<number> {
  const wrong: string[] = [];
  let proven = 0;
  for (let day = 0; day < days; day += 1) {
    const range = [tenantId, fromMs + day * dayMs, fromMs + (day + 1) * dayMs];
    const { rows } = await owner.executeQuery<Became>(CompiledQuery.raw(became, range));
    const dates = new Set(rows.map((row) => row.day));
    if (rows.length !== roundsADay || dates.size !== 1)
      wrong.push(`${rows.length} rounds on ${[...dates].join()}`);
    for (const row of rows) wrong.push(...differences(row, walks.get(row.id)));
    proven += rows.length;
  }
  const shown = wrong.slice(0, 5).join('; ');
  if (wrong.length > 0) throw new Error(`${wrong.length} due rounds are not what they should be: ${shown}`);
  return proven;
}

function differences(row: Became, walk: Walk | undefined): string[] {
  if (walk === undefined) return [`${row.id} was not there when its time came`];
  const { outcome, roundId } = walk;
  // A guard who sets out after the alert was due causes a notice, one who sets out before does not; both may start in time.
  const notices = outcome === 'inTime' || outcome === 'short' ? [] : row.notices;
  const is = [row.status, row.roundId, row.history.join(), notices.join()].join(' | ');
  const should = [statusOf[outcome], roundId, historyOf[outcome].join(), noticesOf[outcome].join()].join(
    ' | ',
  );
  return is === should ? [] : [`${row.id} (${outcome}) is ${is}, not ${should}`];
}
