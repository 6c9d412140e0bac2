// Header, sidebar, page header and the routed content; bare routes get the content alone (SHELL-01, SHELL-02).
import { Outlet, useRouterState } from '@tanstack/react-router';
import type { MouseEvent } from 'react';
import { useEffect, useState, useSyncExternalStore } from 'react';
import { useNotificationFeed } from '../features/notifications/use-notification-feed.ts';
import { bareRoutes, isUnder, isWallDisplayAddress, liveBoardPath } from '../lib/pages.ts';
import { t, useLanguage } from '../lib/labels.ts';
import { isFetchingNotifications, onNotificationFetching } from '../lib/notification-fetching.ts';
import { useOnNavigation } from '../lib/on-navigation.ts';
import { openedPart } from '../lib/opened-part.tsx';
import { useDrawnPath } from './drawn-path.ts';
import { Header } from './header.tsx';
import { useShellKeys } from './keyboard.ts';
import { PageHeader } from './page-header.tsx';
import { PaletteOpening } from './palette-opening.tsx';
import styles from './shell.module.css';
import { Sidebar } from './sidebar.tsx';
import { SosBarPart } from './sos-bar-part.tsx';
import { closeDrawer, useIsNarrow, useIsSidebarClosed } from './sidebar-state.ts';

const ShortcutsDialog = openedPart(async () => (await import('./shortcuts-dialog.tsx')).ShortcutsDialog);

type Overlay = 'palette' | 'shortcuts' | undefined;

/** The hash belongs to the router, so the link moves the focus itself. */
function skipToContent(event: MouseEvent): void {
  event.preventDefault();
  document.getElementById('content')?.focus();
}

function SkipLink() {
  return (
    <a href="#content" className={styles.skip} onClick={skipToContent}>
      {t('shell.skip')}
    </a>
  );
}

function Frame() {
  const [overlay, setOverlay] = useState<Overlay>();
  const isClosed = useIsSidebarClosed();
  const isCovered = useIsNarrow() && !isClosed;
  const openPalette = () => setOverlay('palette');
  const openShortcuts = () => setOverlay('shortcuts');
  const close = () => setOverlay(undefined);
  useOnNavigation(close);
  useShellKeys({ openPalette, openShortcuts, closeDrawer });
  return (
    <div className={styles.frame}>
      <Header skip={<SkipLink />} onFind={openPalette} onShortcuts={openShortcuts} />
      <Sidebar />
      {/* Escape and the hamburger do the same from the keyboard. */}
      <div className={styles.scrim} aria-hidden onPointerDown={closeDrawer} />
      <main id="content" tabIndex={-1} className={styles.main} inert={isCovered}>
        <div className={styles.content}>
          <PageHeader />
          <Outlet />
        </div>
      </main>
      {overlay === 'palette' && <PaletteOpening onClose={close} onShortcuts={openShortcuts} />}
      {overlay === 'shortcuts' && <ShortcutsDialog onClose={close} />}
    </div>
  );
}

/** What goes on while somebody is signed in, whichever page is shown. */
function Following({ path, isWallDisplay }: { readonly path: string; readonly isWallDisplay: boolean }) {
  useNotificationFeed();
  return <SosBarPart isWallDisplay={isWallDisplay} isBoard={isUnder([liveBoardPath], path)} />;
}

export function Shell() {
  useLanguage();
  const path = useDrawnPath();
  const isWallDisplay = useRouterState({
    select: ({ location }) => isWallDisplayAddress(location.pathname, location.searchStr),
  });
  const isFetching = useSyncExternalStore(onNotificationFetching, isFetchingNotifications);
  useEffect(closeDrawer, [path]);
  return (
    <>
      {isFetching && <Following path={path} isWallDisplay={isWallDisplay} />}
      {isFetching && !isWallDisplay && !isUnder(bareRoutes, path) ? <Frame /> : <Outlet />}
    </>
  );
}
