// Addresses of the report and of a round. Both pages exist below patrolling-reports and at root level (ROUTE-05).

const area = '/patrolling-reports';

const list = 'scanned-checkpoints';

const isInArea = (pathname: string): boolean => pathname === area || pathname.startsWith(`${area}/`);

/** Path of a round's page, seen from the page at `pathname`. */
export function roundPath(pathname: string, roundId: string): string {
  const base = isInArea(pathname) ? area : '';
  return `${base}/${list}-details?id=${encodeURIComponent(roundId)}`;
}

/** Path of the list, seen from the page at `pathname`. */
export function reportPath(pathname: string): string {
  return isInArea(pathname) ? `${area}/${list}` : `/${list}`;
}

/** Whether a path, without its query, is that of the list. */
export function isReportPath(pathname: string): boolean {
  return [area, `${area}/${list}`, `/${list}`].includes(pathname.replace(/\/+$/, ''));
}

let lastReport: string | null = null;

/** Called by the list with its whole address, so that Back returns to the same filters and page. */
export function rememberReport(address: string): void {
  lastReport = address;
}

/** Where Back leads: to the list as it was last seen, else to the plain list. */
export function backPath(pathname: string): string {
  return lastReport ?? reportPath(pathname);
}
