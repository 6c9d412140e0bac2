// The page header's crumbs, read off the path (CRUMB-01, CRUMB-02).

export interface Crumb {
  readonly label: string;
  /** Path below the hash with a leading slash; the last crumb keeps the query. */
  readonly path: string;
}

interface CrumbSettings {
  /** Stored dashboard route, e.g. 'admin-dashboard/dashboard'. */
  readonly dashboardRoute: string;
  readonly dashboardLabel: string;
  /** Segments that name no page. */
  readonly ignoredSegments: readonly string[];
}

/** 'scanned-checkpoints' -> 'Scanned Checkpoints'; capitals that are there already stay. */
function labelOf(segment: string): string {
  return segment
    .split('-')
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join(' ');
}

function decode(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
}

/** Crumbs of `path` ('/patrolling-reports/...'); `query` is '' or starts with '?'. */
export function crumbsOf(path: string, query: string, settings: CrumbSettings): Crumb[] {
  const { dashboardRoute, dashboardLabel, ignoredSegments } = settings;
  const segments = path.split('/').slice(1);
  const home = { label: dashboardLabel, path: `/${dashboardRoute.replace(/^\/+/, '')}` };
  const named = segments.flatMap((segment, index) => {
    const isShown =
      segment !== '' && !segment.toLowerCase().includes('dashboard') && !ignoredSegments.includes(segment);
    return isShown
      ? [{ label: labelOf(decode(segment)), path: `/${segments.slice(0, index + 1).join('/')}` }]
      : [];
  });
  const crumbs = [home, ...named];
  return crumbs.map((crumb, index) =>
    index > 0 && index === crumbs.length - 1 ? { ...crumb, path: crumb.path + query } : crumb,
  );
}

/** The title of the page: its last crumb. */
export function titleOf(crumbs: readonly Crumb[]): string {
  return crumbs.at(-1)?.label ?? '';
}

interface Location {
  readonly path: string;
  readonly query: string;
}

/** Where somebody is, and the page above it that led there, as it was left: its filters, its page. */
export interface Trodden extends Location {
  readonly above?: Location;
}

/** A page below the one before keeps it in mind, and so do pages beside that; whatever else is entered forgets it. */
export function goOn({ path, query, above }: Trodden, next: Location): Trodden {
  const before = path === next.path ? undefined : { path, query };
  const remembered = [before, above].find(
    (each) => each !== undefined && next.path.startsWith(`${each.path}/`),
  );
  return remembered === undefined ? next : { ...next, above: remembered };
}

/** The crumb of the page that led here leads back to it as it was. */
export const crumbsBackTo = (above: Location | undefined, crumbs: readonly Crumb[]): readonly Crumb[] =>
  crumbs.map((crumb) => (crumb.path === above?.path ? { ...crumb, path: above.path + above.query } : crumb));
