import { type Kysely, sql } from 'kysely';

/**
 * What every managed record has: a version for those who edit at once, deletion that can be undone, and texts to sort
 * and to search by, without accents and in any case.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of functions) await sql.raw(statement).execute(db);
  for (const record of records) {
    for (const statement of columnsOf(record)) await sql.raw(statement).execute(db);
    await sql.raw(searchOf(record)).execute(db);
    await sql.raw(`REVOKE ALL ON FUNCTION search_${record.table}(text, uuid) FROM PUBLIC`).execute(db);
    await sql
      .raw(`GRANT EXECUTE ON FUNCTION search_${record.table}(text, uuid) TO watchpost_app`)
      .execute(db);
  }
  for (const statement of rest) await sql.raw(statement).execute(db);
}

export interface ManagedTable {
  readonly table: string;
  /** SQL of the text to sort by; null where there is a better order. */
  readonly name: string | null;
  readonly searched: string;
  /** Whether the row r is one of the site. */
  readonly atSite: string;
  readonly isDeletable: boolean;
  readonly hasTimes: boolean;
}

const ofSite = 'r.site_id = site';
export const records: readonly ManagedTable[] = [
  {
    table: 'sites',
    name: 'name',
    searched: `name || ' ' || address || ' ' || contact_name`,
    atSite: 'r.id = site',
    isDeletable: true,
    hasTimes: true,
  },
  {
    table: 'guards',
    name: `first_name || ' ' || last_name`,
    searched: `first_name || ' ' || last_name || ' ' || employee_id || ' ' || email || ' ' || phone_number`,
    atSite: `EXISTS (SELECT FROM guard_sites g WHERE g.tenant_id = r.tenant_id AND g.guard_id = r.id
      AND g.site_id = site)`,
    isDeletable: true,
    hasTimes: true,
  },
  {
    table: 'checkpoints',
    name: 'name',
    searched: `name || ' ' || coalesce(nfc_tag_id, '')`,
    atSite: ofSite,
    isDeletable: true,
    hasTimes: true,
  },
  { table: 'shifts', name: 'name', searched: 'name', atSite: ofSite, isDeletable: true, hasTimes: false },
  {
    table: 'patrol_routes',
    name: 'name',
    searched: 'name',
    atSite: ofSite,
    isDeletable: true,
    hasTimes: false,
  },
  {
    table: 'patrol_tours',
    name: 'name',
    searched: 'name',
    atSite: `EXISTS (SELECT FROM patrol_routes o WHERE o.tenant_id = r.tenant_id AND o.id = r.route_id
      AND o.site_id = site)`,
    isDeletable: true,
    hasTimes: false,
  },
  {
    table: 'incidents',
    name: null,
    searched: `type || ' ' || description`,
    atSite: ofSite,
    isDeletable: false,
    hasTimes: false,
  },
];

/** Between words: white space and the punctuation of ASCII. */
export const gap = String.raw`[\s!-/:-@\[-${'`'}{-~]+`;

const functions = [
  // For the search by tenant and by parts of words in one index.
  'CREATE EXTENSION IF NOT EXISTS btree_gin',

  `CREATE FUNCTION fold_text(given text) RETURNS text LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
    RETURN lower(regexp_replace(normalize(given, NFKD), '[\\u0300-\\u036f]', '', 'g'))`,

  // Every three neighbouring letters, and how each word begins and ends. Of our own, since pg_trgm sees only the
  // letters of the database's locale, which may be those of ASCII.
  `CREATE FUNCTION search_grams(folded text) RETURNS text[] LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE AS $$
    SELECT coalesce(array_agg(DISTINCT substr(p.padded, i, 3)), '{}')
    FROM regexp_split_to_table(folded, '${gap}') AS word
    CROSS JOIN LATERAL (SELECT '  ' || word || ' ' AS padded) AS p
    CROSS JOIN LATERAL generate_series(1, length(p.padded) - 2) AS i
    WHERE word <> ''
  $$`,

  // The grams that a row has when a word of it begins with the given one, or holds it from three letters on.
  `CREATE FUNCTION grams_within(word text) RETURNS text[] LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE AS $$
    SELECT CASE length(word) WHEN 1 THEN ARRAY['  ' || word] WHEN 2 THEN ARRAY[' ' || word]
      ELSE (SELECT array_agg(DISTINCT substr(word, i, 3)) FROM generate_series(1, length(word) - 2) AS i) END
  $$`,

  // Those by which a word is recognised with a slip in it: from its beginning on, its end left open.
  `CREATE FUNCTION grams_near(word text) RETURNS text[] LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE AS $$
    SELECT array_agg(DISTINCT substr(' ' || word, i, 3)) FROM generate_series(1, greatest(length(word) - 1, 1)) AS i
  $$`,
];

export function columnsOf({ table, name, searched, isDeletable, hasTimes }: ManagedTable): string[] {
  const generated = (text: string) => `GENERATED ALWAYS AS (${text}) STORED`;
  const folded = `fold_text(${searched})`;
  return [
    `ALTER TABLE ${table}
      ADD COLUMN version integer NOT NULL DEFAULT 1
      ${hasTimes ? '' : ', ADD COLUMN created_at timestamptz NOT NULL DEFAULT now()'}
      ${hasTimes ? '' : ', ADD COLUMN updated_at timestamptz NOT NULL DEFAULT now()'}
      ${isDeletable ? ', ADD COLUMN deleted_at timestamptz' : ''}
      ${name === null ? '' : `, ADD COLUMN sort_name text ${generated(`fold_text(${name})`)}`},
      ADD COLUMN search_text text ${generated(folded)},
      ADD COLUMN search_grams text[] ${generated(`search_grams(${folded})`)}`,
    `CREATE INDEX ${table}_by_gram ON ${table} USING gin (tenant_id, search_grams)`,
    ...(name === null
      ? []
      : [`CREATE INDEX ${table}_by_name ON ${table} (tenant_id, sort_name, id) WHERE deleted_at IS NULL`]),
  ];
}

/**
 * The rows that a text names, best first by rank: those that hold every word of it or, when there are none, those
 * where every word of four letters or more comes near one. Runs as the tables' owner, because the tenant rule of the
 * serving role keeps the index from being used; so it repeats that rule itself.
 */
export function searchOf({ table, atSite, isDeletable }: ManagedTable): string {
  const visible = `r.tenant_id = tenant AND (site IS NULL OR ${atSite}) ${isDeletable ? 'AND r.deleted_at IS NULL' : ''}`;
  return `CREATE FUNCTION search_${table}(query text, site uuid) RETURNS TABLE (id uuid, rank real)
    LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path FROM CURRENT AS $$
    DECLARE
      tenant uuid := nullif(current_setting('watchpost.tenant', true), '')::uuid;
      folded text := trim(fold_text(query));
      words text[] := array_remove(regexp_split_to_array(folded, '${gap}'), '');
      needed text[];
      grams text[];
      places bigint[];
    BEGIN
      SELECT array_agg(DISTINCT g) INTO needed FROM unnest(words) AS w, unnest(grams_within(w)) AS g;
      IF needed IS NULL THEN RETURN; END IF;
      RETURN QUERY SELECT r.id, CASE WHEN starts_with(r.search_text, folded) THEN 2::real ELSE 1::real END
        FROM ${table} r WHERE ${visible} AND r.search_grams @> needed
        AND NOT EXISTS (SELECT FROM unnest(words) AS w WHERE length(w) > 3 AND position(w IN r.search_text) = 0);
      IF FOUND THEN RETURN; END IF;
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

const rest = [
  // The id of a deleted guard is free for another one.
  'DROP INDEX guards_by_employee_id',
  'CREATE UNIQUE INDEX guards_by_employee_id ON guards (tenant_id, lower(employee_id)) WHERE deleted_at IS NULL',
];
