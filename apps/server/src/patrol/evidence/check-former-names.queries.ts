// Compares the names by which rounds read as they were walked with what was sealed of them.
import { CompiledQuery } from 'kysely';
import type { Statements } from '../../platform/db/statements.ts';
import { newestVersions } from './check-versions.queries.ts';
import { formerNames, namesOfRounds, recordedNames } from './former-names.ts';

interface Unlike {
  readonly key: string;
  readonly isKept: boolean;
  readonly isThere: boolean;
  readonly isTimeAlone: boolean;
}

async function run<Row>(db: Statements, text: string, values: readonly unknown[]): Promise<readonly Row[]> {
  return (await db.executeQuery<Row>(CompiledQuery.raw(text, [...values]))).rows;
}

/** Rows without a version count from when all of them had one. */
const unlike = (source: string, states: string) => `WITH newest AS (${newestVersions(source)}),
    kept AS (SELECT key, row FROM newest WHERE row <> 'null'), now AS (${states})
  SELECT key, kept.row IS NOT NULL AS "isKept", now.row IS NOT NULL AS "isThere",
    coalesce(kept.row ->> 'names' = now.row ->> 'names', false) AS "isTimeAlone"
  FROM kept FULL JOIN now USING (key)
  WHERE kept.row IS DISTINCT FROM now.row AND (kept.row IS NOT NULL OR $2::boolean) ORDER BY key`;

const unlikeRounds = `WITH kept AS (SELECT DISTINCT ON (of.key) of.key::uuid AS id, of.value::uuid AS names_id
      FROM record_versions v CROSS JOIN LATERAL jsonb_each_text(v.row) AS of (key, value)
      WHERE v.tenant_id = $1::uuid AND v.source = '${namesOfRounds.source}' ORDER BY of.key, v.no DESC)
  SELECT 'rounds ' || r.id || ': recorded_names_id was altered; the version of it says something else' AS sentence
    FROM kept JOIN rounds r ON r.tenant_id = $1::uuid AND r.id = kept.id
    WHERE r.recorded_names_id IS DISTINCT FROM kept.names_id
  UNION ALL SELECT 'imported_rounds ' || i.round_id || ': inserted; it never went through the product'
    FROM imported_rounds i WHERE i.tenant_id = $1::uuid AND $2::boolean
      AND NOT EXISTS (SELECT FROM kept WHERE kept.id = i.round_id)
  ORDER BY 1`;

function formerSentence({ key, isKept, isThere, isTimeAlone }: Unlike): string {
  if (!isThere) return `${key}: former names were deleted; a version of them was kept`;
  if (!isKept) return `${key}: former names were inserted; they never went through the product`;
  const what = isTimeAlone ? 'former_until_ms was' : 'former was';
  return `${key}: ${what} altered; the newest version of its former names says something else`;
}

function recordedSentence({ key, isKept, isThere }: Unlike): string {
  if (!isThere) return `recorded_names ${key}: removed; a version of it was kept`;
  if (!isKept) return `recorded_names ${key}: inserted; it never went through the product`;
  return `recorded_names ${key}: names were altered; the newest version of it says something else`;
}

/** A sentence for each record and round that would read otherwise. `isSealed`: whether all rows of a source have versions by now. */
export async function findUnlikeNames(
  db: Statements,
  tenantId: string,
  isSealed: (source: string) => boolean,
): Promise<string[]> {
  const of = (source: string) => [tenantId, isSealed(source)];
  const { source, states } = formerNames;
  const former = await run<Unlike>(db, unlike(source, states), of(source));
  const recorded = await run<Unlike>(
    db,
    unlike(recordedNames.source, recordedNames.states),
    of(recordedNames.source),
  );
  const rounds = await run<{ sentence: string }>(db, unlikeRounds, of(namesOfRounds.source));
  return [
    ...former.map(formerSentence),
    ...recorded.map(recordedSentence),
    ...rounds.map(({ sentence }) => sentence),
  ];
}
