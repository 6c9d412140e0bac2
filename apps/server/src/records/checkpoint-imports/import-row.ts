// One row of a spreadsheet as fields of a checkpoint, with what is wrong with it. Pure.
import { checkpointFields } from '@watchpost/contract/checkpoints';
import { type CheckpointImportField, readMethods } from '@watchpost/domain/checkpoint-import';
import type { CheckpointMethod } from '@watchpost/domain/checkpoint-methods';
import { cleanLines, cleanText, plainText } from '@watchpost/domain/readers/fold';
import { readNumber } from '@watchpost/domain/readers/numbers';
import { searchable } from '@watchpost/domain/readers/searchable';
import type * as z from 'zod/mini';
import { problemOfCell } from '../record-imports/cell-problem.ts';
import type { ReadRow, RowClaim, RowError, StoredRow } from '../record-imports/import-kind.ts';
import { type NamedSite, siteOfName, type SiteNames } from '../record-imports/site-names.ts';
import { type Cell, readPosition } from './import-position.ts';
import type { ImportMapping } from '@watchpost/domain/record-import';

/** What a row is read by. */
interface RowContext {
  readonly mapping: ImportMapping;
  /** Those that the caller may place checkpoints at. */
  readonly sites: SiteNames;
  /** The one site of a sub admin; null for who sees all. */
  readonly ownSite: NamedSite | null;
}

export interface CheckpointValues {
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

export function readRow(row: StoredRow, context: RowContext): CheckpointImportRow {
  const errors: RowError[] = [];
  const cellOf = (field: CheckpointImportField): Cell => {
    const column = context.mapping[field];
    const none = { shown: '', exact: undefined };
    if (column === undefined) return none;
    const shown = row.cells[column] ?? '';
    const message = problemOfCell(shown);
    if (message === null) return { shown, exact: row.exact?.[column] };
    if (!errors.some((error) => error.field === field)) errors.push({ field, value: shown, message });
    return none;
  };
  const site = readSite(cellOf('site').shown, context, errors);
  const values = {
    ...readTexts(cellOf, errors),
    ...readRadius(cellOf('radiusMetres'), errors),
    ...readWays(cellOf('scanMethods').shown, errors),
    ...readPosition(cellOf, site, errors),
  };
  const siteId = site?.id ?? null;
  return { rowNo: row.rowNo, siteId, values, errors, claims: claimsOf(siteId, values) };
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

type CellOf = (field: CheckpointImportField) => Cell;

const textReaders = { name: cleanText, instructions: cleanLines, nfcTagId: plainText };
const textFields = ['name', 'instructions', 'nfcTagId'] as const;

/** An empty cell leaves what the checkpoint has; only a name is needed. */
function readTexts(cellOf: CellOf, errors: RowError[]): Partial<CheckpointValues> {
  const texts: Partial<Record<(typeof textFields)[number], string>> = {};
  for (const field of textFields) {
    const before = errors.length;
    const value = textReaders[field](cellOf(field).shown);
    if (errors.length > before || (value === '' && field !== 'name')) continue;
    const parsed = checkpointFields[field].write.safeParse(value);
    if (parsed.success) texts[field] = parsed.data;
    else errors.push({ field, value, message: messageOf(parsed.error) });
  }
  return texts;
}

const metresBehind = /\s*(?:m|met(?:er|re)s?|मी|मीटर)\.?$/i;

function readRadius({ shown, exact }: Cell, errors: RowError[]): Partial<CheckpointValues> {
  if (shown === '') return {};
  const number = exact === undefined ? readNumber(shown.replace(metresBehind, '')) : Number(exact);
  const parsed = checkpointFields.radiusMetres.write.safeParse(number);
  if (parsed.success) return { radiusMetres: parsed.data };
  errors.push({ field: 'radiusMetres', value: shown, message: messageOf(parsed.error) });
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
    const key = `${siteId} ${searchable(name)}`;
    claims.push({ field: 'name', value: name, key, message: 'import_checkpoint_twice' });
  }
  if (nfcTagId !== '') {
    claims.push({ field: 'nfcTagId', value: nfcTagId, key: nfcTagId, message: 'import_nfc_tag_twice' });
  }
  return claims;
}
