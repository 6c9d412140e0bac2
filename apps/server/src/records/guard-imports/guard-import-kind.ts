// Guards from a spreadsheet, matched by their employee ids (MNG-03).
import { guardImportEndpoints } from '@watchpost/contract/guard-imports';
import { guardHeadings, neededGuardFields } from '@watchpost/domain/guard-import';
import { uuidv7 } from 'uuidv7';
import type { SiteScope } from '../../platform/access/caller.ts';
import { isDuplicate } from '../../platform/db/database-errors.ts';
import {
  type FoundImport,
  type ImportKind,
  type ImportWork,
  importWork,
} from '../record-imports/import-kind.ts';
import { findSiteNames } from '../record-imports/site-names.queries.ts';
import { findCountryCode, findKnown, storeGuards } from './import-guards.queries.ts';
import { type GuardImportRow, readRow } from './import-row.ts';
import { judge } from './judge-row.ts';

const keyOf = ({ texts }: GuardImportRow): string => (texts.employeeId ?? '').toLowerCase();

async function open(scope: SiteScope, { mapping }: FoundImport): Promise<ImportWork> {
  const context = { mapping, sites: await findSiteNames(scope) };
  const options = { newId: uuidv7, countryCode: await findCountryCode(scope), ownSite: scope.siteId };
  return importWork({
    read: (row) => readRow(row, context),
    judge: async (rows, isHeld) => {
      const known = await findKnown(scope, rows.map(keyOf), isHeld);
      return rows.map((row) => judge(row, known.get(keyOf(row)), options));
    },
    store: (judged) => storeGuards(scope.db, scope.tenantId, judged),
  });
}

export const guardImport: ImportKind = {
  name: 'guard',
  endpoints: guardImportEndpoints,
  headings: guardHeadings,
  needed: () => neededGuardFields,
  action: 'guard.imported',
  stopAction: 'guard.importStopped',
  fieldWords: {
    employeeId: 'Employee ID',
    firstName: 'First name',
    lastName: 'Last name',
    email: 'Email',
    phoneNumber: 'Phone number',
    countryCode: 'Country code',
    sites: 'Sites',
  },
  problemWords: {
    employee_id_required: 'Write the employee ID.',
    employee_id_pattern: 'Write 2 to 50 letters and digits, nothing else.',
    employee_id_taken: 'Another guard has this employee ID.',
    guard_first_name_required: 'Write the first name.',
    name_pattern: 'Only letters, spaces, hyphens, underscores, apostrophes and full stops.',
    max_length: 'At most 50 characters.',
    exceed_max_length: 'At most 50 characters.',
    email_pattern: 'Write an email address.',
    guard_phone_pattern: 'Write a phone number of the country that the row names, or with its country code.',
    country_code_pattern: 'Write a country code like +91.',
    import_guard_elsewhere: 'This guard works at other sites too: ask a super admin to change it.',
    import_employee_id_twice: 'Another row of the file has this employee ID.',
    import_site_unknown: 'No site has this name: write it as in the list of sites, or add the site first.',
    import_site_ambiguous: 'Several sites have this name.',
  },
  open,
  isRace: (error) => isDuplicate(error, 'guards_by_employee_id'),
};
