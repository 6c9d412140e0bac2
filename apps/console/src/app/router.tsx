// The route table (ROUTE-01 to ROUTE-09): hash routes, each page's code fetched when it is first entered.
import {
  createHashHistory,
  createRootRoute,
  createRoute,
  createRouter,
  redirect,
} from '@tanstack/react-router';
import { session } from '../lib/current-session.ts';
import { setNotificationFetching } from '../lib/notification-fetching.ts';
import { noteOpening } from '../lib/page-opening.ts';
import { homePath } from '../lib/pages.ts';
import { refuseConfirms } from '../ui/overlays/confirm-store.ts';
import { NotFoundPage, PageFailure } from './failure-pages.tsx';
import { componentOf, lazyPage } from './page-component.tsx';
import { pages, signInCode } from './pages.ts';
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

// A component a path, so that going from one page to another of the same code begins it again.
const pageRoutes = pages.flatMap((page) =>
  page.paths.map((path) =>
    createRoute({ getParentRoute: () => rootRoute, path: `/${path}`, component: componentOf(page) }),
  ),
);

// useRouter() hands out this router's own history; without it, it would be any.
declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router;
  }
}

let isOtherPage = true;

export const router = createRouter({
  routeTree: rootRoute.addChildren([homeRoute, signInRoute, infoRoute, authorizeFailureRoute, ...pageRoutes]),
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
