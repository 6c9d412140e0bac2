// The phone number of a row, by the calling code that the row, the guard or the tenant gives it.
import { readDialled } from '@watchpost/domain/readers/phone-digits';
import { readPhone, type ReadPhone } from '@watchpost/domain/readers/phones';

export interface WrittenPhone {
  readonly value: string;
  /** With its plus, where a column of its own says it. */
  readonly codeOfRow: string | null;
}

export interface PhoneOwner {
  readonly countryCode: string;
  readonly phoneNumber: string;
}

/** Null for what is no number, and for one that says another country than its row. */
export function phoneOf(
  { value, codeOfRow }: WrittenPhone,
  known: PhoneOwner | undefined,
  ofTenant: string,
): ReadPhone | null {
  if (codeOfRow !== null) {
    const found = readPhone(value, { callingCode: codeOfRow });
    if (found?.callingCode === codeOfRow) return found;
    return found === null ? stored(value, known, codeOfRow) : null;
  }
  const dialled = readDialled(value);
  const codes = known === undefined || dialled?.startsWith('+') ? [ofTenant] : [known.countryCode, ofTenant];
  for (const callingCode of codes) {
    const found = readPhone(value, { callingCode });
    if (found !== null) return found;
  }
  return stored(value, known, known?.countryCode ?? ofTenant);
}

/** Numbers of before, which no plan knows, come back in the product's own files as they are. */
function stored(value: string, known: PhoneOwner | undefined, code: string): ReadPhone | null {
  if (known === undefined || known.phoneNumber === '' || known.countryCode !== code) return null;
  const dialled = readDialled(value);
  const isSame = dialled === known.phoneNumber || dialled === `${known.countryCode}${known.phoneNumber}`;
  return isSame ? { callingCode: known.countryCode, digits: known.phoneNumber } : null;
}
