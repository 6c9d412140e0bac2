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
    if (isTextField(field)) {
      const read = readText(field, value, context.countryCode);
      if (read.text === null) errors.push({ field, value, message: read.message });
      else texts[field] = read.text;
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

function readText(field: TextField, value: string, countryCode: string) {
  const parsed = guardTexts[field].safeParse(prepared(field, value, countryCode));
  return parsed.success
    ? { text: parsed.data, message: '' }
    : { text: null, message: parsed.error.issues[0]?.message ?? '' };
}

/** Phone numbers are written with spaces, hyphens and brackets, and often with the country's code in front. */
function prepared(field: TextField, value: string, countryCode: string): string {
  if (field === 'countryCode') return value === '' ? countryCode : value;
  if (field !== 'phoneNumber') return value;
  const digits = value.replaceAll(/[\s().-]/g, '');
  return digits.startsWith(countryCode) ? digits.slice(countryCode.length) : digits;
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
  known: KnownGuard | undefined,
  options: JudgeOptions,
): JudgedGuard {
  const { ownSite } = options;
  const { rowNo } = row;
  if (row.errors.length > 0) return wrong(row, row.errors);
  if (known === undefined) {
    const siteIds = ownSite === null ? (row.siteIds ?? []) : [ownSite];
    const guard = { ...blank, countryCode: options.countryCode, ...row.texts, id: options.newId(), siteIds };
    return { rowNo, outcome: 'new', errors: [], guard };
  }
  if (ownSite !== null && !known.siteIds.includes(ownSite)) {
    const value = row.texts.employeeId ?? '';
    return wrong(row, [{ field: 'employeeId', value, message: 'employee_id_taken' }]);
  }
  const siteIds = ownSite === null ? (row.siteIds ?? known.siteIds) : known.siteIds;
  const guard = { ...known, ...row.texts, siteIds };
  const isSame = JSON.stringify(guard) === JSON.stringify(known);
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
