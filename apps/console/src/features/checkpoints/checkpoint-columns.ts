import { checkpointFields, type CheckpointRow } from '@watchpost/contract/checkpoints';
import { t } from '../../lib/labels.ts';
import { positionText } from '../../lib/rounds/round-texts.ts';
import { listColumns } from '../../records/record-fields.ts';
import { timeWords } from '../../records/record-time.ts';
import type { GridColumn } from '../../ui/grid/grid-types.ts';

/** The id itself for those alone who may edit checkpoints. */
export const tagWords = ({ nfcTagId, hasNfcTag }: Pick<CheckpointRow, 'nfcTagId' | 'hasNfcTag'>): string =>
  hasNfcTag ? nfcTagId || t('checkpoints.hasTag') : t('checkpoints.noTag');

export const checkpointColumns = (): readonly GridColumn<CheckpointRow>[] => [
  ...listColumns<typeof checkpointFields, CheckpointRow>(checkpointFields, {
    latitude: { value: ({ latitude, longitude }) => positionText(latitude, longitude) },
    radiusMetres: { value: ({ radiusMetres }) => t('checkpoints.metres', { metres: radiusMetres }) },
    nfcTagId: { value: tagWords },
  }),
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
