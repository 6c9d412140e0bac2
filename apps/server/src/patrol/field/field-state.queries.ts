// All that is stored under what a group of events names, in one round trip.
import { CompiledQuery } from 'kysely';
import type { IssuedCode } from '@watchpost/domain/code-trust';
import type { PairedScreen } from '../../records/checkpoint-codes/judge-rotating.ts';
import { checkpointColumns, type FieldScope, probe } from './field.queries.ts';
import type { Checkpoint, Duty, Round, StoredRecord } from './field-state.ts';

/** What a group of events names: ids, and codes as they were sent. */
export interface Named {
  readonly events: readonly string[];
  readonly rounds: readonly string[];
  readonly duties: readonly string[];
  readonly checkpoints: readonly string[];
  /** Scans, pairwise by round and checkpoint, also by the one that its code names. */
  readonly scannedRounds: readonly string[];
  readonly scannedCheckpoints: readonly string[];
  readonly codeTexts: readonly string[];
  /** What was typed of codes, and the checkpoint that it was typed for. */
  readonly typedEnds: readonly string[];
  readonly typedFor: readonly string[];
}

export interface FoundState {
  readonly records: readonly StoredRecord[];
  readonly rounds: readonly Round[];
  readonly duties: readonly Duty[];
  readonly checkpoints: readonly Checkpoint[];
  /** Those of the pairs that a stored scan has. */
  readonly scanned: readonly { readonly roundId: string; readonly checkpointId: string }[];
  readonly codes: readonly IssuedCode[];
  /** Those that end as codes that were typed. */
  readonly typed: readonly IssuedCode[];
  /** Secrets in hexadecimal. */
  readonly screens: readonly (Omit<PairedScreen, 'secret'> & { readonly secret: string })[];
  /** The tenant's latest thresholds of doubt; none where it has the product's own. */
  readonly trust: readonly { readonly settings: unknown }[];
  /** Of the tenant, in hexadecimal. */
  readonly keys: readonly { readonly key: string }[];
}

const taken = `id, guard_id AS "guardId", encode(body_hash, 'hex') AS "bodyHash", received_at_ms AS "receivedAtMs"`;
/** Where a scan counts instead of where it says. */
const elsewhere = `CASE WHEN claimed_checkpoint_id IS NOT NULL
  THEN json_build_object('checkpointId', checkpoint_id) END AS elsewhere`;
const roundColumns = `id, site_id AS "siteId", guard_id AS "guardId", device_id AS "deviceId",
  route_version_id AS "routeVersionId", started_at_ms AS "startedAtMs", ended_at_ms AS "endedAtMs",
  status_code AS "statusCode", total_check_points AS "totalCheckPoints", scanned_check_points AS "scannedCheckPoints"`;
const dutyColumns = `id, guard_id AS "guardId", site_id AS "siteId", started_at_ms AS "startedAtMs",
  ended_at_ms AS "endedAtMs", is_closed_by_system AS "isClosedBySystem"`;
const issuedCode = `SELECT t.code, t.checkpoint_id AS "checkpointId", t.key_version IS NOT NULL AS "isSigned",
  floor(extract(epoch FROM t.retired_at) * 1000)::float8 AS "retiredAtMs" FROM qr_codes t
  WHERE t.tenant_id = $1::uuid AND`;

const list = (rows: string) => `coalesce((SELECT json_agg(found) FROM (${rows}) AS found), '[]')`;

/** Parameters: the tenant, then the names in the order of `parametersOf`. */
const stateText = `SELECT
  ${list(`${probe(`${taken}, flags, ${elsewhere}`, 'scans', '$2')}
    UNION ALL ${probe(`${taken}, '{}'::text[] AS flags, NULL::json`, 'field_events', '$2')}`)} AS records,
  ${list(probe(roundColumns, 'rounds', '$3', 'LIMIT 1 FOR UPDATE'))} AS rounds,
  ${list(probe(dutyColumns, 'duty_sessions', '$4', 'LIMIT 1 FOR UPDATE'))} AS duties,
  ${list(probe(checkpointColumns, 'checkpoints', '$5'))} AS checkpoints,
  ${list(`SELECT pair.round_id AS "roundId", pair.checkpoint_id AS "checkpointId"
    FROM unnest($6::uuid[], $7::uuid[]) AS pair (round_id, checkpoint_id)
    CROSS JOIN LATERAL (SELECT 1 FROM scans s WHERE s.tenant_id = $1::uuid AND s.round_id = pair.round_id
      AND s.checkpoint_id = pair.checkpoint_id LIMIT 1) AS known`)} AS scanned,
  ${list(`SELECT found.* FROM unnest($8::text[]) AS sent (code)
    CROSS JOIN LATERAL (${issuedCode} t.code = sent.code LIMIT 1) AS found`)} AS codes,
  -- Many codes may share a typed end: the checkpoint's own come first.
  ${list(`SELECT found.* FROM unnest($9::text[], $10::uuid[]) AS sent (ending, checkpoint_id)
    CROSS JOIN LATERAL (${issuedCode} t.typed = sent.ending
      ORDER BY t.checkpoint_id = sent.checkpoint_id DESC, t.retired_at DESC LIMIT 8) AS found`)} AS typed,
  ${list(`SELECT encode(key, 'hex') AS key FROM code_keys WHERE tenant_id = $1::uuid`)} AS keys,
  ${list(`SELECT checkpoint_id AS "checkpointId", serial, encode(secret, 'hex') AS secret,
      paired_at_ms AS "pairedAtMs", revoked_at_ms AS "revokedAtMs" FROM checkpoint_screens
    WHERE tenant_id = $1::uuid AND checkpoint_id = ANY ($5::uuid[]) AND secret IS NOT NULL`)} AS screens,
  ${list(`SELECT settings FROM trust_settings WHERE tenant_id = $1::uuid ORDER BY version DESC LIMIT 1`)} AS trust`;

const parametersOf = (named: Named) => [
  named.events,
  named.rounds,
  named.duties,
  named.checkpoints,
  named.scannedRounds,
  named.scannedCheckpoints,
  named.codeTexts,
  named.typedEnds,
  named.typedFor,
];

/** All that is stored under the names, in one round trip; rounds and duties are locked in the order given. */
export async function findState({ db, tenantId }: FieldScope, named: Named): Promise<FoundState> {
  const query = CompiledQuery.raw(stateText, [tenantId, ...parametersOf(named)]);
  const [found] = (await db.executeQuery<FoundState>(query)).rows;
  if (found === undefined) throw new Error('a statement without conditions returned no row');
  return found;
}
