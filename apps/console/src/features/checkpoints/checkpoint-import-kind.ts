// Checkpoints from a spreadsheet (MNG-04).
import { checkpointImportEndpoints } from '@watchpost/contract/checkpoint-imports';
import { checkpointImportFields, neededCheckpointFields } from '@watchpost/domain/checkpoint-import';
import { translate } from '../../lib/labels.ts';
import type { ImportKind } from '../../records/imports/import-kind.ts';
import { checkpointArea } from './checkpoints.api.ts';

/** Where the words of a field are not `checkpoints.<field>`. */
const otherWords: Readonly<Record<string, string>> = {
  site: 'records.site',
  position: 'imports.position',
  radiusMetres: 'checkpoints.radius',
  nfcTagId: 'checkpoints.nfcTag',
  scanMethods: 'checkpoints.methods',
};

export const checkpointImportFor = (hasOwnSite: boolean): ImportKind => ({
  name: 'checkpoints',
  endpoints: checkpointImportEndpoints,
  area: checkpointArea,
  listHref: '#/manage-checkpoints',
  href: '#/manage-checkpoints/import-checkpoints',
  fields: checkpointImportFields,
  fieldWords: (field) => translate(otherWords[field] ?? `checkpoints.${field}`),
  needed: (mapping) => neededCheckpointFields(mapping, hasOwnSite),
  example: {
    name: 'Main gate',
    ...(hasOwnSite ? {} : { site: 'Head office' }),
    latitude: '18.5204',
    longitude: '73.8567',
    radiusMetres: '30',
    instructions: 'Try the lock',
    nfcTagId: '04:A2:3B:1C',
    scanMethods: 'QR, NFC',
  },
  otherExamples: { position: '18.5204, 73.8567' },
});
