// Addresses of the report and of a session. Both pages exist below patrolling-reports and at root level (ROUTE-05).

const area = '/patrolling-reports';
const list = 'login-logout';
const baseOf = (pathname: string): string => (pathname.startsWith(`${area}/`) ? area : '');

/** Path of a session's page, seen from the page at `pathname`. */
export const sessionPath = (pathname: string, sessionId: string): string =>
  `${baseOf(pathname)}/${list}-details?id=${encodeURIComponent(sessionId)}`;

/** Whether a path, without its query, is that of the list. */
export const isListPath = (pathname: string): boolean =>
  [`${area}/${list}`, `/${list}`].includes(pathname.replace(/\/+$/, ''));

export const roundHref = (roundId: string): string =>
  `#${area}/scanned-checkpoints-details?id=${encodeURIComponent(roundId)}`;

export const guardHref = (guardId: string): string =>
  `#/manage-security-guards/guard-details?id=${encodeURIComponent(guardId)}`;

let lastList: string | null = null;

/** Called by the list with its whole address, so that Back returns to the same filters and page. */
export function rememberList(address: string): void {
  lastList = address;
}

/** Where Back leads: to the list as it was last seen, else to the plain list. */
export const backPath = (pathname: string): string => lastList ?? `${baseOf(pathname)}/${list}`;
