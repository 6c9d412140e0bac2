// Phone numbers of guards and users: a country's calling code and the digits behind it. Loads the numbering plans of all countries, which
// lists and the guards' app do without.
import { getExampleNumber, parsePhoneNumberFromString, type PhoneNumber } from 'libphonenumber-js/max';
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
  const number = [found, withoutRepeatedCode(found)].find((each) => each?.isValid()) ?? found;
  return number.isValid() || isLongAsMobiles(number)
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
  const example = country === undefined ? undefined : getExampleNumber(country, examples);
  const { nationalNumber } = number;
  return !nationalNumber.startsWith('0') && nationalNumber.length === example?.nationalNumber.length;
}
