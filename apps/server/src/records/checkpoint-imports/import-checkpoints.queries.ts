// Checkpoints as an import finds and leaves them: many at once, each batch a few statements.
import { CompiledQuery } from 'kysely';
import { searchable } from '@watchpost/domain/readers/searchable';
import type { SiteScope } from '../../platform/access/caller.ts';
import { issueCodes } from '../checkpoint-codes/checkpoint-codes.queries.ts';
import type { Db } from '../../platform/db/database.ts';
import type { CheckpointImportRow } from './import-row.ts';
import type { JudgedCheckpoint, KnownCheckpoint, Matches } from './judge-row.ts';

const knownColumns = `r.name, r.latitude, r.longitude, r.radius_metres AS "radiusMetres", r.instructions,
  coalesce(r.nfc_tag_id, '') AS "nfcTagId", r.scan_methods AS "scanMethods", r.id, r.site_id AS "siteId"`;

/**
 * What is known of each row, in their order. With `isHeld` the sites and checkpoints stay so until the transaction ends,
 * and no other import of the tenant makes checkpoints in the meantime, so that two of one file make each of them once.
 */
export async function findMatches(
  { db, tenantId }: SiteScope,
  rows: readonly CheckpointImportRow[],
  isHeld: boolean,
): Promise<Matches[]> {
  if (isHeld) await waitForOthers(db, tenantId);
  const siteIds = rows.map(({ siteId }) => siteId);
  const liveSites = await findLiveSites(db, tenantId, siteIds, isHeld);
  const keys = rows.map(({ siteId, values }) => keyOf(siteId, values.name ?? ''));
  const known = await findKnown(db, tenantId, { siteIds, keys: new Set(keys) }, isHeld);
  const tags = rows.flatMap(({ values: { nfcTagId = '' } }) => (nfcTagId === '' ? [] : [nfcTagId]));
  const owners = await findTagOwners(db, tenantId, tags);
  return rows.map(({ siteId, values }, at) => ({
    known: known.get(keys[at] ?? '') ?? [],
    tagOwner: owners.get(values.nfcTagId ?? ''),
    hasSite: siteId !== null && liveSites.has(siteId),
  }));
}

async function waitForOthers(db: Db, tenantId: string): Promise<void> {
  const text = `SELECT pg_advisory_xact_lock(hashtextextended('checkpoint imports ' || $1::text, 0))`;
  await run(db, text, [tenantId]);
}

async function findLiveSites(
  db: Db,
  tenantId: string,
  siteIds: readonly (string | null)[],
  isHeld: boolean,
): Promise<ReadonlySet<string>> {
  const text = `SELECT s.id FROM sites s WHERE s.tenant_id = $1::uuid AND s.id = ANY ($2::uuid[])
    AND s.deleted_at IS NULL ORDER BY s.id ${isHeld ? 'FOR SHARE' : ''}`;
  const { rows } = await db.executeQuery<{ id: string }>(CompiledQuery.raw(text, [tenantId, siteIds]));
  return new Set(rows.map(({ id }) => id));
}

/** Alike for two names that are one to people: whatever their blanks, case, accents and letters that show nothing. */
const keyOf = (siteId: string | null, name: string): string => `${siteId} ${searchable(name)}`;

interface SoughtNames {
  readonly siteIds: readonly (string | null)[];
  readonly keys: ReadonlySet<string>;
}

/** By keyOf(). Names of before may have blanks that the database's fold leaves, so they are folded here. */
async function findKnown(
  db: Db,
  tenantId: string,
  { siteIds, keys }: SoughtNames,
  isHeld: boolean,
): Promise<ReadonlyMap<string, readonly KnownCheckpoint[]>> {
  const text = `SELECT r.id, r.site_id AS "siteId", r.name FROM checkpoints r
    WHERE r.tenant_id = $1::uuid AND r.site_id = ANY($2::uuid[]) AND r.deleted_at IS NULL`;
  const { rows: named } = await db.executeQuery<{ id: string; siteId: string; name: string }>(
    CompiledQuery.raw(text, [tenantId, [...new Set(siteIds)]]),
  );
  const ids = named.filter(({ siteId, name }) => keys.has(keyOf(siteId, name))).map(({ id }) => id);
  const found = new Map<string, KnownCheckpoint[]>();
  if (ids.length === 0) return found;
  const whole = `SELECT ${knownColumns} FROM checkpoints r
    WHERE r.tenant_id = $1::uuid AND r.id = ANY($2::uuid[]) AND r.deleted_at IS NULL
    ORDER BY r.id ${isHeld ? 'FOR UPDATE OF r' : ''}`;
  const { rows } = await db.executeQuery<KnownCheckpoint>(CompiledQuery.raw(whole, [tenantId, ids]));
  for (const known of rows) {
    const key = keyOf(known.siteId, known.name);
    found.set(key, [...(found.get(key) ?? []), known]);
  }
  return found;
}

async function findTagOwners(
  db: Db,
  tenantId: string,
  tags: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const text = `SELECT r.id, r.nfc_tag_id AS tag FROM checkpoints r
    WHERE r.tenant_id = $1::uuid AND r.nfc_tag_id = ANY ($2::text[]) AND r.deleted_at IS NULL`;
  const { rows } = await db.executeQuery<{ id: string; tag: string }>(
    CompiledQuery.raw(text, [tenantId, tags]),
  );
  return new Map(rows.map(({ id, tag }) => [tag, id]));
}

/**
 * Each new checkpoint has its first code. The ids of those that changed; throws a duplicate of checkpoints_by_nfc_tag
 * when somebody gave one of the tags away in the meantime.
 */
export async function storeCheckpoints(
  db: Db,
  tenantId: string,
  judged: readonly JudgedCheckpoint[],
): Promise<string[]> {
  const of = (outcome: 'new' | 'changed') =>
    judged.flatMap((each) => (each.outcome === outcome && each.checkpoint !== null ? [each.checkpoint] : []));
  const made = of('new');
  const changed = of('changed');
  if (made.length > 0) {
    const text = `INSERT INTO checkpoints (tenant_id, id, site_id, name, latitude, longitude, radius_metres,
        instructions, nfc_tag_id, scan_methods)
      SELECT $1::uuid, id, site_id, name, latitude, longitude, radius_metres, instructions, nullif(nfc_tag_id, ''),
        string_to_array(scan_methods, ',')
      FROM ${sentCheckpoints}`;
    await run(db, text, [tenantId, ...columnsOf(made)]);
    const ids = made.map(({ id }) => id);
    await issueCodes(db, tenantId, ids);
  }
  if (changed.length > 0) {
    const text = `UPDATE checkpoints r SET name = sent.name, latitude = sent.latitude, longitude = sent.longitude,
        radius_metres = sent.radius_metres, instructions = sent.instructions,
        nfc_tag_id = nullif(sent.nfc_tag_id, ''), scan_methods = string_to_array(sent.scan_methods, ','),
        version = r.version + 1, updated_at = now()
      FROM ${sentCheckpoints} WHERE r.tenant_id = $1::uuid AND r.id = sent.id`;
    await run(db, text, [tenantId, ...columnsOf(changed)]);
  }
  return changed.map(({ id }) => id);
}

const sentCheckpoints = `unnest($2::uuid[], $3::uuid[], $4::text[], $5::float8[], $6::float8[], $7::float8[], $8::text[],
  $9::text[], $10::text[]) AS sent (id, site_id, name, latitude, longitude, radius_metres, instructions, nfc_tag_id,
  scan_methods)`;

const columnsOf = (checkpoints: readonly KnownCheckpoint[]): (readonly (string | number)[])[] => [
  checkpoints.map(({ id }) => id),
  checkpoints.map(({ siteId }) => siteId),
  checkpoints.map(({ name }) => name),
  checkpoints.map(({ latitude }) => latitude),
  checkpoints.map(({ longitude }) => longitude),
  checkpoints.map(({ radiusMetres }) => radiusMetres),
  checkpoints.map(({ instructions }) => instructions),
  checkpoints.map(({ nfcTagId }) => nfcTagId),
  checkpoints.map(({ scanMethods }) => scanMethods.join(',')),
];

async function run(db: Db, text: string, values: readonly unknown[]): Promise<void> {
  await db.executeQuery(CompiledQuery.raw(text, [...values]));
}
