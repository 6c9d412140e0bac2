import type { CheckpointRow } from '@watchpost/contract/checkpoints';
import { t } from '../../lib/labels.ts';
import { placeText } from '../../lib/rounds/round-words.ts';
import { timeWords } from '../../records/record-time.ts';
import type { GridColumn } from '../../ui/grid/grid-types.ts';

export const checkpointColumns = (): readonly GridColumn<CheckpointRow>[] => [
  ...whereColumns(),
  ...restColumns(),
];

const whereColumns = (): readonly GridColumn<CheckpointRow>[] => [
  {
    id: 'name',
    header: t('checkpoints.name'),
    width: 140,
    fitWidth: 118,
    mayWrap: true,
    isSortable: true,
    value: ({ name }) => name,
  },
  {
    id: 'siteName',
    header: t('records.site'),
    width: 196,
    minWidth: 130,
    mayWrap: true,
    isSortable: true,
    value: ({ siteName }) => siteName,
  },
  {
    id: 'position',
    header: t('checkpoints.position'),
    width: 180,
    minWidth: 176,
    fitWidth: 160,
    mayWrap: true,
    value: ({ latitude, longitude }) => placeText(latitude, longitude),
  },
  {
    id: 'radiusMetres',
    header: t('checkpoints.radius'),
    width: 85,
    align: 'end',
    isSortable: true,
    value: ({ radiusMetres }) => t('checkpoints.metres', { metres: radiusMetres }),
  },
];

/** The id itself for those alone who may edit checkpoints. */
export const tagWords = ({ nfcTagId, hasNfcTag }: Pick<CheckpointRow, 'nfcTagId' | 'hasNfcTag'>): string =>
  hasNfcTag ? nfcTagId || t('checkpoints.hasTag') : t('checkpoints.noTag');

const restColumns = (): readonly GridColumn<CheckpointRow>[] => [
  {
    id: 'nfcTagId',
    header: t('checkpoints.nfcTag'),
    width: 154,
    minWidth: 110,
    mayWrap: true,
    value: tagWords,
  },
  {
    id: 'routes',
    header: t('checkpoints.routes'),
    width: 85,
    align: 'end',
    value: ({ routes }) => routes,
  },
  {
    id: 'createdAt',
    header: t('checkpoints.createdAt'),
    width: 150,
    mayWrap: true,
    isSortable: true,
    value: ({ createdAt }) => timeWords(createdAt),
  },
  {
    id: 'updatedAt',
    header: t('checkpoints.updatedAt'),
    width: 150,
    mayWrap: true,
    isSortable: true,
    value: ({ updatedAt }) => timeWords(updatedAt),
  },
];
