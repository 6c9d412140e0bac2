// Whom a guard in danger can phone, by the last plan that the phone has: without a network, and off duty.
import { defaultTenantSettings } from '@watchpost/domain/tenant-settings';
import { usualEmergencyNumber } from '@watchpost/domain/sos-phones';
import type { Phone } from '../../outbox/phone.ts';

export interface PhoneChoice {
  /** Null where the company has set none, and no contact of the site stands in for it. */
  readonly control: {
    readonly kind: 'controlRoom' | 'site';
    /** Whose contact it is; empty for the control room. */
    readonly siteName: string;
    readonly phone: string;
  } | null;
  readonly emergency: string;
}

export function phoneChoice({ plan, shift }: Pick<Phone, 'plan' | 'shift'>): PhoneChoice {
  const phones = plan?.phones;
  if (phones === undefined) {
    // The server is of before, or the phone has no plan yet.
    return { control: null, emergency: usualEmergencyNumber(defaultTenantSettings.defaultCountryCode) };
  }
  const { controlRoom, emergency, sites } = phones;
  if (controlRoom !== '')
    return { control: { kind: 'controlRoom', siteName: '', phone: controlRoom }, emergency };
  const { duty } = shift;
  // Off duty, with several sites, none of them is meant.
  const site =
    duty === null && sites.length > 1
      ? undefined
      : sites.find(({ siteId }) => duty === null || siteId === duty.siteId);
  return { control: site === undefined ? null : { kind: 'site', ...site }, emergency };
}

/** What a dialler takes. */
export const dialled = (phone: string): string => `tel:${phone.replaceAll(/[^+\d]/g, '')}`;
