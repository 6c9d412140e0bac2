// One row of a spreadsheet as fields of a guard, with what is wrong with it, and what it would do. Pure.
import { guardTexts } from '@watchpost/contract/guards';
import {
  type ImportField,
  importFields,
  type ImportMapping,
  type ImportOutcome,
  splitSites,
} from '@watchpost/domain/guard-import';

export interface RowError {
  readonly field: ImportField;
  readonly value: string;
  /** Label key. */
  readonly message: string;
}

type TextField = Exclude<ImportField, 'sites'>;
export type GuardTexts = Readonly<Record<TextField, string>>;

export interface ReadRow {
  readonly rowNo: number;
  /** Of mapped columns alone. */
  readonly texts: Readonly<Partial<GuardTexts>>;
  /** Null where no column holds them. */
  readonly siteIds: readonly string[] | null;
  readonly errors: readonly RowError[];
}

export interface RowContext {
  readonly mapping: ImportMapping;
  /** The tenant's own, which phone numbers may begin with. */
  readonly countryCode: string;
  /** Ids of the sites that the caller may place guards at, by foldName() of their names. */
  readonly sites: ReadonlyMap<string, readonly string[]>;
}

export const foldName = (name: string): string =>
  name.normalize('NFC').toLowerCase().replaceAll(/\s+/g, ' ').trim();

const isTextField = (field: ImportField): field is TextField => field !== 'sites';

export function readRow(rowNo: number, cells: readonly string[], context: RowContext): ReadRow {
  const { mapping } = context;
  const errors: RowError[] = [];
  const texts: Partial<Record<TextField, string>> = {};
  let siteIds: readonly string[] | null = null;
  for (const field of importFields) {
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
  return { rowNo, texts, siteIds, errors };
}

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
    const found = sites.get(foldName(name)) ?? [];
    const [only] = found;
    if (only !== undefined && found.length === 1) siteIds.push(only);
    else {
      const message = found.length === 0 ? 'import_site_unknown' : 'import_site_ambiguous';
      errors.push({ field: 'sites', value: name, message });
    }
  }
  return { siteIds: siteIds.toSorted(), errors };
}

/** A guard as it is stored, of whatever site. */
export interface KnownGuard extends GuardTexts {
  readonly id: string;
  /** In their order as texts. */
  readonly siteIds: readonly string[];
}

export interface Judged {
  readonly row: ReadRow;
  readonly outcome: ImportOutcome;
  readonly errors: readonly RowError[];
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
export function judge(row: ReadRow, known: KnownGuard | undefined, options: JudgeOptions): Judged {
  const { ownSite } = options;
  if (row.errors.length > 0) return wrong(row, row.errors);
  if (known === undefined) {
    const siteIds = ownSite === null ? (row.siteIds ?? []) : [ownSite];
    const guard = { ...blank, countryCode: options.countryCode, ...row.texts, id: options.newId(), siteIds };
    return { row, outcome: 'new', errors: [], guard };
  }
  if (ownSite !== null && !known.siteIds.includes(ownSite)) {
    const value = row.texts.employeeId ?? '';
    return wrong(row, [{ field: 'employeeId', value, message: 'employee_id_taken' }]);
  }
  const siteIds = ownSite === null ? (row.siteIds ?? known.siteIds) : known.siteIds;
  const guard = { ...known, ...row.texts, siteIds };
  const isSame = JSON.stringify(guard) === JSON.stringify(known);
  return { row, outcome: isSame ? 'unchanged' : 'changed', errors: [], guard: isSame ? null : guard };
}

const blank: GuardTexts = {
  employeeId: '',
  firstName: '',
  lastName: '',
  email: '',
  phoneNumber: '',
  countryCode: '',
};

const wrong = (row: ReadRow, errors: readonly RowError[]): Judged => ({
  row,
  outcome: 'wrong',
  errors,
  guard: null,
});
