// What may become of a site.
import type { SiteRow } from '@watchpost/contract/sites';
import type { SiteScope } from '../../access/caller.ts';
import type { AuditOrigin } from '../../audit/audit-origin.ts';
import { AppError } from '../../http/app-error.ts';
import { deleteRecord, type RecordActions } from '../../records/record-changes.queries.ts';
import { viewRecord } from '../../records/view-record.ts';
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
