// Which sections of the labels are loaded when: the other languages come whole, English in parts (SHELL-06).
const first = new Set([
  'shell',
  'pages',
  'accounts',
  'signInFactors',
  'profile',
  'push',
  'notifications',
  'reports',
  'remarks',
  'trust',
  'narrowing',
  'maps',
]);
/** Loaded with the code that shows them. */
const apart = new Set(['roundDetails', 'sos', 'verification']);
/** English shows what the server says, and makes words of the fields' names. */
const onlyTranslated = new Set(['failures', 'fields']);
const ofVerification = new Set([
  'verification',
  'incidents',
  'liveBoard',
  'narrowing',
  'remarks',
  'reports',
  'trust',
]);

export const parts = {
  /** English, from the beginning. */
  first: (section: string) => first.has(section),
  /** English, where details of a round are shown. */
  details: (section: string) => section === 'roundDetails',
  /** English, with the SOS bar. */
  sos: (section: string) => section === 'sos',
  /** English, once a page is entered that needs more. */
  areas: (section: string) => !first.has(section) && !apart.has(section) && !onlyTranslated.has(section),
  /** A language other than English. */
  translation: (section: string) => section !== 'verification',
  /** The page that checks evidence files, in every language. */
  verification: (section: string) => ofVerification.has(section),
} as const;
