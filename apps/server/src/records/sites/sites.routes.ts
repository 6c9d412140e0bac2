import { keptShape } from '@watchpost/contract/record-fields';
import { getSiteDetails } from '@watchpost/contract/site-details';
import {
  createSite,
  deleteSite,
  exportSites,
  getSite,
  listSites,
  restoreSites,
  setSiteStatus,
  siteFields,
  type SiteRow,
  updateSite,
} from '@watchpost/contract/sites';
import { auditOrigin } from '../../platform/audit/audit-origin.ts';
import { AppError } from '../../platform/http/app-error.ts';
import { type Route, route } from '../../platform/http/route.ts';
import { restoreRecords, setActivated } from '../../platform/managed-records/record-changes.queries.ts';
import { exportRecords, type RecordExport } from '../../platform/managed-records/record-export.ts';
import { fileColumns } from '../../platform/managed-records/record-fields.ts';
import { findRecords } from '../../platform/managed-records/record-list.queries.ts';
import { storableTexts } from '../../platform/managed-records/storable-texts.ts';
import { viewSiteDetails } from './site-details.service.ts';
import { insertSite, siteTable, tellConsoles, updateSite as storeSite } from './sites.queries.ts';
import { removeSite, siteActions, viewSite } from './sites.service.ts';

const siteExport: RecordExport<SiteRow> = {
  table: siteTable,
  id: 'sites',
  title: 'Sites',
  columns: fileColumns(siteFields, 'Site ID'),
};

export function siteRoutes(): Route[] {
  return [
    route(listSites, ({ caller: { scope }, query }) => findRecords<SiteRow>(scope, siteTable, query)),

    route(exportSites, (context) => exportRecords(context, siteExport, context.query)),

    route(getSite, ({ caller: { scope }, params }) => viewSite(scope, params.id)),

    route(getSiteDetails, ({ caller, params, timeZone }) => viewSiteDetails(caller, params.id, timeZone)),

    route(createSite, async (context) => {
      const { scope } = context.caller;
      if (scope.siteId !== null) throw new AppError('notPermitted');
      return { id: await insertSite(scope, context.body, auditOrigin(context)), version: 1 };
    }),

    route(updateSite, async (context) => {
      const { scope } = context.caller;
      const { version: edited, ...sent } = context.body;
      const before = await viewSite(scope, context.params.id);
      const fields = { ...sent, ...storableTexts(keptShape(siteFields), sent, before) };
      const version = await storeSite(scope, before, fields, edited, auditOrigin(context));
      if (version === null) throw new AppError('editedMeanwhile');
      return { id: before.id, version };
    }),

    route(setSiteStatus, async (context) => {
      const { scope } = context.caller;
      const ids = await setActivated(scope, siteTable, context.body, siteActions, auditOrigin(context));
      return { ids };
    }),

    route(deleteSite, async (context) => {
      const { scope } = context.caller;
      const ids = await removeSite(scope, context.params.id, auditOrigin(context));
      await tellConsoles(scope.db, scope.tenantId);
      return { ids };
    }),

    route(restoreSites, async (context) => {
      const { scope } = context.caller;
      const ids = await restoreRecords(scope, siteTable, context.body.ids, siteActions, auditOrigin(context));
      await tellConsoles(scope.db, scope.tenantId);
      return { ids };
    }),
  ];
}
