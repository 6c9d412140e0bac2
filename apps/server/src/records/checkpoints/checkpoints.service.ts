// What may become of a checkpoint (MNG-04).
import {
  checkpointFields,
  type CheckpointRow,
  type CheckpointsAround,
} from '@watchpost/contract/checkpoints';
import { keptShape } from '@watchpost/contract/record-fields';
import type { SiteScope } from '../../platform/access/caller.ts';
import type { AuditOrigin } from '../../platform/audit/audit-origin.ts';
import { isDuplicate } from '../../platform/db/database-errors.ts';
import { AppError, InvalidInput } from '../../platform/http/app-error.ts';
import { storableTexts } from '../../platform/managed-records/storable-texts.ts';
import {
  deleteRecord,
  type RecordActions,
  restoreRecords,
} from '../../platform/managed-records/record-changes.queries.ts';
import { viewRecord } from '../../platform/managed-records/view-record.ts';
import { findAround } from './checkpoint-sites.queries.ts';
import { checkpointTable } from './checkpoint-table.ts';
import {
  type CheckpointFields,
  findDependents,
  insertCheckpoint,
  type NewCheckpoint,
  updateCheckpointFields,
} from './checkpoints.queries.ts';

export const checkpointActions: RecordActions = {
  activated: 'checkpoint.activated',
  deactivated: 'checkpoint.deactivated',
  deleted: 'checkpoint.deleted',
  restored: 'checkpoint.restored',
};

const tagIndex = 'checkpoints_by_nfc_tag';

/** Throws notFound for what is not the caller's. */
export const viewCheckpoint = (scope: SiteScope, id: string): Promise<CheckpointRow> =>
  viewRecord<CheckpointRow>(scope, checkpointTable, id);

/** Throws notFound for a site that is not the caller's. */
export async function viewAround(scope: SiteScope, siteId: string): Promise<CheckpointsAround> {
  const around = await findAround(scope, siteId);
  if (around === null) throw new AppError('notFound');
  return around;
}

/** Throws InvalidInput at nfcTagId for a tag that another checkpoint has; notFound for a site of others. */
export async function addCheckpoint(
  scope: SiteScope,
  checkpoint: NewCheckpoint,
  origin: AuditOrigin,
): Promise<string> {
  const id = await refusingTaken(() => insertCheckpoint(scope, checkpoint, origin));
  if (id === null) throw new AppError('notFound');
  return id;
}

/** The new version. Throws as addCheckpoint does, and editedMeanwhile. */
export async function editCheckpoint(
  scope: SiteScope,
  id: string,
  edit: { readonly fields: CheckpointFields; readonly version: number },
  origin: AuditOrigin,
): Promise<number> {
  const before = await viewCheckpoint(scope, id);
  const fields = { ...edit.fields, ...storableTexts(keptShape(checkpointFields), edit.fields, before) };
  const version = await refusingTaken(() =>
    updateCheckpointFields(scope, before, { ...edit, fields }, origin),
  );
  if (version === null) throw new AppError('editedMeanwhile');
  return version;
}

async function refusingTaken<T>(run: () => Promise<T>): Promise<T> {
  try {
    return await run();
  } catch (error) {
    if (isDuplicate(error, tagIndex)) throw new InvalidInput({ nfcTagId: 'nfc_tag_taken' });
    throw error;
  }
}

/** Throws hasHistory or stillUsed, which say why; onlyActivatedDeleted for a deactivated checkpoint. */
export async function removeCheckpoint(scope: SiteScope, id: string, origin: AuditOrigin): Promise<string[]> {
  const checkpoint = await viewCheckpoint(scope, id);
  if (!checkpoint.activated) throw new AppError('onlyActivatedDeleted');
  return deleteRecord(scope, checkpointTable, id, checkpointActions, origin, async (own) => {
    const { hasHistory, hasRoutes } = await findDependents(own, id);
    if (hasHistory) throw new AppError('hasHistory');
    if (hasRoutes) throw new AppError('stillUsed');
  });
}

/** Throws nfcTagTaken when another checkpoint took the tag in the meantime, and siteDeleted. */
export async function bringBack(
  scope: SiteScope,
  ids: readonly string[],
  origin: AuditOrigin,
): Promise<string[]> {
  try {
    return await restoreRecords(scope, checkpointTable, ids, checkpointActions, origin);
  } catch (error) {
    if (isDuplicate(error, tagIndex)) throw new AppError('nfcTagTaken');
    throw error;
  }
}
