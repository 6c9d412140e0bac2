import { sql } from 'kysely';
import {
  checkpointFields,
  type CheckpointRow,
  type createCheckpoint,
  type updateCheckpoint,
} from '@watchpost/contract/checkpoints';
import type { BodyOf } from '@watchpost/contract/endpoint';
import { uuidv7 } from 'uuidv7';
import type { SiteScope } from '../../platform/access/caller.ts';
import { insertAuditEntry } from '../../platform/audit/audit.queries.ts';
import type { AuditOrigin } from '../../platform/audit/audit-origin.ts';
import { changedFields } from '../../platform/audit/changed-fields.ts';
import { issueCodes } from '../checkpoint-codes/checkpoint-codes.queries.ts';
import { lockOwnSite } from '../../platform/managed-records/own-site.queries.ts';
import { auditedFields, auditedValues, storedColumns } from '../../platform/managed-records/record-fields.ts';
import { saveEdit } from '../../platform/managed-records/saved-edit.queries.ts';
import { findRoutesThrough, renewRouteVersions } from '../route-versions/route-versions.queries.ts';

export type NewCheckpoint = BodyOf<typeof createCheckpoint>;
export type CheckpointFields = Omit<BodyOf<typeof updateCheckpoint>, 'version'>;

const columnsOf = <Fields extends CheckpointFields>(fields: Fields) => ({
  ...storedColumns(checkpointFields, fields),
  nfc_tag_id: fields.nfcTagId === '' ? null : fields.nfcTagId,
});

/** Its id; null for a site that is not the caller's. Throws a duplicate of checkpoints_by_nfc_tag for a taken tag. */
export async function insertCheckpoint(
  scope: SiteScope,
  checkpoint: NewCheckpoint,
  origin: AuditOrigin,
): Promise<string | null> {
  const { db, tenantId } = scope;
  const id = uuidv7();
  return db.transaction().execute(async (transaction) => {
    if (!(await lockOwnSite({ ...scope, db: transaction }, checkpoint.siteId))) return null;
    await transaction
      .insertInto('checkpoints')
      .values({ tenant_id: tenantId, id, ...columnsOf(checkpoint) })
      .execute();
    await issueCodes(transaction, tenantId, [id]);
    await insertAuditEntry(transaction, origin, {
      action: 'checkpoint.created',
      subject: { id, label: checkpoint.name },
      before: null,
      after: auditedValues(checkpointFields, checkpoint),
    });
    return id;
  });
}

/**
 * The new version; null when somebody else saved since the edited one. Routes past it have a new version where it
 * moved, so that rounds started before keep it as it stood. Throws as insertCheckpoint does.
 */
export async function updateCheckpointFields(
  { db, tenantId }: SiteScope,
  before: CheckpointRow,
  edit: { readonly fields: CheckpointFields; readonly version: number },
  origin: AuditOrigin,
): Promise<number | null> {
  const { id } = before;
  const { fields } = edit;
  const after = { ...before, ...fields, scanMethods: fields.scanMethods ?? before.scanMethods };
  return db.transaction().execute(async (transaction) => {
    // The update locks the checkpoint; routes are locked after it, as everywhere.
    const edited = { tenantId, id, version: edit.version };
    const version = await saveEdit(transaction, 'checkpoints', edited, columnsOf(fields));
    if (version === null) return null;
    await renewRouteVersions(transaction, tenantId, await findRoutesThrough(transaction, tenantId, [id]));
    await insertAuditEntry(transaction, origin, {
      action: 'checkpoint.changed',
      subject: { id, label: fields.name },
      ...changedFields(before, after, auditedFields(checkpointFields)),
    });
    return version;
  });
}

/** What stands in the way of deleting a checkpoint. */
export async function findDependents(
  { db, tenantId }: SiteScope,
  id: string,
): Promise<{ readonly hasHistory: boolean; readonly hasRoutes: boolean }> {
  const { rows } = await sql<{ hasHistory: boolean; hasRoutes: boolean }>`SELECT
    EXISTS (SELECT FROM scans x WHERE x.tenant_id = ${tenantId} AND x.checkpoint_id = ${id})
      OR EXISTS (SELECT FROM route_versions v JOIN rounds o ON o.tenant_id = v.tenant_id AND o.route_version_id = v.id
        WHERE v.tenant_id = ${tenantId}
          AND v.site_id = (SELECT c.site_id FROM checkpoints c WHERE c.tenant_id = ${tenantId} AND c.id = ${id})
          AND v.checkpoints @> jsonb_build_array(jsonb_build_object('checkpointId', ${id}::text))) AS "hasHistory",
    EXISTS (SELECT FROM patrol_route_checkpoints x JOIN patrol_routes r ON r.tenant_id = x.tenant_id
      AND r.id = x.route_id WHERE x.tenant_id = ${tenantId} AND x.checkpoint_id = ${id}
      AND r.deleted_at IS NULL) AS "hasRoutes"`.execute(db);
  const [row] = rows;
  if (row === undefined) throw new Error('a statement without FROM has one row');
  return row;
}

/** Those of the checkpoints that are there and the caller's, in one order; each has a new code. */
export async function reissueCodes(
  { db, tenantId, siteId }: SiteScope,
  ids: readonly string[],
  origin: AuditOrigin,
): Promise<string[]> {
  return db.transaction().execute(async (transaction) => {
    const found = await transaction
      .selectFrom('checkpoints')
      .select(['id', 'name'])
      .where('tenant_id', '=', tenantId)
      .where('id', 'in', ids)
      .where('deleted_at', 'is', null)
      .$if(siteId !== null, (query) => query.where('site_id', '=', siteId))
      .orderBy('id')
      .forNoKeyUpdate()
      .execute();
    if (found.length === 0) return [];
    const own = found.map(({ id }) => id);
    await issueCodes(transaction, tenantId, own);
    for (const { id, name } of found) {
      await insertAuditEntry(transaction, origin, {
        action: 'checkpoint.codeReissued',
        subject: { id, label: name },
      });
    }
    return own;
  });
}

/** One entry for each checkpoint whose label was printed. */
export async function insertLabelEntries(
  { db }: SiteScope,
  checkpoints: readonly Pick<CheckpointRow, 'id' | 'name'>[],
  sheet: string,
  origin: AuditOrigin,
): Promise<void> {
  await db.transaction().execute(async (transaction) => {
    for (const { id, name } of checkpoints) {
      await insertAuditEntry(transaction, origin, {
        action: 'checkpoint.labelsPrinted',
        subject: { id, label: name },
        after: { sheet },
      });
    }
  });
}
