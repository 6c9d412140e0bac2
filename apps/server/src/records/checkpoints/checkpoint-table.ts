// How checkpoints are listed and exported (MNG-04, GRID-06, GRID-07).
import {
  checkpointFields,
  type CheckpointRow,
  type checkpointSortColumns,
} from '@watchpost/contract/checkpoints';
import { methodsText } from '@watchpost/domain/checkpoint-import';
import { refuseDeletedSites } from '../sites/deleted-sites.queries.ts';
import { headColumns } from '../../platform/managed-records/record-columns.ts';
import { fileColumns, shownColumns } from '../../platform/managed-records/record-fields.ts';
import type { RecordExport } from '../../platform/managed-records/record-export.ts';
import type { Condition, RecordTable } from '../../platform/managed-records/record-list.queries.ts';

const ofSite = (column: string) =>
  `(SELECT s.${column} FROM sites s WHERE s.tenant_id = r.tenant_id AND s.id = r.site_id)`;

export const checkpointTable: RecordTable = {
  table: 'checkpoints',
  label: 'r.name',
  columns: `${headColumns}, ${shownColumns(checkpointFields, {
    siteName: ofSite('name'),
    siteTimeZone: ofSite('time_zone'),
    nfcTagId: "coalesce(r.nfc_tag_id, '')",
    hasNfcTag: 'r.nfc_tag_id IS NOT NULL',
    hasScreen: `EXISTS (SELECT FROM checkpoint_screens x WHERE x.tenant_id = r.tenant_id AND x.checkpoint_id = r.id
      AND x.paired_at_ms IS NOT NULL AND x.revoked_at_ms IS NULL)`,
    routes: `(SELECT count(DISTINCT x.route_id)::int FROM patrol_route_checkpoints x
      JOIN patrol_routes o ON o.tenant_id = x.tenant_id AND o.id = x.route_id AND o.deleted_at IS NULL
      WHERE x.tenant_id = r.tenant_id AND x.checkpoint_id = r.id)`,
  })}`,
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

export const checkpointExport: RecordExport<CheckpointRow> = {
  table: checkpointTable,
  id: 'checkpoints',
  title: 'Checkpoints',
  columns: fileColumns(checkpointFields, 'Checkpoint ID', {
    scanMethods: ({ scanMethods }) => methodsText(scanMethods),
  }),
};

/** For who may not read what opens a checkpoint to a scan. */
export const exportWithoutTags: RecordExport<CheckpointRow> = {
  ...checkpointExport,
  columns: checkpointExport.columns.filter(({ header }) => header !== checkpointFields.nfcTagId.file.heading),
};
