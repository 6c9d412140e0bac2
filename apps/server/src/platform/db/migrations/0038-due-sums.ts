// Migration 0038: what became of due rounds.
import { dueFigures as figures } from './0033-due-counts.ts';
import { dayMs, named, nil, quarterMs, raised, startOf, summed } from './0033-parts.ts';
import { applied, changesOf, made, type PackedTable, placesOf } from './0038-parts.ts';

const noFigure = figures.map(() => '0').join(', ');
const sixHoursMs = dayMs / 4;

const dueSums: PackedTable = { table: 'due_sums', keys: ['guard_id', 'site_id'], figures };

/** Whose a due round is: the tenant's, its site's, and that of whoever began it or else should have. */
const guardsOf = `SELECT DISTINCT whose, changed.site_id
  FROM unnest(CASE WHEN begun_by IS NULL THEN guard_ids ELSE ARRAY[begun_by] END) AS whose`;

/** Days of guards are many and nearly empty: of parts of a day they have counters of their own. */
const countGuards = (relation: string) => `
  INSERT INTO due_counts AS counts (tenant_id, guard_id, site_id, grain, bucket_ms, ${named(figures)})
  SELECT changed.tenant_id, subject.guard_id, subject.site_id, bucket.grain, bucket.at_ms, ${summed(figures)}
  FROM ${relation} AS changed
  CROSS JOIN LATERAL (VALUES (${nil}, ${nil}) UNION ALL ${guardsOf}) AS subject (guard_id, site_id)
  CROSS JOIN LATERAL (VALUES (0, 0::bigint), (2, ${startOf('due_at_ms', quarterMs)}),
    (4, ${startOf('due_at_ms', sixHoursMs)})) AS bucket (grain, at_ms)
  WHERE outcome <> 'waiting' AND (bucket.grain = 0) = (subject.site_id = ${nil})
  GROUP BY 1, 2, 3, 4, 5
  -- The tenant's own comes first whether or not it changes: it is the lock.
  HAVING bucket.grain = 0 OR (${summed(figures)}) <> (${noFigure})
  ORDER BY 1, 2, 3, 4, 5
  ON CONFLICT (tenant_id, guard_id, site_id, grain, bucket_ms) DO UPDATE SET ${raised(figures)}`;

const packDue = (relation: string) =>
  applied(
    dueSums,
    changesOf(
      dueSums,
      ['subject.guard_id', 'subject.site_id'],
      `(SELECT * FROM ${relation} AS every WHERE outcome <> 'waiting') AS changed
        CROSS JOIN LATERAL (VALUES (${nil}, ${nil}), (${nil}, changed.site_id) UNION ALL ${guardsOf})
          AS subject (guard_id, site_id)
        JOIN LATERAL (VALUES ${placesOf('due_at_ms')}) AS place (grain, bucket_ms, slot)
          ON place.grain = 1 OR subject.guard_id = ${nil}`,
    ),
  );

const columns = 'tenant_id, site_id, guard_ids, begun_by, due_at_ms, outcome';

const countDue = (name: string, relation: string) => `
  CREATE OR REPLACE FUNCTION ${name}() RETURNS trigger LANGUAGE plpgsql AS $$
  DECLARE change record;
  BEGIN
    ${countGuards(relation)};
    ${packDue(relation)};
    RETURN NULL;
  END $$`;

export const dueStatements = [
  ...made(
    dueSums,
    `SELECT tenant_id, guard_id, site_id, place.grain, place.bucket_ms, place.slot, ${named(figures)}
    FROM due_counts AS c JOIN LATERAL (VALUES ${placesOf('c.bucket_ms')}) AS place (grain, bucket_ms, slot)
      ON c.grain = 2 - place.grain
    WHERE c.grain = 1 OR (c.grain = 2 AND guard_id = ${nil})`,
  ),
  // Of all guards at once.
  `CREATE INDEX due_sums_of_guards ON due_sums (tenant_id, bucket_ms) WHERE guard_id <> ${nil}`,
  `DELETE FROM due_counts WHERE grain IN (1, 3) OR (grain = 2 AND guard_id = ${nil})`,
  `INSERT INTO due_counts (tenant_id, guard_id, site_id, grain, bucket_ms, ${named(figures)})
    SELECT tenant_id, guard_id, site_id, 4, ${startOf('bucket_ms', sixHoursMs)},
      ${figures.map(([name]) => `sum(${name})`).join(', ')}
    FROM due_counts WHERE grain = 2 GROUP BY 1, 2, 3, 4, 5`,
  countDue('count_made_due', `(SELECT ${columns}, 1 AS sign FROM inserted)`),
  countDue('count_deleted_due', `(SELECT ${columns}, -1 AS sign FROM deleted)`),
  countDue(
    'count_changed_due',
    `(SELECT ${columns}, -1 AS sign FROM before UNION ALL SELECT ${columns}, 1 FROM after)`,
  ),
];
