import { getSiteDetails } from '@watchpost/contract/site-details';
import {
  createSite,
  deleteSite,
  exportSites,
  getSite,
  listSites,
  restoreSites,
  setSiteStatus,
  type SiteRow,
  siteTexts,
  updateSite,
} from '@watchpost/contract/sites';
import { auditOrigin } from '../../platform/audit/audit-origin.ts';
import { AppError } from '../../platform/http/app-error.ts';
import { type Route, route } from '../../platform/http/route.ts';
import { restoreRecords, setActivated } from '../../platform/managed-records/record-changes.queries.ts';
import { exportRecords, type RecordExport } from '../../platform/managed-records/record-export.ts';
import { findRecords } from '../../platform/managed-records/record-list.queries.ts';
import { keepTexts } from '../../platform/managed-records/kept-texts.ts';
import { viewSiteDetails } from './site-details.service.ts';
import { insertSite, siteTable, tellConsoles, updateSite as storeSite } from './sites.queries.ts';
import { removeSite, siteActions, viewSite } from './sites.service.ts';

const siteExport: RecordExport<SiteRow> = {
  table: siteTable,
  id: 'sites',
  title: 'Sites',
  columns: [
    { header: 'Name', kind: 'text', width: 28, value: (site) => site.name },
    { header: 'Address', kind: 'text', width: 40, value: (site) => site.address },
    { header: 'Contact', kind: 'text', width: 22, value: (site) => site.contactName },
    { header: 'Contact Phone', kind: 'text', width: 16, value: (site) => site.contactPhone },
    { header: 'Time Zone', kind: 'text', width: 18, value: (site) => site.timeZone },
    { header: 'Latitude', kind: 'number', width: 12, format: '0.000000', value: (site) => site.latitude },
    { header: 'Longitude', kind: 'number', width: 12, format: '0.000000', value: (site) => site.longitude },
    { header: 'Guards', kind: 'number', width: 10, value: (site) => site.guards },
    { header: 'Checkpoints', kind: 'number', width: 12, value: (site) => site.checkpoints },
    { header: 'Status', kind: 'text', width: 12, value: (site) => (site.activated ? 'Active' : 'Deactive') },
    { header: 'Site ID', kind: 'text', width: 38, value: (site) => site.id },
  ],
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
      const fields = { ...sent, ...keepTexts(siteTexts, sent, before) };
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
