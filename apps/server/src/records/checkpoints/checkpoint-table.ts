// How checkpoints are listed and exported (MNG-04, GRID-06, GRID-07).
import type { CheckpointRow, checkpointSortColumns } from '@watchpost/contract/checkpoints';
import { methodsText } from '@watchpost/domain/checkpoint-import';
import { refuseDeletedSites } from '../sites/deleted-sites.queries.ts';
import { headColumns } from '../../platform/managed-records/record-columns.ts';
import type { RecordExport } from '../../platform/managed-records/record-export.ts';
import type { Condition, RecordTable } from '../../platform/managed-records/record-list.queries.ts';

const ofSite = (column: string) =>
  `(SELECT s.${column} FROM sites s WHERE s.tenant_id = r.tenant_id AND s.id = r.site_id)`;

export const checkpointTable: RecordTable = {
  table: 'checkpoints',
  label: 'r.name',
  columns: `${headColumns}, r.site_id AS "siteId", ${ofSite('name')} AS "siteName",
    ${ofSite('time_zone')} AS "siteTimeZone", r.name, r.latitude, r.longitude, r.radius_metres AS "radiusMetres",
    r.instructions, coalesce(r.nfc_tag_id, '') AS "nfcTagId", r.nfc_tag_id IS NOT NULL AS "hasNfcTag", r.scan_methods AS "scanMethods",
    EXISTS (SELECT FROM checkpoint_screens x WHERE x.tenant_id = r.tenant_id AND x.checkpoint_id = r.id
      AND x.paired_at_ms IS NOT NULL AND x.revoked_at_ms IS NULL) AS "hasScreen",
    (SELECT count(DISTINCT x.route_id)::int FROM patrol_route_checkpoints x
      JOIN patrol_routes o ON o.tenant_id = x.tenant_id AND o.id = x.route_id AND o.deleted_at IS NULL
      WHERE x.tenant_id = r.tenant_id AND x.checkpoint_id = r.id) AS routes`,
  atSite: (site) => `r.site_id = ${site}`,
  sortable: {
    name: 'r.sort_name',
    siteName: ofSite('sort_name'),
    radiusMetres: 'r.radius_metres',
    createdAt: 'r.created_at',
    updatedAt: 'r.updated_at',
  } satisfies Record<(typeof checkpointSortColumns)[number], string>,
  defaultSort: { column: 'name', type: 'asc' },
  whenRestored: refuseDeletedSites('checkpoints'),
};

/** The filter by site; a site that is not the caller's has no checkpoints. */
export function checkpointConditions(site: string | undefined): Condition[] {
  return site === undefined ? [] : [(values) => `r.site_id = ${values.add(site, 'uuid')}`];
}

const tagHeader = 'NFC Tag';

export const checkpointExport: RecordExport<CheckpointRow> = {
  table: checkpointTable,
  id: 'checkpoints',
  title: 'Checkpoints',
  columns: [
    { header: 'Name', kind: 'text', width: 30, value: (checkpoint) => checkpoint.name },
    { header: 'Site', kind: 'text', width: 28, value: (checkpoint) => checkpoint.siteName },
    {
      header: 'Latitude',
      kind: 'number',
      width: 12,
      format: '0.000000',
      value: (checkpoint) => checkpoint.latitude,
    },
    {
      header: 'Longitude',
      kind: 'number',
      width: 12,
      format: '0.000000',
      value: (checkpoint) => checkpoint.longitude,
    },
    { header: 'Radius (m)', kind: 'number', width: 12, value: (checkpoint) => checkpoint.radiusMetres },
    { header: 'Instructions', kind: 'text', width: 40, value: (checkpoint) => checkpoint.instructions },
    { header: tagHeader, kind: 'text', width: 20, value: (checkpoint) => checkpoint.nfcTagId },
    {
      header: 'Ways of scanning',
      kind: 'text',
      width: 32,
      value: (checkpoint) => methodsText(checkpoint.scanMethods),
    },
    { header: 'Routes', kind: 'number', width: 10, value: (checkpoint) => checkpoint.routes },
    {
      header: 'Status',
      kind: 'text',
      width: 12,
      value: (checkpoint) => (checkpoint.activated ? 'Active' : 'Deactive'),
    },
    { header: 'Checkpoint ID', kind: 'text', width: 38, value: (checkpoint) => checkpoint.id },
  ],
};

/** For who may not read what opens a checkpoint to a scan. */
export const exportWithoutTags: RecordExport<CheckpointRow> = {
  ...checkpointExport,
  columns: checkpointExport.columns.filter(({ header }) => header !== tagHeader),
};
