import type { SiteRow } from '@watchpost/contract/sites';
import type { RecordExport } from '../../platform/managed-records/record-export.ts';
import { siteTable } from './sites.queries.ts';

export const siteExport: RecordExport<SiteRow> = {
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
