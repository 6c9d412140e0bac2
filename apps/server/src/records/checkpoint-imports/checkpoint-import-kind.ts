// Checkpoints from a spreadsheet, matched by their sites and names (MNG-04).
import { checkpointImportEndpoints } from '@watchpost/contract/checkpoint-imports';
import { checkpointHeadings, neededCheckpointFields } from '@watchpost/domain/checkpoint-import';
import { uuidv7 } from 'uuidv7';
import type { SiteScope } from '../../platform/access/caller.ts';
import { isDuplicate } from '../../platform/db/database-errors.ts';
import {
  type FoundImport,
  type ImportKind,
  type ImportWork,
  importWork,
} from '../record-imports/import-kind.ts';
import { findSiteNames } from '../record-imports/site-names.queries.ts';
import { findRoutesThrough, renewRouteVersions } from '../route-versions/route-versions.queries.ts';
import { findMatches, storeCheckpoints } from './import-checkpoints.queries.ts';
import { readRow } from './import-row.ts';
import { judge } from './judge-row.ts';

async function open(scope: SiteScope, { mapping }: FoundImport): Promise<ImportWork> {
  const { db, tenantId, siteId } = scope;
  const sites = await findSiteNames(scope);
  // A sub admin is shown the own site alone.
  const ownSite = siteId === null ? null : ([...sites.values()].flat()[0] ?? null);
  const context = { mapping, sites, ownSite };
  const changedIds: string[] = [];
  return importWork({
    read: (row) => readRow(row, context),
    judge: async (rows, isHeld) => {
      const matches = await findMatches(scope, rows, isHeld);
      const nothing = { known: [], tagOwner: undefined, hasSite: false };
      return rows.map((row, at) => judge(row, matches[at] ?? nothing, uuidv7));
    },
    store: async (judged) => {
      changedIds.push(...(await storeCheckpoints(db, tenantId, judged)));
    },
    finish: async () => {
      await renewRouteVersions(db, tenantId, await findRoutesThrough(db, tenantId, changedIds));
    },
  });
}

export const checkpointImport: ImportKind = {
  name: 'checkpoint',
  endpoints: checkpointImportEndpoints,
  headings: checkpointHeadings,
  needed: (mapping, siteId) => neededCheckpointFields(mapping, siteId !== null),
  action: 'checkpoint.imported',
  stopAction: 'checkpoint.importStopped',
  fieldWords: {
    name: 'Name',
    site: 'Site',
    latitude: 'Latitude',
    longitude: 'Longitude',
    position: 'Position',
    radiusMetres: 'Radius in metres',
    instructions: 'Instructions',
    nfcTagId: 'NFC tag ID',
    scanMethods: 'Ways of scanning',
  },
  problemWords: {
    checkpoint_name_required: 'Write the name.',
    exceed_max_length: 'This is too long. Shorten it.',
    text_unstorable: 'Take out what is no text.',
    record_site_required: 'Write the site.',
    latitude_range: 'Write a latitude from -90 to 90.',
    longitude_range: 'Write a longitude from -180 to 180.',
    radius_range: 'Write a radius from 5 to 500 metres.',
    nfc_tag_pattern: 'Write the ID of the tag in hexadecimal, such as 04:A2:2F:1B.',
    import_scan_methods:
      'Write one or more of QR, NFC, Screen, Position and Typed, with commas between them.',
    nfc_tag_taken: 'Another checkpoint has this NFC tag.',
    import_nfc_tag_twice: 'Another row of the file has this NFC tag.',
    import_checkpoint_twice: 'Another row of the file is for this checkpoint.',
    import_checkpoint_ambiguous: 'Several checkpoints of the site have this name.',
    import_site_unknown: 'No site has this name: write it as in the list of sites, or add the site first.',
    import_site_ambiguous: 'Several sites have this name.',
    import_position_needed: 'A new checkpoint needs a position.',
    import_position_unreadable: 'Write the position as latitude, longitude.',
    import_position_swapped: 'Latitude and longitude are swapped.',
    import_position_far: 'This is more than 50 km from the site.',
  },
  open,
  isRace: (error) => isDuplicate(error, 'checkpoints_by_nfc_tag'),
};
