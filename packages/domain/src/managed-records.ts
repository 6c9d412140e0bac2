/** Deactivated records are kept, and shown where the filter says so (MNG-01). */
export const statusFilters = ['all', 'active', 'deactive'] as const;
export type StatusFilter = (typeof statusFilters)[number];

/** As the specification's filter has them (R3.3): empty for all, true for active, false for deactive. */
const specifiedStatuses: ReadonlyMap<string, StatusFilter> = new Map([
  ['', 'all'],
  ['true', 'active'],
  ['false', 'deactive'],
]);

/** What may be asked for: either way of writing a status. */
export const statusTexts = [...statusFilters, '', 'true', 'false'] as const;
type StatusText = (typeof statusTexts)[number];

/** Undefined for any other text. */
export function statusFilterOf(text: StatusText): StatusFilter;
export function statusFilterOf(text: string): StatusFilter | undefined;
export function statusFilterOf(text: string): StatusFilter | undefined {
  return statusFilters.find((known) => known === text) ?? specifiedStatuses.get(text);
}

/** Records that one call activates, deactivates or restores. */
export const recordsAtOnceMax = 500;

export const siteNameMaxLength = 100;
export const siteAddressMaxLength = 300;
export const contactNameMaxLength = 100;

/** Lists that everybody may arrange for themselves. */
export const listAreas = [
  'sites',
  'guards',
  'checkpoints',
  'shifts',
  'patrolRoutes',
  'patrolTours',
  'incidents',
  'exceptions',
  'scheduledReports',
  'devices',
] as const;
export type ListArea = (typeof listAreas)[number];

/** What a list leaves to its column menu until somebody arranges it, so that the rest stands whole on a usual screen. */
export const hiddenAtFirst: Readonly<Partial<Record<ListArea, readonly string[]>>> = {
  sites: ['updatedAt'],
  guards: ['updatedAt'],
  checkpoints: ['createdAt', 'updatedAt'],
  patrolTours: ['shift', 'limits', 'validity', 'updatedAt'],
  incidents: ['reporter', 'photos'],
  exceptions: ['guards', 'happenedAt', 'reasons', 'outcome', 'closedAt'],
  scheduledReports: ['contents', 'owner', 'updatedAt'],
  devices: ['key', 'firstSeen', 'appVersion'],
};

export const savedViewsMax = 20;
export const savedViewNameMaxLength = 60;
