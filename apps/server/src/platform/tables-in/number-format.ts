// How one number format shows numbers, dates, times and texts.
import { format, getFormatDateInfo, getFormatInfo } from 'numfmt';

export interface NumberFormat {
  /** `is1904`: days count from 1904, as in old workbooks of the Macintosh. */
  readonly ofNumber: (number: number, is1904: boolean) => string;
  readonly ofText: (text: string) => string;
  readonly ofDate: (written: string) => string;
  /** Whether a number is a date, a time or a duration to it. */
  readonly isMoment: boolean;
}

/** Excel writes no longer ones. */
const codeMaxLength = 255;
const significantDigits = 15;
const daysTo1904 = 1_462;
const dayMs = 86_400_000;
/** Days in front of 1 March 1900 count one more than there were: 29 February 1900 has a number too. */
const firstRealDay = 61;
const epochMs = Date.UTC(1899, 11, 30);
const lastDay = 2_958_466;
/** As a cell shows what it cannot show. */
const unshowable = '####';

/** With all its digits, as many as a spreadsheet counts with: 919822012345, 18.5204. */
export function plainNumber(number: number): string {
  const rounded = Number(number.toPrecision(significantDigits));
  const text = String(rounded);
  if (!text.includes('e')) return text;
  return rounded.toLocaleString('en-US', { useGrouping: false, maximumFractionDigits: 20 });
}

/** Never throws: what is no format shows a number with all its digits. */
export function numberFormat(written: string): NumberFormat {
  const code = written.length > codeMaxLength || !isFormat(written) ? 'General' : written;
  const { type } = getFormatInfo(code);
  const shown = (value: number | string): string =>
    isFormat(code) ? format(code, value).trim() : String(value);
  const ofText =
    code.includes('@') || code.includes(';') ? (text: string) => shownText(code, text) : sameText;
  if (type === 'date' || type === 'datetime') return { ...dateFormat(code), ofText, isMoment: true };
  const isTime = type === 'time';
  const ofNumber = (number: number): string => {
    if (type === 'general' && code.toLowerCase() === 'general') return plainNumber(number);
    if (isTime && number < 0) return unshowable;
    // A whole number in powers of ten is only short of space.
    if (type === 'scientific' && Number.isInteger(number)) return plainNumber(number);
    return shown(number).replace(/(?<=\d)\.$/, '');
  };
  const ofDate = isTime ? (text: string) => timeOf(text, shown) : writtenDate;
  return { ofNumber, ofText, ofDate, isMoment: isTime };
}

const sameText = (text: string): string => text;
const shownText = (code: string, text: string): string => (code === '@' ? text : format(code, text));

function isFormat(code: string): boolean {
  try {
    format(code, 1);
    return true;
  } catch {
    return false;
  }
}

/** Whole dates are given so that no reader can take the day for the month; parts of one as they are shown. */
function dateFormat(code: string): Pick<NumberFormat, 'ofNumber' | 'ofDate'> {
  const { year, month, day, hours, seconds } = getFormatDateInfo(code);
  const isWhole = year && month && day;
  return {
    ofNumber: (number, is1904) => {
      const days = is1904 ? number + daysTo1904 : number;
      if (number < 0 || days >= lastDay) return unshowable;
      if (!isWhole) return format(code, days).trim();
      return isoText(days, { hasTime: hours, hasSeconds: seconds });
    },
    ofDate: (written) => {
      const [, date, time] = isoMoment.exec(written) ?? [];
      if (date === undefined) return written;
      if (isWhole && !hours) return date;
      return isWhole || time === undefined ? writtenDate(written) : format(code, serialOf(written)).trim();
    },
  };
}

interface Parts {
  readonly hasTime: boolean;
  readonly hasSeconds: boolean;
}

function isoText(days: number, { hasTime, hasSeconds }: Parts): string {
  const counted = days < firstRealDay ? days + 1 : days;
  // Fractions of a day are never exact: to the next millisecond.
  const at = new Date(epochMs + Math.round(counted * dayMs)).toISOString();
  if (!hasTime) return at.slice(0, 10);
  return `${at.slice(0, 10)} ${at.slice(11, hasSeconds ? 19 : 16)}`;
}

const isoMoment = /^(\d{4}-\d{2}-\d{2})(?:[T ](\d{2}:\d{2})(:\d{2})?[.\d]*Z?)?$/;

/** Without a time at midnight, and without seconds that are none. */
function writtenDate(written: string): string {
  const [, date, time, seconds = ''] = isoMoment.exec(written) ?? [];
  if (date === undefined) return written;
  const clock = `${time ?? '00:00'}${seconds === ':00' ? '' : seconds}`;
  return clock === '00:00' ? date : `${date} ${clock}`;
}

const serialOf = (written: string): number =>
  (Date.parse(`${written.replace(/Z$/, '').replace(' ', 'T')}Z`) - epochMs) / dayMs;

/** Of a cell that shows a time only, from a moment or from a time alone. */
function timeOf(written: string, shown: (value: number) => string): string {
  const whole = /^\d{2}:\d{2}/.test(written) ? `1899-12-30T${written}` : written;
  const serial = serialOf(/T/.test(whole) ? whole : `${whole}T00:00:00`);
  return Number.isNaN(serial) ? written : shown(((serial % 1) + 1) % 1);
}
