import { ignoredCrumbSegments } from '../lib/pages.ts';
import { session } from '../lib/current-session.ts';
import { t, translate } from '../lib/labels.ts';
import { crumbsOf, titleOf, type Crumb } from './breadcrumbs.ts';

/** The crumbs of a route for the signed-in user. */
export function crumbsAt(path: string, query: string): Crumb[] {
  const crumbs = crumbsOf(path, query, {
    dashboardRoute: session.dashboardRoute(),
    dashboardLabel: t('shell.dashboard'),
    ignoredSegments: ignoredCrumbSegments,
  });
  return crumbs.map((crumb) => ({ ...crumb, label: translate(crumb.label) }));
}

export const pageTitleAt = (path: string): string => titleOf(crumbsAt(path, ''));
