// One row of a spreadsheet as fields of a guard, with what is wrong with it, and what it would do. Pure.
import { guardFields } from '@watchpost/contract/guards';
import { type GuardImportField, guardImportFields, splitSites } from '@watchpost/domain/guard-import';
import { cleanEmail } from '@watchpost/domain/readers/emails';
import { cleanEmployeeId } from '@watchpost/domain/readers/employee-ids';
import { plainText } from '@watchpost/domain/readers/fold';
import { cleanName } from '@watchpost/domain/readers/names';
import type { ImportMapping } from '@watchpost/domain/record-import';
import { problemOfCell } from '../record-imports/cell-problem.ts';
import type { ReadRow, RowError, StoredRow } from '../record-imports/import-kind.ts';
import { type SiteNames, siteOfName } from '../record-imports/site-names.ts';
import type { WrittenPhone } from './import-phone.ts';

export type GuardTexts = Readonly<Record<Exclude<GuardImportField, 'sites'>, string>>;

export interface GuardImportRow extends ReadRow {
  /** What its cells say; a field whose cell is empty is left out. */
  readonly texts: Readonly<Partial<GuardTexts>>;
  /** As it is written, for it is read by what is known of the guard; null without one. */
  readonly phone: WrittenPhone | null;
  /** Null where no cell names any. */
  readonly siteIds: readonly string[] | null;
  readonly sites: SiteNames;
}

export interface RowContext {
  readonly mapping: ImportMapping;
  /** Those that the caller may place guards at. */
  readonly sites: SiteNames;
}

/** Texts that are read by themselves, each by its reader. */
const readers = {
  employeeId: cleanEmployeeId,
  firstName: cleanName,
  lastName: cleanName,
  email: cleanEmail,
  countryCode: (text: string) => plainText(text).replace(/^(?:00)?(?=[1-9])/, '+'),
};
type ReadField = keyof typeof readers;
const readFields = ['employeeId', 'firstName', 'lastName', 'email', 'countryCode'] as const;

export function readRow(row: StoredRow, { mapping, sites }: RowContext): GuardImportRow {
  const errors: RowError[] = [];
  const cellOf = (field: GuardImportField): string => {
    const column = mapping[field];
    const value = column === undefined ? '' : (row.cells[column] ?? '');
    const message = problemOfCell(value);
    if (message === null) return value;
    errors.push({ field, value, message });
    return '';
  };
  const written = (field: ReadField): string =>
    field === 'employeeId' ? idOf(cellOf(field), row, mapping[field]) : readers[field](cellOf(field));
  const texts: Partial<Record<ReadField, string>> = {};
  for (const field of readFields) {
    const hadErrors = errors.length;
    const text = written(field);
    if ((text === '' && field !== 'employeeId') || errors.length > hadErrors) continue;
    const parsed = guardFields[field].write.safeParse(text);
    if (parsed.success) texts[field] = parsed.data;
    else errors.push({ field, value: text, message: parsed.error.issues[0]?.message ?? '' });
  }
  const [phone, siteCell] = [cellOf('phoneNumber'), cellOf('sites')];
  const found = readSites(siteCell, sites);
  errors.push(...found.errors);
  return {
    rowNo: row.rowNo,
    texts,
    phone: phone === '' ? null : { value: phone, codeOfRow: texts.countryCode ?? null },
    siteIds: siteCell === '' ? null : found.siteIds,
    sites,
    errors,
    claims: claimsOf(texts.employeeId),
  };
}

/** A number that its cell shows with its thousands apart is the number itself; zeros in front are part of an id. */
function idOf(shown: string, { exact }: StoredRow, column: number | undefined): string {
  const whole = column === undefined ? undefined : exact?.[column];
  const id = cleanEmployeeId(shown);
  return whole !== undefined && id.replaceAll(/[,\s]/g, '') === whole ? whole : id;
}

const claimsOf = (value: string | undefined) =>
  value === undefined
    ? []
    : [{ field: 'employeeId', value, key: value.toLowerCase(), message: 'import_employee_id_twice' }];

function readSites(value: string, sites: SiteNames) {
  const siteIds: string[] = [];
  const errors: RowError[] = [];
  for (const name of splitSites(value)) {
    const found = siteOfName(sites, name);
    if (found.site === null) errors.push({ field: 'sites', value: name, message: found.message });
    else siteIds.push(found.site.id);
  }
  return { siteIds: [...new Set(siteIds)].toSorted(), errors };
}

/** As people read a row: by the order of the fields. */
export const inOrder = (errors: readonly RowError[]): RowError[] =>
  errors.toSorted((left, right) => placeOf(left) - placeOf(right));

const placeOf = ({ field }: RowError): number => guardImportFields.findIndex((each) => each === field);
