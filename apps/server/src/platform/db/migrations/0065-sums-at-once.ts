import { type Kysely, sql } from 'kysely';
import {
  countInsertedRounds,
  countMissed,
  insertedMissed,
  insertedRounds,
  missedSums,
  roundSums,
} from './0038-packed-sums.ts';
import { applied, type PackedTable, slots } from './0038-parts.ts';

/**
 * A statement that brings many rounds, as an import's, adds to each row of sums once, and no more for each slot of it: of a demo's
 * first start that took a quarter.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  const statements = [
    countInsertedRounds(appliedEither(roundSums, insertedRounds)),
    countMissed('count_missed', 'inserted', appliedEither(missedSums, insertedMissed)),
  ];
  for (const statement of statements) await sql.raw(statement).execute(db);
}

/** Of no more rows each change is made by itself: what is added at once is worked out for all slots (decision 0005). */
const fewRows = 100;

const keysOf = ({ keys }: PackedTable) => ['tenant_id', ...keys, 'grain', 'bucket_ms'].join(', ');
const figuresOf = ({ figures }: PackedTable, sqlOf: (name: string) => string = (name) => name) =>
  figures.map(([name]) => sqlOf(name)).join(', ');

/** Of what was added in some slots: the sums up to each of all slots. */
const runningSums = (table: PackedTable) => `
      SELECT ${figuresOf(table, (name) => `array_agg(${name} ORDER BY at) AS ${name}`)}
      FROM (SELECT at, ${figuresOf(table, (name) => `(coalesce(sum(${name}) OVER upto, 0))::int AS ${name}`)}
        FROM generate_series(1, ${slots}) AS at
        LEFT JOIN unnest(added.slots, ${figuresOf(table, (name) => `added.${name}`)}) AS one (slot, ${figuresOf(table)})
          ON one.slot = at
        WINDOW upto AS (ORDER BY at ROWS UNBOUNDED PRECEDING)) AS each`;

/** Rows come in the order in which `applied` changes them. */
const appliedAtOnce = (table: PackedTable, changes: string) => `
      INSERT INTO ${table.table} AS counts (${keysOf(table)}, ${figuresOf(table)})
      SELECT ${keysOf(table)}, ${figuresOf(table, (name) => `sums.${name}`)}
      FROM (SELECT ${keysOf(table)}, array_agg(slot) AS slots, ${figuresOf(table, (name) => `array_agg(${name}) AS ${name}`)}
        FROM (${changes}) AS change GROUP BY ${keysOf(table)}) AS added
      CROSS JOIN LATERAL (${runningSums(table)}) AS sums
      ORDER BY ${keysOf(table)}
      ON CONFLICT (${keysOf(table)}) DO UPDATE SET ${figuresOf(
        table,
        (name) =>
          `${name} = ARRAY(SELECT had + came FROM unnest(counts.${name}, excluded.${name}) AS slot (had, came))`,
      )}`;

/** Of changes by `inserted`. */
const appliedEither = (table: PackedTable, changes: string) => `
    IF (SELECT count(*) FROM inserted) > ${fewRows} THEN${appliedAtOnce(table, changes)};
    ELSE
      ${applied(table, changes)};
    END IF`;
