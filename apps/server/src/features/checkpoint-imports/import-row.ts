// One row of a spreadsheet as fields of a checkpoint, with what is wrong with it, and what it would do. Pure.
import { checkpointFields } from '@watchpost/contract/checkpoints';
import { type CheckpointImportField, readDecimal, readMethods } from '@watchpost/domain/checkpoint-import';
import { type CheckpointMethod, defaultCheckpointMethods } from '@watchpost/domain/checkpoint-methods';
import { radiusDefaultMetres } from '@watchpost/domain/checkpoints';
import type * as z from 'zod/mini';
import type { Judged, ReadRow, RowClaim, RowError, StoredRow } from '../../record-imports/import-kind.ts';
import { foldText, type NamedSite, siteOfName } from '../../record-imports/site-names.ts';
import { readPosition } from './import-position.ts';
import type { RowContext } from './row-context.ts';

interface CheckpointValues {
  readonly name: string;
  readonly latitude: number;
  readonly longitude: number;
  readonly radiusMetres: number;
  readonly instructions: string;
  /** Empty without a tag. */
  readonly nfcTagId: string;
  readonly scanMethods: readonly CheckpointMethod[];
}

export interface CheckpointImportRow extends ReadRow {
  /** Null where the row names none; such a row has errors. */
  readonly siteId: string | null;
  /** What its cells say; a number whose cell is empty is left out. */
  readonly values: Partial<CheckpointValues>;
}

/** A checkpoint as it is stored. */
export interface KnownCheckpoint extends CheckpointValues {
  readonly id: string;
  readonly siteId: string;
}

export interface JudgedCheckpoint extends Judged {
  /** What the checkpoint is to be; null where nothing is to be done. */
  readonly checkpoint: KnownCheckpoint | null;
}

export function readRow({ rowNo, cells }: StoredRow, context: RowContext): CheckpointImportRow {
  const errors: RowError[] = [];
  const cellOf = (field: CheckpointImportField): string | undefined => {
    const column = context.mapping[field];
    return column === undefined ? undefined : (cells[column] ?? '');
  };
  const site = readSite(cellOf('site') ?? '', context, errors);
  const values = {
    ...readTexts(cellOf, errors),
    ...readRadius(cellOf('radiusMetres') ?? '', errors),
    ...readWays(cellOf('scanMethods') ?? '', errors),
    ...readPosition(cellOf, site, errors),
  };
  const siteId = site?.id ?? null;
  return { rowNo, siteId, values, errors, claims: claimsOf(siteId, values) };
}

/** Of a sub admin the own site, which no row has to name. */
function readSite(value: string, { sites, ownSite }: RowContext, errors: RowError[]): NamedSite | null {
  if (value === '' && ownSite !== null) return ownSite;
  const found = siteOfName(sites, value);
  if (found.site !== null) return found.site;
  const message = value === '' ? 'record_site_required' : found.message;
  errors.push({ field: 'site', value, message });
  return null;
}

type CellOf = (field: CheckpointImportField) => string | undefined;

const textFields = ['name', 'instructions', 'nfcTagId'] as const;

function readTexts(cellOf: CellOf, errors: RowError[]): Partial<CheckpointValues> {
  const texts: Partial<Record<(typeof textFields)[number], string>> = {};
  for (const field of textFields) {
    const value = cellOf(field);
    if (value === undefined) continue;
    const parsed = checkpointFields[field].safeParse(value);
    if (parsed.success) texts[field] = parsed.data;
    else errors.push({ field, value, message: messageOf(parsed.error) });
  }
  return texts;
}

function readRadius(value: string, errors: RowError[]): Partial<CheckpointValues> {
  if (value === '') return {};
  const number = readDecimal(value.replace(/\s*m(?:et(?:er|re)s?)?\.?$/i, ''));
  const parsed = checkpointFields.radiusMetres.safeParse(number);
  if (parsed.success) return { radiusMetres: parsed.data };
  errors.push({ field: 'radiusMetres', value, message: messageOf(parsed.error) });
  return {};
}

function readWays(value: string, errors: RowError[]): Partial<CheckpointValues> {
  if (value.trim() === '') return {};
  const scanMethods = readMethods(value);
  if (scanMethods !== null) return { scanMethods };
  errors.push({ field: 'scanMethods', value, message: 'import_scan_methods' });
  return {};
}

const messageOf = ({ issues }: z.core.$ZodError): string => issues[0]?.message ?? '';

function claimsOf(siteId: string | null, { name, nfcTagId = '' }: Partial<CheckpointValues>): RowClaim[] {
  const claims: RowClaim[] = [];
  if (siteId !== null && name !== undefined) {
    const key = `${siteId} ${foldText(name)}`;
    claims.push({ field: 'name', value: name, key, message: 'import_checkpoint_twice' });
  }
  if (nfcTagId !== '') {
    claims.push({ field: 'nfcTagId', value: nfcTagId, key: nfcTagId, message: 'import_nfc_tag_twice' });
  }
  return claims;
}

/** What the store knows of a row. */
export interface Matches {
  /** Checkpoints of its site and name, but for case and accents. */
  readonly known: readonly KnownCheckpoint[];
  /** Id of the checkpoint that has its tag. */
  readonly tagOwner: string | undefined;
  /** False when its site was deleted meanwhile. */
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
  const { rowNo, siteId, values } = row;
  const { name = '', nfcTagId = '' } = values;
  if (row.errors.length > 0) return wrong(row, row.errors);
  if (siteId === null || !matches.hasSite) {
    return wrong(row, [{ field: 'site', value: '', message: 'import_site_unknown' }]);
  }
  const same = matches.known.filter((each) => each.name === name);
  const [known, ...others] = same.length > 0 ? same : matches.known;
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
    return { rowNo, outcome: 'new', errors: [], checkpoint };
  }
  const checkpoint = { ...known, ...values };
  const isSame = JSON.stringify(checkpoint) === JSON.stringify(known);
  return {
    rowNo,
    outcome: isSame ? 'unchanged' : 'changed',
    errors: [],
    checkpoint: isSame ? null : checkpoint,
  };
}

const wrong = ({ rowNo }: CheckpointImportRow, errors: readonly RowError[]): JudgedCheckpoint => ({
  rowNo,
  outcome: 'wrong',
  errors,
  checkpoint: null,
});
