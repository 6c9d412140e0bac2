import { type Kysely, sql } from 'kysely';
import { gap, type ManagedTable, records } from './0016-managed-records.ts';
import { managed as scheduledReports } from './0035-scheduled-reports.ts';

/** Two neighbouring letters in each other's place are looked up as they were meant, before all that comes near is weighed (GRID-05). */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(exchangedLetters).execute(db);
  for (const table of [...records, scheduledReports]) await sql.raw(searchOf(table)).execute(db);
}

/** Of long texts the first: each is a look into the index. */
const readingsMax = 40;

const exchangedLetters = `CREATE FUNCTION exchanged_letters(words text[]) RETURNS SETOF text[] LANGUAGE sql IMMUTABLE
  STRICT PARALLEL SAFE AS $$
    SELECT words[:p - 1] || (left(w, i - 1) || substr(w, i + 1, 1) || substr(w, i, 1) || substr(w, i + 2)) || words[p + 1:]
    FROM unnest(words) WITH ORDINALITY AS word (w, p) CROSS JOIN LATERAL generate_series(1, length(w) - 1) AS i
    WHERE length(w) > 3 AND substr(w, i, 1) <> substr(w, i + 1, 1) AND substr(w, i, 2) !~ '[0-9]'
    ORDER BY p, i LIMIT ${readingsMax}
  $$`;

/**
 * The rows that a text names, best first by rank: those that hold every word of it; when there are none, those that do once
 * two letters are exchanged; or else those where every word of four letters or more comes near one. Runs as the tables'
 * owner, because the tenant rule of the serving role keeps the index from being used; so it repeats that rule itself.
 */
function searchOf({ table, atSite, isDeletable }: ManagedTable): string {
  const visible = `r.tenant_id = tenant AND (site IS NULL OR ${atSite}) ${isDeletable ? 'AND r.deleted_at IS NULL' : ''}`;
  return `CREATE OR REPLACE FUNCTION search_${table}(query text, site uuid) RETURNS TABLE (id uuid, rank real)
    LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path FROM CURRENT AS $$
    DECLARE
      tenant uuid := nullif(current_setting('watchpost.tenant', true), '')::uuid;
      folded text := trim(fold_text(query));
      words text[] := array_remove(regexp_split_to_array(folded, '${gap}'), '');
      reading record;
      needed text[];
      grams text[];
      places bigint[];
    BEGIN
      FOR reading IN SELECT words AS meant, folded AS beginning UNION ALL
        SELECT e, array_to_string(e, ' ') FROM exchanged_letters(words) AS e
      LOOP
        SELECT array_agg(DISTINCT g) INTO needed FROM unnest(reading.meant) AS w, unnest(grams_within(w)) AS g;
        IF needed IS NULL THEN RETURN; END IF;
        RETURN QUERY SELECT r.id, CASE WHEN starts_with(r.search_text, reading.beginning) THEN 2::real ELSE 1::real END
          FROM ${table} r WHERE ${visible} AND r.search_grams @> needed
          AND NOT EXISTS (SELECT FROM unnest(reading.meant) AS w WHERE length(w) > 3 AND position(w IN r.search_text) = 0);
        IF FOUND THEN RETURN; END IF;
      END LOOP;
      SELECT array_agg(DISTINCT g) INTO needed FROM unnest(words) AS w, unnest(grams_near(w)) AS g WHERE length(w) > 3;
      IF needed IS NULL THEN RETURN; END IF;
      -- Made once: a slip that most rows come near is weighed against each of them.
      SELECT array_agg(g), array_agg(each.place) INTO grams, places FROM (
        SELECT place, CASE WHEN length(w) > 3 THEN '  ' || left(w, 1) || grams_near(w) ELSE grams_within(w) END AS grams
        FROM unnest(words) WITH ORDINALITY AS w (w, place)) AS each, unnest(each.grams) AS g;
      RETURN QUERY SELECT r.id, near.mean FROM ${table} r CROSS JOIN LATERAL (
          SELECT avg(share)::real AS mean, min(share) AS least FROM (
            SELECT count(*) FILTER (WHERE g = ANY (r.search_grams))::real / count(*) AS share
            FROM unnest(grams, places) AS part (g, place) GROUP BY place) AS shares) AS near
        WHERE ${visible} AND r.search_grams && needed AND near.least >= 0.5;
    END $$`;
}
