import { ignoredCrumbSegments } from '../lib/areas.ts';
import { session } from '../lib/current-session.ts';
import { t } from '../lib/labels.ts';
import { crumbsOf, titleOf, type Crumb } from './breadcrumbs.ts';

/** The crumbs of a route for the signed-in user. */
export function crumbsAt(path: string, query: string): Crumb[] {
  return crumbsOf(path, query, {
    dashboardRoute: session.dashboardRoute(),
    dashboardLabel: t('shell.dashboard'),
    ignoredSegments: ignoredCrumbSegments,
  });
}

export const pageTitleAt = (path: string): string => titleOf(crumbsAt(path, ''));
