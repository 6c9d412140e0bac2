// The rows of an import that have errors as a file: what is wrong, beside the cells as they were sent.
import type { ImportField } from '@watchpost/domain/guard-import';
import { dateFormats } from '@watchpost/domain/limits';
import type { SiteScope } from '../../access/caller.ts';
import type { FileReply } from '../../http/route.ts';
import { tableFormats, writeTable } from '../../tables-out/table.ts';
import { findErrorRows, type FoundImport } from './guard-imports.queries.ts';

type Db = SiteScope['db'];

const rowsAtOnce = 500;

const fieldWords: Readonly<Record<ImportField, string>> = {
  employeeId: 'Employee ID',
  firstName: 'First name',
  lastName: 'Last name',
  email: 'Email',
  phoneNumber: 'Phone number',
  countryCode: 'Country code',
  sites: 'Sites',
};

/** By the label keys of the contract. */
const problemWords: Readonly<Record<string, string>> = {
  employee_id_required: 'Write the employee ID.',
  employee_id_pattern: 'Write 2 to 50 letters and digits, nothing else.',
  employee_id_taken: 'Another guard has this employee ID.',
  guard_first_name_required: 'Write the first name.',
  name_pattern: 'Only letters, spaces, hyphens and underscores.',
  max_length: 'At most 50 characters.',
  exceed_max_length: 'At most 50 characters.',
  email_pattern: 'Write an email address.',
  guard_phone_pattern: 'Write 7 to 13 digits without the country code.',
  country_code_pattern: 'Write a country code like +91.',
  import_employee_id_twice: 'Another row of the file has this employee ID.',
  import_site_unknown: 'There is no site of this name.',
  import_site_ambiguous: 'Several sites have this name.',
};

export function errorsFile(db: Db, found: FoundImport, format: 'csv' | 'xlsx'): FileReply {
  const { mime, extension } = tableFormats[format];
  const text = (header: string, width: number) => ({ header, kind: 'text', width }) as const;
  const columns = [
    { header: 'Row', kind: 'number', width: 8 } as const,
    text('Column', 16),
    text('Value', 24),
    text('What to change', 44),
    ...found.headings.map((heading, place) => text(heading || `Column ${place + 1}`, 20)),
  ];
  const meta = {
    title: 'Rows with errors',
    columns,
    timeZone: 'UTC',
    dateFormat: dateFormats.shortDateTime,
    subtitle: [],
  };
  return {
    fileName: `Rows with errors.${extension}`,
    mediaType: mime,
    chunks: writeTable(format, meta, rowsOf(db, found)),
  };
}

async function* rowsOf(db: Db, found: FoundImport) {
  const { headings } = found;
  for (let afterRow = 0; ; ) {
    const rows = await findErrorRows(db, found, { afterRow, limit: rowsAtOnce });
    const last = rows.at(-1);
    if (last === undefined) return;
    afterRow = last.rowNo;
    yield rows.flatMap(({ rowNo, cells, errors }) =>
      errors.map(({ field, value, message }) => [
        rowNo,
        fieldWords[field],
        value,
        problemWords[message] ?? message,
        ...headings.map((_heading, place) => cells[place] ?? ''),
      ]),
    );
  }
}
