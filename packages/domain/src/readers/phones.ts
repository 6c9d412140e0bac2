// Phone numbers of guards and users: a country's calling code and the digits behind it. Loads the numbering plans of all countries, which
// lists and the guards' app do without.
import {
  type CountryCode,
  getExampleNumber,
  parsePhoneNumberFromString,
  type PhoneNumber,
} from 'libphonenumber-js/max';
import examples from 'libphonenumber-js/mobile/examples';
import { readDialled } from './phone-digits.ts';

export interface ReadPhone {
  /** With its plus. */
  readonly callingCode: string;
  /** As they follow the calling code, without the zero that is dialled within the country. */
  readonly digits: string;
}

/**
 * The number that a text says, whichever way it is written: `9822012345.0`, `919822012345`, `+91 (0) 98220 12345` and `09822012345` are
 * one. `callingCode` is that of a text which says none. Null for what no country numbers so, and for two numbers.
 */
export function readPhone(text: string, { callingCode }: { readonly callingCode: string }): ReadPhone | null {
  const dialled = readDialled(text);
  if (dialled === null) return null;
  const found = parsePhoneNumberFromString(dialled, { defaultCallingCode: callingCode.replace('+', '') });
  if (found === undefined) return null;
  const second = withoutRepeatedCode(found);
  const number = second !== undefined && !found.isValid() && second.isValid() ? second : found;
  // The length first: `isValid` tries the patterns of every kind of number, which takes most of the time of a long import.
  return isLongAsMobiles(number) || number.isValid()
    ? { callingCode: `+${number.countryCallingCode}`, digits: number.nationalNumber }
    : null;
}

/** `+91 91 98220 12345`: a code that was put before a number which had it already. */
function withoutRepeatedCode({ countryCallingCode, nationalNumber }: PhoneNumber): PhoneNumber | undefined {
  return nationalNumber.startsWith(countryCallingCode)
    ? parsePhoneNumberFromString(`+${nationalNumber}`)
    : undefined;
}

/** Numbers are given out every year that the plans of this version do not know. */
function isLongAsMobiles(number: PhoneNumber): boolean {
  const country = number.country ?? number.getPossibleCountries()[0];
  const { nationalNumber } = number;
  return (
    country !== undefined &&
    !nationalNumber.startsWith('0') &&
    nationalNumber.length === mobileLength(country)
  );
}

const mobileLengths = new Map<CountryCode, number>();

/** Digits of a mobile number behind the calling code; 0 where the plans have no example. */
function mobileLength(country: CountryCode): number {
  const known = mobileLengths.get(country);
  if (known !== undefined) return known;
  const length = getExampleNumber(country, examples)?.nationalNumber.length ?? 0;
  mobileLengths.set(country, length);
  return length;
}
