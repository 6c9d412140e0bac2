// Whose code it is that hangs not where a scan says: looked for once something was scanned that no one expected there.
import { CompiledQuery } from 'kysely';
import { foldNfcTag } from '@watchpost/domain/checkpoints';
import type { PairedScreen } from '../../records/checkpoint-codes/judge-rotating.ts';
import { checkpointColumns, type FieldScope, probe } from './field.queries.ts';
import type { Checkpoint, FieldState, JudgedScan } from './field-state.ts';

interface Sought {
  readonly rounds: ReadonlySet<string>;
  /** Checkpoints. */
  readonly owners: ReadonlySet<string>;
  readonly tags: ReadonlySet<string>;
  /** Where something was typed that a screen there may have shown. */
  readonly sites: ReadonlySet<string>;
}

/** What to look for to know whose the codes of these scans are; null for nothing. */
function soughtOf(scans: readonly JudgedScan[], { checkpoints }: FieldState): Sought | null {
  const sought = {
    rounds: new Set<string>(),
    owners: new Set<string>(),
    tags: new Set<string>(),
    sites: new Set<string>(),
  };
  for (const { sent, flags, owners, siteId } of scans) {
    const { method, code = '', roundId } = sent.event;
    const unknown = owners.filter((id) => !checkpoints.has(id));
    for (const id of unknown) sought.owners.add(id);
    const isTag = flags.includes('unknownTag');
    if (isTag) sought.tags.add(foldNfcTag(code));
    const isTyped = method === 'typed' && flags.includes('forgedCode');
    if (isTyped) sought.sites.add(siteId);
    if (unknown.length > 0 || isTag || isTyped) sought.rounds.add(roundId);
  }
  return sought.rounds.size === 0 ? null : sought;
}

interface Elsewhere {
  readonly checkpoints: readonly Checkpoint[];
  readonly screens: readonly (Omit<PairedScreen, 'secret'> & { readonly secret: string })[];
  readonly scanned: readonly { readonly roundId: string; readonly checkpointId: string }[];
}

/** Screens of a site that somebody may have typed from; more are not tried. */
const screensMax = 200;

const listed = (rows: string) => `coalesce((SELECT json_agg(found) FROM (${rows}) AS found), '[]')`;
const elsewhereText = `WITH screens AS MATERIALIZED (
    SELECT s.checkpoint_id AS "checkpointId", s.serial, encode(s.secret, 'hex') AS secret,
      s.paired_at_ms AS "pairedAtMs", s.revoked_at_ms AS "revokedAtMs"
    FROM unnest($5::uuid[]) AS site (id)
    CROSS JOIN LATERAL (SELECT c.id FROM checkpoints c WHERE c.tenant_id = $1::uuid AND c.site_id = site.id OFFSET 0) AS c
    CROSS JOIN LATERAL (SELECT * FROM checkpoint_screens x WHERE x.tenant_id = $1::uuid AND x.checkpoint_id = c.id
      AND x.secret IS NOT NULL OFFSET 0) AS s
    LIMIT ${screensMax}
  ), named AS MATERIALIZED (
    SELECT unnest($3::uuid[]) AS id UNION SELECT "checkpointId" FROM screens
    UNION SELECT tagged.id FROM unnest($4::text[]) AS sent (tag)
      CROSS JOIN LATERAL (SELECT c.id FROM checkpoints c WHERE c.tenant_id = $1::uuid AND c.nfc_tag_id = sent.tag
        AND c.deleted_at IS NULL LIMIT 1) AS tagged
  ), ids AS MATERIALIZED (SELECT array_agg(id) AS all FROM named)
  SELECT ${listed('SELECT * FROM screens')} AS screens,
    ${listed(probe(checkpointColumns, 'checkpoints', '(SELECT ids.all FROM ids)'))} AS checkpoints,
    ${listed(`SELECT DISTINCT s.round_id AS "roundId", s.checkpoint_id AS "checkpointId"
      FROM unnest($2::uuid[]) AS round (id)
      CROSS JOIN LATERAL (SELECT round_id, checkpoint_id FROM scans t
        WHERE t.tenant_id = $1::uuid AND t.round_id = round.id OFFSET 0) AS s
      WHERE s.checkpoint_id IN (SELECT id FROM named)`)} AS scanned`;

/** The state with what is known of the checkpoints whose codes these scans may have; null where there is nothing to look for. */
export async function findElsewhere(
  { db, tenantId }: FieldScope,
  state: FieldState,
  scans: readonly JudgedScan[],
): Promise<FieldState | null> {
  const sought = soughtOf(scans, state);
  if (sought === null) return null;
  const { rounds, owners, tags, sites } = sought;
  const { rows } = await db.executeQuery<Elsewhere>(
    CompiledQuery.raw(elsewhereText, [tenantId, [...rounds], [...owners], [...tags], [...sites]]),
  );
  const [found] = rows;
  if (found === undefined) throw new Error('a statement without conditions returned no row');
  const screens = found.screens.map((screen) => ({ ...screen, secret: Buffer.from(screen.secret, 'hex') }));
  const known = new Set(state.codes.screens.map(({ checkpointId, serial }) => `${checkpointId} ${serial}`));
  const fresh = screens.filter(({ checkpointId, serial }) => !known.has(`${checkpointId} ${serial}`));
  return {
    ...state,
    checkpoints: new Map([
      ...state.checkpoints,
      ...found.checkpoints.map((each) => [each.id, each] as const),
    ]),
    codes: { ...state.codes, screens: [...state.codes.screens, ...fresh] },
    scanned: withPairs(state.scanned, found.scanned),
  };
}

function withPairs(scanned: FieldState['scanned'], pairs: Elsewhere['scanned']): FieldState['scanned'] {
  const merged = new Map([...scanned].map(([round, ids]) => [round, new Set(ids)]));
  for (const { roundId, checkpointId } of pairs) {
    merged.set(roundId, (merged.get(roundId) ?? new Set()).add(checkpointId));
  }
  return merged;
}
