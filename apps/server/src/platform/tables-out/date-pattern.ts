// Date patterns such as 'DD/MM/YY hh:mm A', as readable text and as a spreadsheet's number format.

type Token =
  | 'YYYY'
  | 'YY'
  | 'MMMM'
  | 'MMM'
  | 'MM'
  | 'M'
  | 'DD'
  | 'D'
  | 'hh'
  | 'h'
  | 'mm'
  | 'm'
  | 'ss'
  | 's'
  | 'A';
type Piece = { readonly token: Token } | { readonly literal: string };

const months = [
  'January',
  'February',
  'March',
  'April',
  'May',
  'June',
  'July',
  'August',
  'September',
  'October',
  'November',
  'December',
];

const pieceRule = /Y{4}|y{4}|YY|yy|M{1,4}|D{1,2}|d{1,2}|H{1,2}|h{1,2}|m{1,2}|s{1,2}|A|a|\[[^\]]*\]|./gsu;

const twoDigits = (value: number) => (value < 10 ? `0${value}` : `${value}`);

const readers: Record<Token, (date: Date, isTwelveHour: boolean) => string> = {
  YYYY: (date) => `${date.getUTCFullYear()}`.padStart(4, '0'),
  YY: (date) => twoDigits(Math.abs(date.getUTCFullYear()) % 100),
  MMMM: (date) => months[date.getUTCMonth()] ?? '',
  MMM: (date) => (months[date.getUTCMonth()] ?? '').slice(0, 3),
  MM: (date) => twoDigits(date.getUTCMonth() + 1),
  M: (date) => `${date.getUTCMonth() + 1}`,
  DD: (date) => twoDigits(date.getUTCDate()),
  D: (date) => `${date.getUTCDate()}`,
  hh: (date, isTwelveHour) => twoDigits(hourOf(date, isTwelveHour)),
  h: (date, isTwelveHour) => `${hourOf(date, isTwelveHour)}`,
  mm: (date) => twoDigits(date.getUTCMinutes()),
  m: (date) => `${date.getUTCMinutes()}`,
  ss: (date) => twoDigits(date.getUTCSeconds()),
  s: (date) => `${date.getUTCSeconds()}`,
  A: (date) => (date.getUTCHours() < 12 ? 'AM' : 'PM'),
};

const sheetCodes: Record<Token, string> = {
  YYYY: 'yyyy',
  YY: 'yy',
  MMMM: 'mmmm',
  MMM: 'mmm',
  MM: 'mm',
  M: 'm',
  DD: 'dd',
  D: 'd',
  hh: 'hh',
  h: 'h',
  mm: 'mm',
  m: 'm',
  ss: 'ss',
  s: 's',
  A: 'AM/PM',
};

/** Wall-clock milliseconds (see WallClock) -> text. */
export function dateText(pattern: string): (wallMs: number) => string {
  const pieces = piecesOf(pattern);
  const isTwelveHour = pieces.some((piece) => 'token' in piece && piece.token === 'A');
  const steps = pieces.map((piece) => ('token' in piece ? readers[piece.token] : () => piece.literal));
  return (wallMs) => {
    const date = new Date(wallMs);
    let text = '';
    for (const step of steps) text += step(date, isTwelveHour);
    return text;
  };
}

/** The same pattern as an Excel number format; separators are escaped so that no locale replaces them. */
export function sheetDateFormat(pattern: string): string {
  return piecesOf(pattern)
    .map((piece) =>
      'token' in piece
        ? sheetCodes[piece.token]
        : piece.literal.replaceAll(/[^ :,.-]/gu, (sign) => `\\${sign}`),
    )
    .join('');
}

/** Both dd and DD are days and yy and YY years, as tenants write either; AM/PM beside a 24-hour clock (H) is dropped. */
function piecesOf(pattern: string): Piece[] {
  const found = pattern.match(pieceRule) ?? [];
  const is24Hour = found.some((part) => part.startsWith('H'));
  const pieces: Piece[] = [];
  for (const part of found) {
    const token = tokenOf(part);
    if (token === undefined) pieces.push({ literal: part.replace(/^\[(.*)\]$/su, '$1') });
    else if (token !== 'A' || !is24Hour) pieces.push({ token });
  }
  return pieces;
}

const isToken = (name: string): name is Token => Object.hasOwn(readers, name);

function tokenOf(part: string): Token | undefined {
  const name = /^[ydaH]/u.test(part) ? swapCase(part) : part;
  return isToken(name) ? name : undefined;
}

const swapCase = (part: string) => (part.startsWith('H') ? part.toLowerCase() : part.toUpperCase());

function hourOf(date: Date, isTwelveHour: boolean): number {
  const hour = date.getUTCHours();
  return isTwelveHour ? hour % 12 || 12 : hour;
}
