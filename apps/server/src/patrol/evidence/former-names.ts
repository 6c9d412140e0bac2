// The names by which rounds read as they were walked, as versions have them: what is sealed of them, and how rows compare.
// As in migration 0107.

interface SealedNames {
  /** Under which versions have them. */
  readonly source: string;
  /** Key and state of all rows of the tenant $1, as versions say them. */
  readonly states: string;
}

const digest = (text: string) => `encode(sha256(convert_to(${text}, 'UTF8')), 'hex')`;

const formerOf = (table: string) => `SELECT '${table} ' || t.id AS key, jsonb_build_object(
    'untilMs', to_jsonb(t.former_until_ms), 'names', ${digest(`coalesce(t.former::text, '')`)}) AS row
  FROM ${table} t WHERE t.tenant_id = $1::uuid AND (t.former IS NOT NULL OR t.former_until_ms IS NOT NULL)`;

/** Of guards, sites and checkpoints that were changed; the key names table and id. */
export const formerNames: SealedNames = {
  source: 'former_names',
  states: ['guards', 'sites', 'checkpoints'].map(formerOf).join(' UNION ALL '),
};

/** That imported rounds bear. */
export const recordedNames: SealedNames = {
  source: 'recorded_names',
  states: `SELECT t.id::text AS key, jsonb_build_object('names', ${digest(
    'jsonb_build_array(t.guard_id, t.employee_id, t.first_name, t.last_name, t.site_name, t.salt)::text',
  )}) AS row FROM recorded_names t WHERE t.tenant_id = $1::uuid`,
};

const portionRounds = 200;

/** Which imported round bears which of those names: versions of portions, by round. */
export const namesOfRounds: SealedNames = {
  source: 'imported_rounds',
  states: `SELECT gen_random_uuid()::text AS key, jsonb_object_agg(p.id, p.names_id) AS row FROM (
      SELECT i.round_id AS id, r.recorded_names_id AS names_id, (row_number() OVER () - 1) / ${portionRounds} AS portion
      FROM imported_rounds i JOIN rounds r ON r.tenant_id = i.tenant_id AND r.id = i.round_id
      WHERE i.tenant_id = $1::uuid) AS p GROUP BY p.portion`,
};

/** A log begins with all of them. */
export const sealedNames: readonly SealedNames[] = [formerNames, recordedNames, namesOfRounds];
