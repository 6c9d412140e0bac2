// The shared patterns of A5 and R5, written so that none can backtrack without bound.
import { phoneMaxDigits, phoneMinDigits } from './limits.ts';

/**
 * What can sign in: letters, digits, underscore, dot, hyphen, @, domain with a 2 to 5 character suffix. Beside those the suffix
 * `example`, which is reserved for examples and which the demo tenant's addresses carry. For addresses that never sign in see
 * readers/emails.ts.
 */
export const emailPattern = /^[A-Za-z0-9_.-]+@[A-Za-z0-9-]+(?:\.[A-Za-z0-9-]+)*\.(?:[A-Za-z]{2,5}|example)$/i;
export const phonePattern = /^[0-9]+$/;
const phoneDigits = `[0-9]{${phoneMinDigits},${phoneMaxDigits}}`;
/** Empty, or a number to call, with the plus of a calling code or without. */
export const sitePhonePattern = new RegExp(`^(?:\\+?${phoneDigits})?$`);
/** Empty, or the digits that follow a calling code. */
export const guardPhonePattern = new RegExp(`^(?:${phoneDigits})?$`);
/** A country's calling code, with or without its plus. */
export const callingCodePattern = /^\+?[1-9][0-9]{0,3}$/;
export const alphanumericPattern = /^[A-Za-z0-9]+$/;
export const noWhitespacePattern = /^\S*$/;
export const tenantSlugPattern = /^[a-z0-9](?:[a-z0-9-]{0,38}[a-z0-9])?$/;
/** Nothing that PostgreSQL text cannot hold: the null character. */
export const storableTextPattern = /^[^\u0000]*$/;
/** What is signed as it was written must also be stored so: half of a surrogate pair, which a cut leaves, is no letter to JSON. */
export const wholeTextPattern = /^[^\u0000\p{Cs}]*$/u;
export const calendarDatePattern = /^\d{4}-\d{2}-\d{2}$/;
