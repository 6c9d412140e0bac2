// The weeks that the model made, again and again until the period is full: set by set in the database.
import { period, type Repetition } from '../dataset-shape.ts';
import { atOnce, type Connect, inTransaction } from './connections.ts';
import type { Log } from './progress.ts';
import { columnsOf, type HistoryTable, historyTables } from './history-tables.ts';

export interface Repeated {
  readonly tenantId: string;
  /** Rounds that the model made. */
  readonly modelled: number;
  /** Rounds that are wanted in all. */
  readonly target: number;
}

/** Where the weeks wait that are repeated. */
export const weeksOf = (table: HistoryTable) => `modelled_${table}`;

/** So that all of a round has arrived before the period ends. */
const lastStartMs = period.toMs - 86_400_000;

const shiftedIds = new Set(['id', 'round_id', 'subject_id']);

/** The UUID of an event so much later: its 48 bits of time move, the others stay, so that references hold. */
const shiftedId = (column: string) =>
  `(lpad(to_hex(('x' || translate(left(w.${column}::text, 13), '-', ''))::bit(48)::bigint + $1::bigint), 12, '0')
    || substr(w.${column}::text, 15))::uuid`;

function shifted(column: string): string {
  if (shiftedIds.has(column)) return shiftedId(column);
  if (column === 'arrival_no') return 'w.arrival_no + t.before';
  return column.endsWith('_at_ms') ? `w.${column} + $1::bigint` : `w.${column}`;
}

const weeks = weeksOf('rounds');
const roundOf = (column: string) =>
  `EXISTS (SELECT FROM ${weeks} AS r WHERE r.id = w.${column} AND r.tenant_id = w.tenant_id AND r.arrival_no <= t.left_over
    AND r.started_at_ms <= t.until_ms)`;

/** What belongs to rounds up to the last wanted one, and the duties until then. */
const isWanted: Readonly<Record<HistoryTable, string>> = {
  rounds: 'w.arrival_no <= t.left_over AND w.started_at_ms <= t.until_ms',
  scans: roundOf('round_id'),
  duty_sessions: 'w.started_at_ms <= t.until_ms',
  field_events: `CASE WHEN w.kind LIKE 'duty%' THEN EXISTS (SELECT FROM ${weeksOf('duty_sessions')} AS d
    WHERE d.id = w.subject_id AND d.tenant_id = w.tenant_id AND d.started_at_ms <= t.until_ms) ELSE ${roundOf('subject_id')} END`,
};

const statementOf = (table: HistoryTable) => `WITH t AS MATERIALIZED (
    SELECT given.*, least($6::bigint - $1::bigint, (SELECT max(started_at_ms) FROM ${weeks} AS r
      WHERE r.tenant_id = given.tenant_id AND r.arrival_no <= given.left_over)) AS until_ms
    FROM unnest($2::uuid[], $3::bigint[], $4::bigint[], $5::bool[]) AS given (tenant_id, before, left_over, is_whole))
  INSERT INTO ${table} (${columnsOf[table].join(', ')})
  SELECT ${columnsOf[table].map(shifted).join(', ')} FROM ${weeksOf(table)} AS w JOIN t USING (tenant_id)
  WHERE t.is_whole OR ${isWanted[table]}`;

/** Fills the tables from the weeks, in the order of time, and takes these away. Returns the rows of each. */
export async function repeatHistory(
  connect: Connect,
  { times, lengthMs }: Repetition,
  repeated: readonly Repeated[],
  log: Log,
): Promise<Record<HistoryTable, number>> {
  await connect(async (client) => {
    for (const table of ['rounds', 'duty_sessions'] as const) {
      await client.query(`CREATE INDEX ON ${weeksOf(table)} (id)`);
      await client.query(`ANALYZE ${weeksOf(table)}`);
    }
  });
  const counts: Record<HistoryTable, number> = { duty_sessions: 0, rounds: 0, scans: 0, field_events: 0 };
  const fill = (table: HistoryTable) =>
    connect((client) =>
      inTransaction(client, async () => {
        await client.query(`TRUNCATE ${table}`);
        for (let turn = 0; turn < times; turn++) {
          const values = valuesOf(repeated, turn, lengthMs);
          const { rowCount } = await client.query(statementOf(table), [turn * lengthMs, ...values]);
          counts[table] += rowCount ?? 0;
          log(`  ${table}: ${counts[table]} rows, ${turn + 1} of ${times} times`);
        }
      }),
    );
  const longestFirst = ['scans', 'field_events', 'rounds', 'duty_sessions'] as const;
  await atOnce(longestFirst.map((table) => () => fill(table)));
  await connect((client) => client.query(`DROP TABLE ${historyTables.map(weeksOf).join(', ')}`));
  return counts;
}

/** Of each tenant: rounds of the turns before, how many are still wanted, and whether that is all of a turn. */
function valuesOf(repeated: readonly Repeated[], turn: number, lengthMs: number): unknown[] {
  const isWithin = period.fromMs + (turn + 1) * lengthMs <= lastStartMs;
  const left = repeated.map(({ modelled, target }) => target - turn * modelled);
  return [
    repeated.map(({ tenantId }) => tenantId),
    repeated.map(({ modelled }) => turn * modelled),
    left,
    repeated.map(({ modelled }, at) => isWithin && (left[at] ?? 0) >= modelled),
    lastStartMs,
  ];
}
