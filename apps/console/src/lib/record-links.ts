// Where single records are shown, for what leads to them from another area.

const pageAt = (path: string) => (id: string) => `#/${path}?id=${encodeURIComponent(id)}`;

export const roundHref = pageAt('patrolling-reports/scanned-checkpoints-details');
export const siteHref = pageAt('manage-sites/site-details');
export const guardHref = pageAt('manage-security-guards/guard-details');
export const checkpointHref = pageAt('manage-checkpoints/checkpoint-details');
export const routeHref = pageAt('manage-patrol-routes/route-details');
export const shiftHref = pageAt('manage-shifts/shift-details');
export const tourHref = pageAt('manage-patrol-tours/tour-details');
export const incidentHref = pageAt('manage-incidents/incident-details');
/** The phones that a guard signed in with. */
export const phonesHref = (guardId: string): string =>
  `#/manage-devices?guard=${encodeURIComponent(guardId)}`;
export const dueRoundHref = pageAt('manage-patrol-tours/due-rounds');
