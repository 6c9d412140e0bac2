// Phone numbers of the source: number and country's code apart, both in one field, or both ways.
import { defaultCountryCode } from '@watchpost/domain/limits';
import { readPhone } from '@watchpost/domain/readers/phones';
import type { SourceRecord } from './source-record.ts';

/** As accounts and guards store them. What is no phone number is reported and left out. */
export function phoneOf(record: SourceRecord): {
  readonly phone_number: string;
  readonly country_code: string;
} {
  const callingCode = callingCodeOf(record);
  const none = { phone_number: '', country_code: callingCode };
  const [apart, both] = [
    record.text('phoneNumber', 'phone', 'mobile'),
    record.text('countryCodePhoneNumber'),
  ];
  if (apart === '' && both === '') return none;
  const name = apart === '' ? 'countryCodePhoneNumber' : record.nameOf('phoneNumber', 'phone', 'mobile');
  const read = readPhone(apart || both, { callingCode });
  if (read === null) {
    record.tell('notTaken', name, `${apart || both} is no phone number`);
    return none;
  }
  const other = apart === '' || both === '' ? null : readPhone(both, { callingCode });
  if (other !== null && (other.digits !== read.digits || other.callingCode !== read.callingCode))
    record.tell(
      'notTaken',
      'countryCodePhoneNumber',
      `${both} is another number than ${name}, which is taken`,
    );
  return { phone_number: read.digits, country_code: read.callingCode };
}

function callingCodeOf(record: SourceRecord): string {
  const written = record.text('countryCode');
  if (written === '') return defaultCountryCode;
  const digits = /^\+?0{0,2}([1-9]\d{0,3})$/.exec(written)?.[1];
  if (digits !== undefined) return `+${digits}`;
  record.tell('notTaken', 'countryCode', `${written} is no calling code: taken as ${defaultCountryCode}`);
  return defaultCountryCode;
}
