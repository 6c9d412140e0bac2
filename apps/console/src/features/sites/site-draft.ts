// A site as its form holds it: the position is text until it is saved. Pure.
import type { SiteRow } from '@watchpost/contract/sites';
import { fromConfig } from '@watchpost/domain/tenant-settings';
import { degreesOf } from '../../records/degrees.ts';

export interface SiteDraft {
  readonly name: string;
  readonly address: string;
  readonly latitude: string;
  readonly longitude: string;
  readonly timeZone: string;
  readonly contactName: string;
  readonly contactPhone: string;
}

type Known = Pick<
  SiteRow,
  'name' | 'address' | 'latitude' | 'longitude' | 'timeZone' | 'contactName' | 'contactPhone'
>;

export function draftOf(site: Known): SiteDraft {
  const { name, address, timeZone, contactName, contactPhone } = site;
  return {
    name,
    address,
    latitude: String(site.latitude),
    longitude: String(site.longitude),
    timeZone,
    contactName,
    contactPhone,
  };
}

/** What the contract's schema takes; a position that is no number is none. */
export function inputOf(draft: SiteDraft): unknown {
  return { ...draft, latitude: degreesOf(draft.latitude), longitude: degreesOf(draft.longitude) };
}

/** A new site lies where the tenant's maps open. */
export function newDraft(config: (key: string) => string | undefined): SiteDraft {
  const { mapCentre, timeZone } = fromConfig(config);
  return {
    name: '',
    address: '',
    latitude: String(mapCentre.latitude),
    longitude: String(mapCentre.longitude),
    timeZone,
    contactName: '',
    contactPhone: '',
  };
}
