/** What a screen at a checkpoint says; it loads nothing else of the app. */
export const enDisplay = {
  title: 'Screen of a checkpoint',
  ask: 'Type the pairing code that the console shows on the page of the checkpoint.',
  company: 'Company',
  code: 'Pairing code',
  pair: 'Pair this screen',
  wrong: 'This code is not good, or no longer. Ask for a new one in the console.',
  slow: 'Too many tries. Wait some minutes.',
  away: 'The server cannot be reached. Try again.',
  scan: 'Scan this code',
  typed: 'Or type',
  ended: 'This screen was taken out of use. Pair it again.',
  again: 'Pair again',
  offline: 'No network; the codes stay right.',
  clock: 'The clock of this screen was {seconds} s off; it is allowed for. Set it right.',
  jumped: 'The clock of this screen was changed while there is no network. Its codes may be doubted.',
  sleeps: 'Keep this screen from going dark in its settings.',
} as const;
