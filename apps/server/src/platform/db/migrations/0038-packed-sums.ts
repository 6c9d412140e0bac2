import { type Kysely, sql } from 'kysely';
import { dueStatements } from './0038-due-sums.ts';
import { applied, changesOf, made, type PackedTable, placesOf, runningSums } from './0038-parts.ts';
import { addRounds, noteMissed, roundFigures } from './0033-dashboard.ts';
import { nil } from './0033-parts.ts';

/**
 * What the dashboard adds up (DASH-02), packed so that any range of any subject is a handful of rows: a row of grain 0
 * holds a UTC day by quarters of an hour, one of grain 1 holds 96 days, each as running sums. Made from the counters
 * that it takes the place of.
 *
 * Locks: the tenant's all-time counter, of rounds or of due rounds, comes before any of these rows, as before.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}

// Rounds ------------------------------------------------------------------------------------------------------------

/** What lists count; scanned_ended goes, the last of them. */
const listFigures = roundFigures.slice(0, -1);

export const roundSums: PackedTable = {
  table: 'round_sums',
  keys: ['site_id'],
  figures: [
    ['begun', 'sum(sign)'],
    ['incompleted', 'coalesce(sum(sign) FILTER (WHERE status_code = 1005), 0)'],
    ['completed', 'coalesce(sum(sign) FILTER (WHERE status_code = 1010), 0)'],
    // Of rounds under way neither is kept: every single scan would wait for the tenant's counters.
    ['planned', 'coalesce(sum(sign * total_check_points) FILTER (WHERE status_code <> 1001), 0)'],
    ['scanned', 'coalesce(sum(sign * scanned_check_points) FILTER (WHERE status_code <> 1001), 0)'],
  ],
};

const roundChanges = (relation: string) =>
  changesOf(
    roundSums,
    ['subject.site_id'],
    `${relation} AS changed CROSS JOIN LATERAL (VALUES (${nil}), (changed.site_id)) AS subject (site_id)
        CROSS JOIN LATERAL (VALUES ${placesOf('started_at_ms')}) AS place (grain, bucket_ms, slot)`,
  );

const packRounds = (relation: string) => applied(roundSums, roundChanges(relation));

const counted = `tenant_id, site_id, guard_id, started_at_ms, status_code, total_check_points, scanned_check_points`;
const countedOf = (row: string) =>
  counted
    .split(', ')
    .map((column) => `${row}.${column}`)
    .join(', ');
const changedRound = `(SELECT ${countedOf('OLD')}, -1 AS sign UNION ALL SELECT ${countedOf('NEW')}, 1)`;
const signed = (relation: string, sign: number) => `(SELECT ${counted}, ${sign} AS sign FROM ${relation})`;

/** The changes of sums that new rounds make. */
export const insertedRounds = roundChanges(signed('inserted', 1));

/** `packed` is the statement of plpgsql that applies the changes. */
export const countInsertedRounds = (
  packed: string,
) => `CREATE OR REPLACE FUNCTION count_inserted_rounds() RETURNS trigger LANGUAGE plpgsql AS $$
  DECLARE change record;
  BEGIN
    ${addRounds(signed('inserted', 1), listFigures)};
    ${packed};
    ${noteMissed}
    RETURN NULL;
  END $$`;

/** Statements of plpgsql, of a round before and after: OLD and NEW, and a record `change`. */
export const countChangedRound = `${addRounds(changedRound, listFigures)};
    ${packRounds(changedRound)};`;

const roundStatements = [
  ...made(
    roundSums,
    `SELECT tenant_id, site_id, place.grain, place.bucket_ms, place.slot, rounds AS begun, incompleted, completed,
      planned_incompleted + planned_completed AS planned, scanned_ended AS scanned
    FROM round_counts AS c JOIN LATERAL (VALUES ${placesOf('c.bucket_ms')}) AS place (grain, bucket_ms, slot)
      ON c.grain = 2 - place.grain
    WHERE guard_id = ${nil} AND c.grain IN (1, 2)`,
  ),
  'ALTER TABLE round_counts DROP COLUMN scanned_ended',
  countInsertedRounds(applied(roundSums, insertedRounds)),
  `CREATE OR REPLACE FUNCTION count_deleted_rounds() RETURNS trigger LANGUAGE plpgsql AS $$
  DECLARE change record;
  BEGIN
    ${addRounds(signed('deleted', -1), listFigures)};
    ${packRounds(signed('deleted', -1))};
    DELETE FROM missed_checkpoints AS m USING deleted AS d WHERE m.tenant_id = d.tenant_id AND m.round_id = d.id;
    RETURN NULL;
  END $$`,
  `CREATE OR REPLACE FUNCTION count_updated_round() RETURNS trigger LANGUAGE plpgsql AS $$
  DECLARE change record;
  BEGIN
    ${countChangedRound}
    RETURN NULL;
  END $$`,
];

// Missed checkpoints ------------------------------------------------------------------------------------------------

export const missedSums: PackedTable = {
  table: 'missed_sums',
  keys: ['site_id', 'checkpoint_id'],
  figures: [['missed', 'sum(sign)']],
};

const missedChanges = (relation: string, sign: number) =>
  changesOf(
    missedSums,
    ['changed.site_id', 'changed.checkpoint_id'],
    `(SELECT *, ${sign} AS sign FROM ${relation}) AS changed
            CROSS JOIN LATERAL (VALUES ${placesOf('started_at_ms', [1])}) AS place (grain, bucket_ms, slot)`,
  );

/** The changes of sums that missed checkpoints make that were not known before. */
export const insertedMissed = missedChanges('inserted', 1);

/** `packed` is the statement of plpgsql that applies the changes. */
export const countMissed = (name: string, relation: string, packed: string) => `
  CREATE OR REPLACE FUNCTION ${name}() RETURNS trigger LANGUAGE plpgsql AS $$
  DECLARE change record;
  BEGIN
    IF EXISTS (SELECT FROM ${relation}) THEN
      PERFORM FROM round_counts WHERE tenant_id IN (SELECT DISTINCT tenant_id FROM ${relation})
        AND guard_id = ${nil} AND site_id = ${nil} AND grain = 0 AND bucket_ms = 0 ORDER BY tenant_id FOR UPDATE;
      ${packed};
    END IF;
    RETURN NULL;
  END $$`;

const missedStatements = [
  ...made(
    missedSums,
    `SELECT tenant_id, site_id, checkpoint_id, place.grain, place.bucket_ms, place.slot, missed FROM missed_counts AS c
      CROSS JOIN LATERAL (VALUES ${placesOf('c.bucket_ms', [1])}) AS place (grain, bucket_ms, slot) WHERE c.grain = 1`,
  ),
  'DROP TABLE missed_counts',
  // Of all checkpoints at once.
  'CREATE INDEX missed_sums_by_time ON missed_sums (tenant_id, bucket_ms)',
  countMissed('count_missed', 'inserted', applied(missedSums, insertedMissed)),
  countMissed('count_found', 'deleted', applied(missedSums, missedChanges('deleted', -1))),
];

const statements = [
  runningSums,
  ...missedStatements,
  ...roundStatements,
  ...dueStatements,
  'DROP FUNCTION running_sums(integer[], bigint[])',
];
