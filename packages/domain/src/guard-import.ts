// Guards from a spreadsheet: the fields that a column can hold (MNG-03).

export const guardImportFields = [
  'employeeId',
  'firstName',
  'lastName',
  'email',
  'phoneNumber',
  'countryCode',
  'sites',
] as const;
export type GuardImportField = (typeof guardImportFields)[number];

/** A file is useless without these. */
export const neededGuardFields = ['employeeId', 'firstName'] as const satisfies readonly GuardImportField[];

/** By which the columns are guessed (ImportHeadings). */
export const guardHeadings: Readonly<Record<GuardImportField, string>> = {
  employeeId: `employeeid employeeno employeenumber employeecode empid empno empcode guardid staffid staffno id कर्मचारीआईडी
    कर्मचारीसंख्या कर्मचारीक्रमांक कर्मचारीआयडी आईडी आयडी`,
  firstName: 'firstname namefirst givenname forename name guardname fullname पहलानाम प्रथमनाम नाम पहिलेनाव नाव',
  lastName: 'lastname namelast surname familyname उपनाम कुलनाम अंतिमनाम आडनाव',
  email: 'email emailid emailaddress mail ईमेल इमेल ईमेलपता',
  phoneNumber: `phone phonenumber phoneno phonemobile mobilephone mobile mobilenumber mobileno contactnumber contactno contact फोन फ़ोन फोननंबर
    फ़ोननंबर मोबाइल मोबाईल मोबाइलनंबर मोबाईलनंबर दूरध्वनी`,
  countryCode: 'countrycode dialcode callingcode isdcode देशकोड देशसंकेतांक',
  sites: 'site sites sitename location place साइट साइटें साईट स्थळ स्थान',
};

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
