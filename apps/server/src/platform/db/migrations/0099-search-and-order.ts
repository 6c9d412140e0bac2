import { type Kysely, sql } from 'kysely';
import { gap, type ManagedTable, records } from './0016-managed-records.ts';
import { managed as scheduledReports } from './0035-scheduled-reports.ts';

/**
 * Search folds strokes, ligatures, apostrophes, dashes, digits and invisible letters; names are ordered as people do, numbers by
 * their value; a phone number is found in any of its forms (GRID-05, GRID-06, INPUT-03).
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}

const characters = (...points: readonly (number | readonly [number, number])[]): string =>
  points
    .map((point) => {
      const [from, to] = typeof point === 'number' ? [point, point] : point;
      return Array.from({ length: to - from + 1 }, (_, at) => String.fromCodePoint(from + at)).join('');
    })
    .join('');

/** Spacing accents that people type for apostrophes; compatibility forms would make blanks of them. */
const accentsForApostrophes = characters(0xb4, 0x384, 0x1fbd, 0x1fbf, 0x1ffd);

/** Of a regular expression's class: accents, points of vowels, apostrophes, and what is not seen. */
const leftOut = [
  // accents of Latin, Greek and Cyrillic, marks that join them
  String.raw`\u0300-\u036f\u0483-\u0487\u1ab0-\u1aff\u1dc0-\u1dff\u20d0-\u20ff\ufe20-\ufe2f`,
  // points of Hebrew and Arabic, the stretched line
  String.raw`\u0591-\u05bd\u05bf\u05c1\u05c2\u05c4\u05c5\u05c7`,
  String.raw`\u0610-\u061a\u0640\u064b-\u065f\u0670\u06d6-\u06dc\u06df-\u06e4\u06e7\u06e8\u06ea-\u06ed`,
  // nukta of the scripts of India
  String.raw`\u093c\u09bc\u0a3c\u0abc\u0b3c\u0c3c\u0cbc`,
  // apostrophes, primes and grave accents
  String.raw`''\u0060\u02b9\u02bb-\u02bf\u02c8\u02ca\u02cb\u055a\u05f3\u07f4\u07f5\u2018-\u201b\u2032\u2035\ua78b\ua78c`,
  // invisible
  String.raw`\u00ad\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200f\u202a-\u202e\u2060-\u206f\ufe00-\ufe0f`,
  String.raw`\ufeff\ufff0-\ufffb\u0001-\u0008\u000e-\u001b\u007f-\u0084\u0086-\u009f\U0001bca0-\U0001bca3\U0001d173-\U0001d17a\U000e0000-\U000e0fff`,
].join('');

/** First digits of the scripts whose digits no compatibility form turns into those of ASCII. */
const zeros = [
  0x660, 0x6f0, 0x7c0, 0x966, 0x9e6, 0xa66, 0xae6, 0xb66, 0xbe6, 0xc66, 0xce6, 0xd66, 0xde6, 0xe50, 0xed0,
  0xf20, 0x1040, 0x1090, 0x17e0, 0x1810, 0x1946, 0x19d0, 0x1a80, 0x1a90, 0x1b50, 0x1bb0, 0x1c40, 0x1c50,
  0xa620, 0xa8d0, 0xa900, 0xa9d0, 0xa9f0, 0xaa50, 0xabf0,
];

const each = (letters: string, to: string) => Array.from(letters, (letter) => [letter, to] as const);

/** What is written by one other character each: rows of the table of PostgreSQL's unaccent, and of our own. */
const single: readonly (readonly [from: string, to: string])[] = [
  ['ł', 'l'],
  ['ƚ', 'l'],
  ['ɫ', 'l'],
  ['đ', 'd'],
  ['ð', 'd'],
  ['ɖ', 'd'],
  ['ɗ', 'd'],
  ['ø', 'o'],
  ['ɵ', 'o'],
  ['ħ', 'h'],
  ['ŧ', 't'],
  ['ƫ', 't'],
  ['ʈ', 't'],
  ['ı', 'i'],
  ['ɨ', 'i'],
  ['ĸ', 'q'],
  ['ƙ', 'k'],
  ['ŋ', 'n'],
  ['ɲ', 'n'],
  ['ƞ', 'n'],
  ['ƀ', 'b'],
  ['ɓ', 'b'],
  ['ƈ', 'c'],
  ['ȼ', 'c'],
  ['ɇ', 'e'],
  ['ƒ', 'f'],
  ['ǥ', 'g'],
  ['ɠ', 'g'],
  ['ɉ', 'j'],
  ['ƥ', 'p'],
  ['ɍ', 'r'],
  ['ȿ', 's'],
  ['ʉ', 'u'],
  ['ʋ', 'v'],
  ['ƴ', 'y'],
  ['ɏ', 'y'],
  ['ƶ', 'z'],
  ['ȥ', 'z'],
  ['ⱥ', 'a'],
  ['ς', 'σ'],
  ...each(
    characters(
      0x58a,
      0x5be,
      0x2d7,
      0x1400,
      0x1806,
      [0x2010, 0x2015],
      0x2043,
      0x2212,
      0x2e17,
      0x2e1a,
      0x2e3a,
      0x2e3b,
    ),
    '-',
  ),
  ...each(characters(0x2e40, 0x2e5d, 0x301c, 0x3030, 0x30a0), '-'),
  ...each(characters(0xab, 0xbb, 0x5f4, [0x201c, 0x201f], 0x2039, 0x203a), '"'),
  ...each(characters([0x9, 0xd], [0x1c, 0x1f], 0x85, 0x1680, 0x2028, 0x2029, 0x2800), ' '),
  ...each(characters(0xb7, 0x60c, 0x61b, 0x964, 0x965, 0x2022, 0x2027, 0x3001, 0x3002), ' '),
  ['\u2044', '/'],
  ...zeros.flatMap((zero) =>
    Array.from({ length: 10 }, (_, value) => [characters(zero + value), `${value}`] as const),
  ),
];

const several = [
  ['æ', 'ae'],
  ['œ', 'oe'],
  ['ß', 'ss'],
  ['þ', 'th'],
] as const;

const joined = (at: 0 | 1) => single.map((pair) => pair[at]).join('');
const plain = `lower(normalize(translate(given, '${accentsForApostrophes}', ''), NFKD) COLLATE "und-x-icu")`;
const translated = `translate(regexp_replace(${plain}, '[${leftOut}]', '', 'g'), '${joined(0)}', '${joined(1)}')`;
const spelt = several.reduce((text, [from, to]) => `replace(${text}, '${from}', '${to}')`, translated);
/** Every run of blanks as one: U+0001, which is left out before, marks what goes. */
const withOneBlank = (text: string) =>
  `btrim(replace(replace(replace(${text}, '  ', E' \\x01'), E'\\x01 ', ''), E'\\x01', ''))`;
/** The commonest texts have nothing that needs the tables. */
const isOfAscii = `octet_length(given) = length(given) AND given !~ '[\\x01-\\x1f\\x7f]'`;
const ofAscii = `lower(replace(replace(given, '''', ''), '\`', '') COLLATE "C")`;

const inOrder = (text: string) => `text COLLATE name_order GENERATED ALWAYS AS (${text}) STORED`;
const generated = (type: string, text: string) => `${type} GENERATED ALWAYS AS (${text}) STORED`;

const digitsOf = (text: string) => `regexp_replace(${text}, '[^0-9]', '', 'g')`;
/** With its country's code as one word, so that either may be looked for. */
const phones: Readonly<Record<string, string>> = {
  guards: `CASE WHEN phone_number = '' THEN '' ELSE ' ' || ${digitsOf('country_code || phone_number')} END`,
  sites: `' ' || contact_phone || ' ' || ${digitsOf('contact_phone')}`,
};

function textsOf({ table, name, searched, isDeletable }: ManagedTable): string[] {
  const phone = phones[table];
  const folded = `fold_text(${searched}${phone === undefined ? '' : ` || ${phone}`})`;
  const names = ['search_text', 'search_grams', ...(name === null ? [] : ['sort_name'])];
  return [
    `ALTER TABLE ${table} ${names.map((column) => `DROP COLUMN ${column}`).join(', ')}`,
    `ALTER TABLE ${table} ADD COLUMN search_text ${generated('text', folded)},
      ADD COLUMN search_grams ${generated('text[]', `search_grams(${folded})`)}
      ${name === null ? '' : `, ADD COLUMN sort_name ${inOrder(`fold_text(${name})`)}`}`,
    `CREATE INDEX ${table}_by_gram ON ${table} USING gin (tenant_id, search_grams)`,
    ...(name === null
      ? []
      : [
          `CREATE INDEX ${table}_by_name ON ${table} (tenant_id, sort_name, id)
            ${isDeletable ? 'WHERE deleted_at IS NULL' : ''}`,
        ]),
  ];
}

/** At least so many digits make a phone number. */
const phoneDigitsMin = 5;

/** The text with its numbers written in one piece, and so without zeros in front, where it may name a phone number. */
const phoneReadings = {
  first: `SELECT array_remove(regexp_split_to_array(whole, '${gap}'), '') AS meant, whole AS beginning WHERE whole <> folded UNION ALL`,
  later: `UNION ALL SELECT array_remove(regexp_split_to_array(bare, '${gap}'), ''), bare WHERE bare <> whole`,
};

/**
 * The rows that a text names, best first by rank: those that have every word of it; when there are none, those that do once
 * two letters are exchanged; or else those where every word of four letters or more comes near one. Runs as the tables'
 * owner, because the tenant rule of the serving role keeps the index from being used; so it repeats that rule itself.
 */
function searchOf({ table, atSite, isDeletable }: ManagedTable): string {
  const visible = `r.tenant_id = tenant AND (site IS NULL OR ${atSite}) ${isDeletable ? 'AND r.deleted_at IS NULL' : ''}`;
  const isOfPhones = phones[table] !== undefined;
  return `CREATE OR REPLACE FUNCTION search_${table}(query text, site uuid) RETURNS TABLE (id uuid, rank real)
    LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
    DECLARE
      tenant uuid := nullif(current_setting('watchpost.tenant', true), '')::uuid;
      folded text := fold_text(query);
      words text[] := array_remove(regexp_split_to_array(folded, '${gap}'), '');
      whole text := folded;
      bare text := folded;
      reading record;
      needed text[];
      grams text[];
      places bigint[];
    BEGIN
      ${
        isOfPhones
          ? `IF length(${digitsOf('folded')}) >= ${phoneDigitsMin} THEN
        whole := regexp_replace(replace(folded, '(0)', ''), '([0-9])[-() ./+]+(?=[0-9])', '\\1', 'g');
        bare := regexp_replace(whole, '(^|[^0-9])0+(?=[0-9]{${phoneDigitsMin}})', '\\1', 'g');
      END IF;`
          : ''
      }
      FOR reading IN ${isOfPhones ? phoneReadings.first : ''} SELECT words AS meant, folded AS beginning
        ${isOfPhones ? phoneReadings.later : ''} UNION ALL
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

/** Columns that follow from others: no version of a row needs them, and a fold that changes alters no record. */
const derived = ['sort_name', 'search_text', 'search_grams'];
/** What a record was before (migration 0094): earlier versions say it. */
const former = ['former', 'former_until_ms'];
/** Columns that versions of these leave out besides, as in migration 0092. */
const versioned: Readonly<Record<string, readonly string[]>> = {
  sites: ['address', 'contact_name', 'contact_phone', 'logo_file_id', ...former],
  shifts: [],
  checkpoints: former,
  patrol_tours: ['draw_key', 'made_plan', 'made_until_ms'],
};
const relations = {
  INSERT: ['added', 'NEW TABLE AS after'],
  UPDATE: ['changed', 'OLD TABLE AS before NEW TABLE AS after'],
  DELETE: ['deleted', 'OLD TABLE AS before'],
} as const;
const triggersOf = ([table, columns]: readonly [string, readonly string[]]) =>
  Object.entries(relations).map(
    ([event, [name, relation]]) => `CREATE OR REPLACE TRIGGER version_${name} AFTER ${event} ON ${table}
      REFERENCING ${relation} FOR EACH STATEMENT
      EXECUTE FUNCTION keep_versions('id', 'without ${[...columns, ...derived].join(' ')}')`,
  );

const statements = [
  `CREATE COLLATION name_order (provider = icu, locale = 'und-u-kn-true')`,
  // Not STRICT, so that the planner may put it in place of a call. With readers/fold.ts it must agree.
  `CREATE OR REPLACE FUNCTION fold_text(given text) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE
    RETURN CASE WHEN ${isOfAscii} THEN ${withOneBlank(ofAscii)} COLLATE "und-x-icu" ELSE ${withOneBlank(spelt)} END`,
  ...[...records, scheduledReports].flatMap(textsOf),
  ...[...records, scheduledReports].map(searchOf),
  ...Object.entries(versioned).flatMap(triggersOf),
];
