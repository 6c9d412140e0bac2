// Addresses of a report and of what it lists: both exist below patrolling-reports and at root level (ROUTE-05).
import { inZone } from '../lib/record-links.ts';
import type { ZoneChoice } from '../lib/rounds/shown-zone.ts';

const area = '/patrolling-reports';

const isInArea = (pathname: string): boolean => pathname === area || pathname.startsWith(`${area}/`);

export type ReportAddress = ReturnType<typeof reportAddress>;

/** Every `pathname` is that of the page on screen, without its query: the way stays at its level. */
export function reportAddress(name: string, { isFirstOfArea = false } = {}) {
  const listPath = (pathname: string): string => (isInArea(pathname) ? `${area}/${name}` : `/${name}`);
  const ownPaths = [`${area}/${name}`, `/${name}`, ...(isFirstOfArea ? [area] : [])];
  let lastSeen: string | null = null;
  return {
    listPath,
    /** In the zone that the list shows. */
    detailsPath: (pathname: string, id: string, zone: ZoneChoice): string =>
      inZone(`${listPath(pathname)}-details?id=${encodeURIComponent(id)}`, zone),
    isList: (pathname: string): boolean => ownPaths.includes(pathname.replace(/\/+$/, '')),
    /** Called by the list with its whole address, so that Back returns to the same filters and page. */
    remember(address: string): void {
      lastSeen = address;
    },
    /** Where Back leads: to the list as it was last seen, else to the plain list. */
    backPath: (pathname: string): string => lastSeen ?? listPath(pathname),
  };
}
