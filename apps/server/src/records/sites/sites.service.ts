// What may become of a site.
import type { SiteRow } from '@watchpost/contract/sites';
import type { SiteScope } from '../../platform/access/caller.ts';
import type { AuditOrigin } from '../../platform/audit/audit-origin.ts';
import { AppError } from '../../platform/http/app-error.ts';
import { deleteRecord, type RecordActions } from '../../platform/managed-records/record-changes.queries.ts';
import { viewRecord } from '../../platform/managed-records/view-record.ts';
import { findDependents, siteTable } from './sites.queries.ts';

export const siteActions: RecordActions = {
  activated: 'site.activated',
  deactivated: 'site.deactivated',
  deleted: 'site.deleted',
  restored: 'site.restored',
};

/** Throws notFound for what is not the caller's. */
export const viewSite = (scope: SiteScope, id: string): Promise<SiteRow> =>
  viewRecord<SiteRow>(scope, siteTable, id);

/** Throws hasHistory or stillUsed, which say why; onlyActivatedDeleted for a deactivated site. */
export async function removeSite(scope: SiteScope, id: string, origin: AuditOrigin): Promise<string[]> {
  const site = await viewSite(scope, id);
  if (!site.activated) throw new AppError('onlyActivatedDeleted');
  return deleteRecord(scope, siteTable, id, siteActions, origin, async (own) => {
    const dependents = await findDependents(own, id);
    if (dependents.hasHistory) throw new AppError('hasHistory');
    const { checkpoints, routes, shifts, subAdmins } = dependents;
    if (checkpoints + routes + shifts + subAdmins > 0) throw new AppError('stillUsed');
  });
}
