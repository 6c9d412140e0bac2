// What a row does to the guard of its employee id. Pure.
import { guardPhoneDigits } from '@watchpost/contract/guards';
import type { Judged, RowError, RowLoss } from '../record-imports/import-kind.ts';
import { phoneOf } from './import-phone.ts';
import { type GuardImportRow, type GuardTexts, inOrder } from './import-row.ts';

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
  /** The tenant's own, which phone numbers may leave out. */
  readonly countryCode: string;
  /** The one site of a sub admin, whose guards of other sites stay hidden; null for who sees all. */
  readonly ownSite: string | null;
}

/** `found` is undefined where there is no such guard. */
export function judge(
  row: GuardImportRow,
  found: FoundGuard | undefined,
  options: JudgeOptions,
): JudgedGuard {
  const { ownSite } = options;
  const idError = (message: string): RowError[] => [
    { field: 'employeeId', value: row.texts.employeeId ?? '', message },
  ];
  const isHidden = found !== undefined && ownSite !== null && !found.siteIds.includes(ownSite);
  // How a hidden guard's number reads is of no concern to the caller.
  const { texts, errors } = textsOf(row, isHidden ? undefined : found, options.countryCode);
  if (errors.length > 0) return wrong(row, errors);
  if (isHidden) return wrong(row, idError('employee_id_taken'));
  if (found === undefined) {
    const siteIds = ownSite === null ? (row.siteIds ?? []) : [ownSite];
    const guard = { ...blank, countryCode: options.countryCode, ...texts, id: options.newId(), siteIds };
    return made(row, 'new', guard, []);
  }
  const { isShared, ...known } = found;
  const siteIds = ownSite === null ? sitesOf(row, known) : known.siteIds;
  const guard = { ...known, ...texts, siteIds };
  if (JSON.stringify(guard) === JSON.stringify(known)) return made(row, 'unchanged', null, []);
  if (isShared) return wrong(row, idError('import_guard_elsewhere'));
  return made(row, 'changed', guard, lossesOf(row, known, guard));
}

/** With the phone number, and with what is wrong or missing. */
function textsOf(row: GuardImportRow, known: FoundGuard | undefined, ofTenant: string) {
  const errors = [...row.errors];
  const texts: Partial<Record<keyof GuardTexts, string>> = { ...row.texts };
  const isNamed = texts.firstName !== undefined || errors.some(({ field }) => field === 'firstName');
  if (known === undefined && !isNamed) {
    errors.push({ field: 'firstName', value: '', message: 'guard_first_name_required' });
  }
  if (row.phone !== null) {
    const phone = phoneOf(row.phone, known, ofTenant);
    if (phone === null || !guardPhoneDigits.safeParse(phone.digits).success) {
      errors.push({ field: 'phoneNumber', value: row.phone.value, message: 'guard_phone_pattern' });
    } else {
      texts.phoneNumber = phone.digits;
      texts.countryCode = phone.callingCode;
    }
  }
  return { texts, errors: inOrder(errors) };
}

/** A posting at a deleted site is nothing that a file could name. */
function sitesOf({ siteIds, sites }: GuardImportRow, known: KnownGuard): readonly string[] {
  if (siteIds === null) return known.siteIds;
  const named = new Set([...sites.values()].flat().map(({ id }) => id));
  const unnamed = known.siteIds.filter((id) => !named.has(id));
  return [...new Set([...siteIds, ...unnamed])].toSorted();
}

const lossFields = ['employeeId', 'firstName', 'lastName', 'email', 'phoneNumber', 'countryCode'] as const;

function lossesOf({ sites }: GuardImportRow, known: KnownGuard, next: KnownGuard): RowLoss[] {
  const texts = lossFields
    .filter((field) => known[field] !== '' && known[field] !== next[field])
    // Without a number the calling code says nothing.
    .filter((field) => field !== 'countryCode' || known.phoneNumber !== '')
    .map((field): RowLoss => ({ field, before: known[field], after: next[field] }));
  const left = new Set(known.siteIds.filter((id) => !next.siteIds.includes(id)));
  if (left.size === 0) return texts;
  const names = [...sites.values()].flat().filter(({ id }) => left.has(id));
  return [...texts, ...names.map(({ name }): RowLoss => ({ field: 'sites', before: name, after: '' }))];
}

const blank: GuardTexts = {
  employeeId: '',
  firstName: '',
  lastName: '',
  email: '',
  phoneNumber: '',
  countryCode: '',
};

const made = (
  { rowNo, texts }: GuardImportRow,
  outcome: Judged['outcome'],
  guard: KnownGuard | null,
  losses: readonly RowLoss[],
): JudgedGuard => ({ rowNo, outcome, errors: [], losses, record: texts.employeeId ?? '', guard });

const wrong = (row: GuardImportRow, errors: readonly RowError[]): JudgedGuard => ({
  ...made(row, 'wrong', null, []),
  errors,
});
