// Checkpoints as they were at the time of a round, whatever became of them since (REP-12).
import type { PlannedCheckpoint } from '@watchpost/domain/round-facts';
import { CompiledQuery } from 'kysely';
import type { SiteScope } from '../../platform/access/caller.ts';
import type { FormerCheckpoint } from '../../platform/db/column-types.ts';

export interface KnownCheckpoint extends PlannedCheckpoint {
  readonly isActivated: boolean;
}

/** A checkpoint as it is now, and what it was before; see FormerColumns. */
export interface PastCheckpoint extends KnownCheckpoint {
  readonly former: readonly FormerCheckpoint[] | null;
  readonly formerUntilMs: readonly number[] | null;
}

export function checkpointAt(checkpoint: PastCheckpoint, atMs: number): KnownCheckpoint {
  const { former, formerUntilMs, ...present } = checkpoint;
  const found = former?.[formerUntilMs?.findIndex((untilMs) => untilMs > atMs) ?? -1];
  if (found === undefined) return present;
  const { name, latitude, longitude, radius_metres: radiusMetres, activated: isActivated } = found;
  return { checkpointId: present.checkpointId, name, latitude, longitude, radiusMetres, isActivated };
}

export async function findPastCheckpoints(
  { db, tenantId }: Pick<SiteScope, 'db' | 'tenantId'>,
  ids: readonly string[],
): Promise<PastCheckpoint[]> {
  if (ids.length === 0) return [];
  const text = `SELECT id AS "checkpointId", name, latitude, longitude, radius_metres AS "radiusMetres",
      activated AS "isActivated", former, to_jsonb(former_until_ms) AS "formerUntilMs"
    FROM checkpoints WHERE tenant_id = $1::uuid AND id = ANY($2::uuid[])`;
  const { rows } = await db.executeQuery<PastCheckpoint>(CompiledQuery.raw(text, [tenantId, ids]));
  return rows;
}

/** By id, as they were at one time; those that are not there are left out. */
export async function findCheckpointsAt(
  scope: Pick<SiteScope, 'db' | 'tenantId'>,
  ids: readonly string[],
  atMs: number,
): Promise<ReadonlyMap<string, KnownCheckpoint>> {
  const found = await findPastCheckpoints(scope, ids);
  return new Map(found.map((checkpoint) => [checkpoint.checkpointId, checkpointAt(checkpoint, atMs)]));
}
