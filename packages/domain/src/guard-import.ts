// Guards from a spreadsheet: its limits, the fields that a column can hold, and which heading means which field (MNG-03).

export const importMaxBytes = 5_000_000;
/** Of everything that a workbook unpacks to. */
export const importUnpackedMaxBytes = 60_000_000;
export const importEntriesMax = 500;
export const importRowsMax = 20_000;
export const importColumnsMax = 40;
export const importCellMaxLength = 500;
export const importPreviewRows = 8;
/** Rows with errors that the page shows; the file holds all of them. */
export const importErrorsShown = 100;
/** Days for which a file and its outcome are kept. */
export const importKeptDays = 30;

export const importFields = [
  'employeeId',
  'firstName',
  'lastName',
  'email',
  'phoneNumber',
  'countryCode',
  'sites',
] as const;
export type ImportField = (typeof importFields)[number];

/** Field -> place of its column from 0; a field without a column stays as it is. */
export type ImportMapping = Readonly<Partial<Record<ImportField, number>>>;

/** A file is useless without these. */
export const neededImportFields = ['employeeId', 'firstName'] as const satisfies readonly ImportField[];

export const importModes = ['allOrNothing', 'validOnly'] as const;
export type ImportMode = (typeof importModes)[number];

export const importStates = ['uploaded', 'checked', 'queued', 'running', 'done', 'refused'] as const;
export type ImportState = (typeof importStates)[number];

/** What became of a row. */
export const importOutcomes = ['new', 'changed', 'unchanged', 'wrong'] as const;
export type ImportOutcome = (typeof importOutcomes)[number];

/** Headings in English, Hindi and Marathi, folded as foldHeading() does; the first field that one fits takes it. */
const headingsOf: Readonly<Record<ImportField, string>> = {
  employeeId: `employeeid employeeno employeenumber employeecode empid empno empcode guardid id कर्मचारीआईडी
    कर्मचारीसंख्या कर्मचारीक्रमांक कर्मचारीआयडी आईडी आयडी`,
  firstName: 'firstname givenname forename name guardname fullname पहलानाम प्रथमनाम नाम पहिलेनाव नाव',
  lastName: 'lastname surname familyname उपनाम कुलनाम अंतिमनाम आडनाव',
  email: 'email emailid emailaddress mail ईमेल इमेल ईमेलपता',
  phoneNumber: `phone phonenumber phoneno mobile mobilenumber mobileno contactnumber contactno contact फोन फ़ोन फोननंबर
    फ़ोननंबर मोबाइल मोबाईल मोबाइलनंबर मोबाईलनंबर दूरध्वनी`,
  countryCode: 'countrycode dialcode callingcode isdcode देशकोड देशसंकेतांक',
  sites: 'site sites sitename location place साइट साइटें साईट स्थळ स्थान',
};

/** Without case, spaces, marks of punctuation and the two ways of writing a letter with a dot below. */
function foldHeading(heading: string): string {
  return heading
    .normalize('NFC')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{M}\p{N}]/gu, '');
}

const folded = new Map(
  importFields.map((field) => [field, new Set(headingsOf[field].split(/\s+/).map(foldHeading))]),
);

/** Which column holds which field, as far as the headings say; each column at most once. */
export function guessMapping(headings: readonly string[]): ImportMapping {
  const names = headings.map(foldHeading);
  const found = importFields.map((field) => {
    const known = folded.get(field);
    return [field, names.findIndex((name) => known?.has(name) === true)] as const;
  });
  return Object.fromEntries(found.filter(([, column]) => column >= 0));
}

/** Names of sites in one cell. */
export function splitSites(cell: string): string[] {
  return [
    ...new Set(
      cell
        .split(/[;|\n]/)
        .map((name) => name.trim())
        .filter((name) => name !== ''),
    ),
  ];
}
