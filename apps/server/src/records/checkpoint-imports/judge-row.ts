// What a row does to the checkpoint of its site and name. Pure.
import { type CheckpointImportField, methodsText } from '@watchpost/domain/checkpoint-import';
import { defaultCheckpointMethods } from '@watchpost/domain/checkpoint-methods';
import { radiusDefaultMetres } from '@watchpost/domain/checkpoints';
import { comparable } from '@watchpost/domain/readers/fold';
import type { Judged, RowError, RowLoss } from '../record-imports/import-kind.ts';
import type { CheckpointImportRow, CheckpointValues } from './import-row.ts';

/** A checkpoint as it is stored. */
export interface KnownCheckpoint extends CheckpointValues {
  readonly id: string;
  readonly siteId: string;
}

export interface JudgedCheckpoint extends Judged {
  /** What the checkpoint is to be; null where nothing is to be done. */
  readonly checkpoint: KnownCheckpoint | null;
}

/** What the store knows of a row. */
export interface Matches {
  /** Checkpoints of its site whose names are searchable() alike. */
  readonly known: readonly KnownCheckpoint[];
  /** Id of the checkpoint that has its tag. */
  readonly tagOwner: string | undefined;
  /** False when its site was deleted after the row was read. */
  readonly hasSite: boolean;
}

const blank = {
  radiusMetres: radiusDefaultMetres,
  instructions: '',
  nfcTagId: '',
  scanMethods: defaultCheckpointMethods,
};

/** What a row does to the checkpoint of its site and name. */
export function judge(row: CheckpointImportRow, matches: Matches, newId: () => string): JudgedCheckpoint {
  const { siteId, values } = row;
  const { name = '', nfcTagId = '' } = values;
  if (row.errors.length > 0) return wrong(row, row.errors);
  if (siteId === null || !matches.hasSite) {
    return wrong(row, [{ field: 'site', value: '', message: 'import_site_unknown' }]);
  }
  const [known, ...others] = likest(matches.known, name);
  if (others.length > 0) {
    return wrong(row, [{ field: 'name', value: name, message: 'import_checkpoint_ambiguous' }]);
  }
  const { tagOwner } = matches;
  if (tagOwner !== undefined && tagOwner !== known?.id) {
    return wrong(row, [{ field: 'nfcTagId', value: nfcTagId, message: 'nfc_tag_taken' }]);
  }
  if (known === undefined) {
    const { latitude, longitude } = values;
    if (latitude === undefined || longitude === undefined) {
      return wrong(row, [{ field: 'position', value: '', message: 'import_position_needed' }]);
    }
    const checkpoint = { ...blank, ...values, name, latitude, longitude, id: newId(), siteId };
    return { ...about(row), outcome: 'new', checkpoint };
  }
  const checkpoint = { ...known, ...values };
  const isSame = JSON.stringify(checkpoint) === JSON.stringify(known);
  if (isSame) return { ...about(row), outcome: 'unchanged', checkpoint: null };
  return { ...about(row), outcome: 'changed', losses: lossesOf(known, checkpoint), checkpoint };
}

/** Of several that differ in accents or case those that do not, and of these the one that is written the same way. */
function likest(known: readonly KnownCheckpoint[], name: string): readonly KnownCheckpoint[] {
  const alike = known.filter((each) => comparable(each.name) === comparable(name));
  const same = alike.filter((each) => each.name === name);
  return [same, alike].find(({ length }) => length > 0) ?? known;
}

const lossFields = {
  name: ({ name }) => name,
  position: ({ latitude, longitude }) => `${latitude}, ${longitude}`,
  radiusMetres: ({ radiusMetres }) => String(radiusMetres),
  instructions: ({ instructions }) => instructions,
  nfcTagId: ({ nfcTagId }) => nfcTagId,
  scanMethods: ({ scanMethods }) => methodsText(scanMethods),
} satisfies Partial<Record<CheckpointImportField, (checkpoint: KnownCheckpoint) => string>>;

const lossesOf = (known: KnownCheckpoint, next: KnownCheckpoint): RowLoss[] =>
  Object.entries(lossFields)
    .map(([field, textOf]): RowLoss => ({ field, before: textOf(known), after: textOf(next) }))
    .filter(({ before, after }) => before !== '' && before !== after);

const about = ({ rowNo, values }: CheckpointImportRow) => ({
  rowNo,
  errors: [],
  losses: [],
  record: values.name ?? '',
});

const wrong = (row: CheckpointImportRow, errors: readonly RowError[]): JudgedCheckpoint => ({
  ...about(row),
  outcome: 'wrong',
  errors,
  checkpoint: null,
});
