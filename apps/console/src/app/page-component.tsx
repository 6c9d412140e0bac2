// What draws a page of the table, and the no-access page for those whose role lacks it (ROUTE-09).
import { lazyRouteComponent, type AsyncRouteComponent } from '@tanstack/react-router';
import { useSyncExternalStore } from 'react';
import { session, useSession } from '../lib/current-session.ts';
import { fetched } from '../lib/fetched-code.ts';
import { useLanguage } from '../lib/labels.ts';
import { loadAreaTexts } from '../lib/language.ts';
import { viewerZone } from '../lib/viewer-zone.ts';
import { NoAccessPage } from './failure-pages.tsx';
import type { ConsolePage } from './pages.ts';
import { queryClient } from './query-client.ts';
import { followViewerZone } from './zone-following.ts';

type LazyPage = AsyncRouteComponent<object>;

export const lazyPage: typeof lazyRouteComponent = (code, name) =>
  lazyRouteComponent(() => fetched(code), name);

/** Draws the page; its code is not even fetched for those who may not see it. */
export function componentOf({ group, hasFirstTexts, open }: ConsolePage): LazyPage {
  const Page = lazyPage(async () => ({ Page: await open(queryClient) }), 'Page');
  function PageOrNoAccess() {
    useLanguage();
    const mayView = useSession((current) => current.canView(group));
    // Times on the page are written again in another format, or by another zone.
    useSession((current) => current.tenantConfig('dateFormat'));
    useSyncExternalStore(followViewerZone, viewerZone);
    return mayView ? <Page /> : <NoAccessPage />;
  }
  // The router awaits this as part of entering the route, so the page before stays until the next one is there.
  PageOrNoAccess.preload = async () => {
    if (!session.canView(group)) return;
    await Promise.all([Page.preload?.(), hasFirstTexts ? undefined : fetched(loadAreaTexts)]);
  };
  return PageOrNoAccess;
}
