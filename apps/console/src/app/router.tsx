// The route table (ROUTE-01 to ROUTE-09): hash routes, each area's code fetched when it is first entered.
import {
  createHashHistory,
  createRootRoute,
  createRoute,
  createRouter,
  redirect,
} from '@tanstack/react-router';
import { areas, homePath } from '../lib/areas.ts';
import { session } from '../lib/current-session.ts';
import { setNotificationFetching } from '../lib/notification-fetching.ts';
import { noteOpening } from '../lib/page-opening.ts';
import { refuseConfirms } from '../ui/overlays/confirm-store.ts';
import { signInCode } from './area-code.ts';
import { lazyPage, pageOf } from './area-pages.tsx';
import { NotFoundPage, PageFailure } from './failure-pages.tsx';
import { resumeSession } from './resume-session.ts';
import { guardRoute } from './route-guard.ts';
import { parseSearch, stringifySearch } from './search-params.ts';
import { Shell } from './shell.tsx';

const rootRoute = createRootRoute({
  component: Shell,
  notFoundComponent: NotFoundPage,
  beforeLoad: ({ location }) => {
    const refused = guardRoute(location.pathname + location.searchStr, { session, setNotificationFetching });
    if (refused !== undefined) throw redirect({ to: '/signin', search: refused, replace: true });
  },
});

const homeRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/',
  beforeLoad: () => {
    throw redirect({ to: `/${homePath}`, replace: true });
  },
});

const signInRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/signin',
  beforeLoad: async ({ location }) => {
    const onward = await resumeSession(location.searchStr);
    if (onward !== undefined) throw redirect({ href: onward, replace: true });
  },
  component: lazyPage(signInCode, 'SignInPage'),
});

const infoRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/app-info/$id',
  component: lazyPage(() => import('../features/info-pages/info-page.tsx'), 'InfoPage'),
});

const authorizeFailureRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/authorize-failure',
  component: lazyPage(() => import('../features/session/authorize-failure-page.tsx'), 'AuthorizeFailurePage'),
});

const areaRoutes = areas.map((area) =>
  createRoute({ getParentRoute: () => rootRoute, path: `/${area.path}`, component: pageOf(area) }),
);

// useRouter() hands out this router's own history; without it, it would be any.
declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router;
  }
}

let isOtherPage = true;

export const router = createRouter({
  routeTree: rootRoute.addChildren([homeRoute, signInRoute, infoRoute, authorizeFailureRoute, ...areaRoutes]),
  history: createHashHistory(),
  parseSearch,
  stringifySearch,
  defaultPreload: false,
  defaultErrorComponent: PageFailure,
  notFoundMode: 'root',
  scrollRestoration: true,
  // Another page's list begins at its start, not where that of the page before stood.
  scrollToTopSelectors: [() => (isOtherPage ? document.querySelector('[role="grid"]') : null)],
});

// The first page was opened with the console.
router.subscribe('onBeforeNavigate', ({ fromLocation, pathChanged }) => {
  isOtherPage = pathChanged;
  // A question belongs to the page that asked it; the one about leaving is answered before a page is left.
  if (pathChanged) refuseConfirms();
  if (fromLocation !== undefined && pathChanged) noteOpening();
});
