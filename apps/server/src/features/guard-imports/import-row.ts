// One row of a spreadsheet as fields of a guard, with what is wrong with it, and what it would do. Pure.
import { guardTexts } from '@watchpost/contract/guards';
import { type GuardImportField, guardImportFields, splitSites } from '@watchpost/domain/guard-import';
import type { ImportMapping } from '@watchpost/domain/record-import';
import type { Judged, ReadRow, RowError, StoredRow } from '../../record-imports/import-kind.ts';
import { type SiteNames, siteOfName } from '../../record-imports/site-names.ts';

type TextField = Exclude<GuardImportField, 'sites'>;
export type GuardTexts = Readonly<Record<TextField, string>>;

export interface GuardImportRow extends ReadRow {
  /** Of mapped columns alone. */
  readonly texts: Readonly<Partial<GuardTexts>>;
  /** Null where no column holds them. */
  readonly siteIds: readonly string[] | null;
}

export interface RowContext {
  readonly mapping: ImportMapping;
  /** The tenant's own, which phone numbers may begin with. */
  readonly countryCode: string;
  /** Those that the caller may place guards at. */
  readonly sites: SiteNames;
}

const isTextField = (field: GuardImportField): field is TextField => field !== 'sites';

export function readRow({ rowNo, cells }: StoredRow, context: RowContext): GuardImportRow {
  const { mapping } = context;
  const errors: RowError[] = [];
  const texts: Partial<Record<TextField, string>> = {};
  let siteIds: readonly string[] | null = null;
  for (const field of guardImportFields) {
    const column = mapping[field];
    if (column === undefined) continue;
    const value = cells[column] ?? '';
    if (field === 'phoneNumber') {
      const { code, digits } = partsOfPhone(value, codeInRow(cells, context), context.countryCode);
      keep(texts, errors, { field, value, text: digits });
      if (code !== null) keep(texts, errors, { field: 'countryCode', value, text: code });
    } else if (isTextField(field)) {
      const text = field === 'countryCode' && value === '' ? context.countryCode : value;
      keep(texts, errors, { field, value, text });
    } else {
      const read = readSites(value, context.sites);
      siteIds = read.siteIds;
      errors.push(...read.errors);
    }
  }
  return { rowNo, texts, siteIds, errors, claims: claimsOf(texts.employeeId) };
}

const claimsOf = (value: string | undefined) =>
  value === undefined
    ? []
    : [{ field: 'employeeId', value, key: value.toLowerCase(), message: 'import_employee_id_twice' }];

interface ReadCell {
  readonly field: TextField;
  /** As it was sent. */
  readonly value: string;
  readonly text: string;
}

function keep(
  texts: Partial<Record<TextField, string>>,
  errors: RowError[],
  { field, value, text }: ReadCell,
): void {
  const parsed = guardTexts[field].safeParse(text);
  if (parsed.success) texts[field] = parsed.data;
  else errors.push({ field, value, message: parsed.error.issues[0]?.message ?? '' });
}

const withoutMarks = (phone: string): string => phone.replaceAll(/[\s().-]/g, '');
const codeInFront = /^(\+[1-9]\d{0,3})[\s.-]+(\d.*)$/;

/** With its plus, as a column of its own says; null where there is no such column. */
function codeInRow(cells: readonly string[], { mapping, countryCode }: RowContext): string | null {
  if (mapping.countryCode === undefined) return null;
  const cell = cells[mapping.countryCode] ?? '';
  return cell === '' ? countryCode : `+${cell.replace(/^\+/, '')}`;
}

/**
 * Phone numbers are written with spaces, hyphens and brackets, and often with the country's code in front. Unless a column says
 * the code, one of another country than the tenant's ends at the first space or mark, as in the list's own file.
 */
function partsOfPhone(
  value: string,
  ofRow: string | null,
  ofTenant: string,
): { readonly code: string | null; readonly digits: string } {
  const digits = withoutMarks(value);
  const expected = ofRow ?? ofTenant;
  const [, other, rest = ''] = (ofRow === null && codeInFront.exec(value.trim())) || [];
  if (digits.startsWith(expected)) return { code: expected, digits: digits.slice(expected.length) };
  return other === undefined ? { code: null, digits } : { code: other, digits: withoutMarks(rest) };
}

function readSites(value: string, sites: RowContext['sites']) {
  const siteIds: string[] = [];
  const errors: RowError[] = [];
  for (const name of splitSites(value)) {
    const found = siteOfName(sites, name);
    if (found.site === null) errors.push({ field: 'sites', value: name, message: found.message });
    else siteIds.push(found.site.id);
  }
  return { siteIds: [...new Set(siteIds)].toSorted(), errors };
}

/** A guard as it is stored, of whatever site. */
export interface KnownGuard extends GuardTexts {
  readonly id: string;
  /** In their order as texts. */
  readonly siteIds: readonly string[];
}

/** As it is found; deleted sites do not count for whether other sites than the caller's have the guard. */
export interface FoundGuard extends KnownGuard {
  readonly isShared: boolean;
}

export interface JudgedGuard extends Judged {
  /** What the guard is to be; null where nothing is to be done. */
  readonly guard: KnownGuard | null;
}

interface JudgeOptions {
  /** Makes the id of a new guard. */
  readonly newId: () => string;
  readonly countryCode: string;
  /** The one site of a sub admin, whose guards of other sites stay hidden; null for who sees all. */
  readonly ownSite: string | null;
}

/** What a row does to the guard of its employee id, which is undefined where there is none. */
export function judge(
  row: GuardImportRow,
  found: FoundGuard | undefined,
  options: JudgeOptions,
): JudgedGuard {
  const { ownSite } = options;
  const { rowNo } = row;
  if (row.errors.length > 0) return wrong(row, row.errors);
  if (found === undefined) {
    const siteIds = ownSite === null ? (row.siteIds ?? []) : [ownSite];
    const guard = { ...blank, countryCode: options.countryCode, ...row.texts, id: options.newId(), siteIds };
    return { rowNo, outcome: 'new', errors: [], guard };
  }
  const { isShared, ...known } = found;
  if (ownSite !== null && !known.siteIds.includes(ownSite)) {
    const value = row.texts.employeeId ?? '';
    return wrong(row, [{ field: 'employeeId', value, message: 'employee_id_taken' }]);
  }
  const siteIds = ownSite === null ? (row.siteIds ?? known.siteIds) : known.siteIds;
  const guard = { ...known, ...row.texts, siteIds };
  const isSame = JSON.stringify(guard) === JSON.stringify(known);
  if (isShared && !isSame) {
    const value = row.texts.employeeId ?? '';
    return wrong(row, [{ field: 'employeeId', value, message: 'import_guard_elsewhere' }]);
  }
  return { rowNo, outcome: isSame ? 'unchanged' : 'changed', errors: [], guard: isSame ? null : guard };
}

const blank: GuardTexts = {
  employeeId: '',
  firstName: '',
  lastName: '',
  email: '',
  phoneNumber: '',
  countryCode: '',
};

const wrong = ({ rowNo }: GuardImportRow, errors: readonly RowError[]): JudgedGuard => ({
  rowNo,
  outcome: 'wrong',
  errors,
  guard: null,
});
