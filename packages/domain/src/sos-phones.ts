// Whom a guard in danger can phone, whatever becomes of the SOS on the phone's screen.
import { phoneMaxDigits } from './limits.ts';

/** Every GSM phone rings the local emergency services by it, without a SIM and in any country (3GPP TS 22.101). */
const anywhere = '112';
/** Where networks promise nothing about 112. */
const byCountryCode: Readonly<Record<string, string>> = { '+1': '911' };

/** What stands on the phones of a tenant that has set no emergency number of its own. */
export const usualEmergencyNumber = (countryCode: string): string => byCountryCode[countryCode] ?? anywhere;

/** The services' short number, or that of somebody who is there for it; empty for the usual one. */
export const emergencyNumberPattern = new RegExp(`^(?:\\+?[0-9]{2,${phoneMaxDigits}})?$`);

/** The phone numbers on the guards' SOS screen. */
export interface SosPhones {
  /** Empty where the company has set none. */
  readonly controlRoom: string;
  readonly emergency: string;
}

interface PhoneSettings {
  readonly defaultCountryCode: string;
  readonly controlRoomPhone: string;
  readonly emergencyNumber: string;
}

export const sosPhonesOf = (settings: PhoneSettings): SosPhones => ({
  controlRoom: settings.controlRoomPhone,
  emergency: settings.emergencyNumber || usualEmergencyNumber(settings.defaultCountryCode),
});
