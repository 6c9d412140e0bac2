// Where single records are shown, for what leads to them from another area.
import type { ZoneChoice } from './rounds/shown-zone.ts';

const pageAt = (path: string) => (id: string) => `#/${path}?id=${encodeURIComponent(id)}`;

/** The address with the zone that its reader sees times in (REP-13). */
export const inZone = (address: string, zone: ZoneChoice): string =>
  zone === '' ? address : `${address}${address.includes('?') ? '&' : '?'}zone=${encodeURIComponent(zone)}`;

/** Of a page whose times go by a zone: that of the page which leads there. */
const zonedPageAt = (path: string) => (id: string, zone: ZoneChoice) => inZone(pageAt(path)(id), zone);

export const roundHref = zonedPageAt('patrolling-reports/scanned-checkpoints-details');
export const siteHref = pageAt('manage-sites/site-details');
export const guardHref = pageAt('manage-security-guards/guard-details');
export const checkpointHref = pageAt('manage-checkpoints/checkpoint-details');
export const routeHref = pageAt('manage-patrol-routes/route-details');
export const shiftHref = pageAt('manage-shifts/shift-details');
export const tourHref = pageAt('manage-patrol-tours/tour-details');
export const incidentHref = zonedPageAt('manage-incidents/incident-details');
/** The phones that a guard signed in with. */
export const phonesHref = (guardId: string): string =>
  `#/manage-devices?guard=${encodeURIComponent(guardId)}`;
export const dueRoundHref = zonedPageAt('manage-patrol-tours/due-rounds');
