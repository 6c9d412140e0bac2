// All that is stored under what a group of events names, in one round trip.
import { CompiledQuery } from 'kysely';
import type { IssuedCode } from '@watchpost/domain/code-trust';
import type { PairedScreen } from '../../checkpoint-codes/judge-rotating.ts';
import { uuidArray } from '../../db/binary-arrays.ts';
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
  /** Checkpoints whose screens may have made a code. */
  readonly screensOf: readonly string[];
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
  /** Of the tenant, in hexadecimal; none where no code was sent. */
  readonly keys: readonly { readonly key: string }[];
}

/** One list of rows of the answer. What it looks up stands in braces. */
interface Part {
  readonly as: keyof FoundState;
  /** It is asked for where one of these is not empty, or always. */
  readonly where: 'always' | readonly (keyof Named)[];
  readonly rows: string;
}

const taken = `id, guard_id AS "guardId", encode(body_hash, 'hex') AS "bodyHash", received_at_ms AS "receivedAtMs"`;
/** Where a scan counts instead of where it says. */
const elsewhere = `CASE WHEN claimed_checkpoint_id IS NOT NULL
  THEN json_build_object('checkpointId', checkpoint_id) END AS elsewhere`;
const issuedCode = `SELECT t.code, t.checkpoint_id AS "checkpointId", t.key_version IS NOT NULL AS "isSigned",
  floor(extract(epoch FROM t.retired_at) * 1000)::float8 AS "retiredAtMs" FROM qr_codes t
  WHERE t.tenant_id = $1::uuid AND`;

const parts: readonly Part[] = [
  {
    as: 'records',
    where: ['events'],
    rows: `${probe(`${taken}, flags, ${elsewhere}`, 'scans', '{events}')}
      UNION ALL ${probe(`${taken}, '{}'::text[] AS flags, NULL::json`, 'field_events', '{events}')}`,
  },
  {
    as: 'rounds',
    where: ['rounds'],
    rows: probe(
      `id, site_id AS "siteId", guard_id AS "guardId", device_id AS "deviceId", route_version_id AS "routeVersionId",
        started_at_ms AS "startedAtMs", ended_at_ms AS "endedAtMs", status_code AS "statusCode",
        total_check_points AS "totalCheckPoints", scanned_check_points AS "scannedCheckPoints"`,
      'rounds',
      '{rounds}',
      'LIMIT 1 FOR UPDATE',
    ),
  },
  {
    as: 'duties',
    where: ['duties'],
    rows: probe(
      `id, guard_id AS "guardId", site_id AS "siteId", started_at_ms AS "startedAtMs", ended_at_ms AS "endedAtMs",
        is_closed_by_system AS "isClosedBySystem"`,
      'duty_sessions',
      '{duties}',
      'LIMIT 1 FOR UPDATE',
    ),
  },
  {
    as: 'checkpoints',
    where: ['checkpoints'],
    rows: probe(checkpointColumns, 'checkpoints', '{checkpoints}'),
  },
  {
    as: 'scanned',
    where: ['scannedRounds'],
    rows: `SELECT pair.round_id AS "roundId", pair.checkpoint_id AS "checkpointId"
      FROM unnest({scannedRounds}::uuid[], {scannedCheckpoints}::uuid[]) AS pair (round_id, checkpoint_id)
      CROSS JOIN LATERAL (SELECT 1 FROM scans s WHERE s.tenant_id = $1::uuid AND s.round_id = pair.round_id
        AND s.checkpoint_id = pair.checkpoint_id LIMIT 1) AS known`,
  },
  {
    as: 'codes',
    where: ['codeTexts'],
    rows: `SELECT found.* FROM unnest({codeTexts}::text[]) AS sent (code)
      CROSS JOIN LATERAL (${issuedCode} t.code = sent.code LIMIT 1) AS found`,
  },
  // Of typed ends that many codes share, the checkpoint's own come first.
  {
    as: 'typed',
    where: ['typedEnds'],
    rows: `SELECT found.* FROM unnest({typedEnds}::text[], {typedFor}::uuid[]) AS sent (ending, checkpoint_id)
      CROSS JOIN LATERAL (${issuedCode} t.typed = sent.ending
        ORDER BY t.checkpoint_id = sent.checkpoint_id DESC, t.retired_at DESC LIMIT 8) AS found`,
  },
  {
    as: 'keys',
    where: ['codeTexts', 'typedEnds'],
    rows: `SELECT encode(key, 'hex') AS key FROM code_keys WHERE tenant_id = $1::uuid`,
  },
  {
    as: 'screens',
    where: ['screensOf'],
    rows: `SELECT checkpoint_id AS "checkpointId", serial, encode(secret, 'hex') AS secret,
        paired_at_ms AS "pairedAtMs", revoked_at_ms AS "revokedAtMs" FROM checkpoint_screens
      WHERE tenant_id = $1::uuid AND checkpoint_id = ANY ({screensOf}::uuid[]) AND secret IS NOT NULL`,
  },
  {
    as: 'trust',
    where: 'always',
    rows: `SELECT settings FROM trust_settings WHERE tenant_id = $1::uuid ORDER BY version DESC LIMIT 1`,
  },
];

interface StateQuery {
  readonly text: string;
  /** From $2 on. */
  readonly values: readonly (keyof Named)[];
}

/** By which of the parts are asked for. */
const stateQueries = new Map<string, StateQuery>();

function stateQuery(named: Named): StateQuery {
  const asked = parts.map(({ where }) => where === 'always' || where.some((name) => named[name].length > 0));
  const shape = asked.join();
  const made = stateQueries.get(shape) ?? makeQuery(parts.filter((_, at) => asked[at]));
  stateQueries.set(shape, made);
  return made;
}

/** Only of parts that have something to look up: what is left empty is set up all the same, which costs as much as it finds. */
function makeQuery(asked: readonly Part[]): StateQuery {
  const values: (keyof Named)[] = [];
  const numbered = (rows: string) =>
    rows.replaceAll(/\{(\w+)\}/g, (_, name: keyof Named) => {
      if (!values.includes(name)) values.push(name);
      return `$${values.indexOf(name) + 2}`;
    });
  const lists = asked.map(({ as, rows }) => {
    return `coalesce((SELECT json_agg(found) FROM (${numbered(rows)}) AS found), '[]') AS ${as}`;
  });
  return { text: `SELECT ${lists.join(', ')}`, values };
}

const nothing: FoundState = {
  records: [],
  rounds: [],
  duties: [],
  checkpoints: [],
  scanned: [],
  codes: [],
  typed: [],
  screens: [],
  trust: [],
  keys: [],
};

const isText = (name: keyof Named): boolean => name === 'codeTexts' || name === 'typedEnds';

/** All that is stored under the names, in one round trip; rounds and duties are locked in the order given. */
export async function findState(scope: FieldScope, named: Named): Promise<FoundState> {
  const { text, values } = stateQuery(named);
  const asked = values.map((name) => (isText(name) ? named[name] : uuidArray(named[name])));
  const { rows } = await scope.db.executeQuery<Partial<FoundState>>(
    CompiledQuery.raw(text, [scope.tenantId, ...asked]),
  );
  return { ...nothing, ...rows[0] };
}
