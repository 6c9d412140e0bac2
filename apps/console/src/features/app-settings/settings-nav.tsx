// The parts of App Settings beside each other, for each of its pages.
import { useRouter, useRouterState } from '@tanstack/react-router';
import { useLayoutEffect, useRef } from 'react';
import { infoPageIds } from '@watchpost/domain/info-pages';
import { t } from '../../lib/labels.ts';
import { SideScroll } from '../../ui/display/side-scroll.tsx';
import styles from './settings-nav.module.css';
import { routeOfPage } from './page-routes.ts';

/** Where the parts do not fit beside each other, the one on screen stands in the middle. */
function showCurrent(parts: HTMLElement): void {
  const current = parts.querySelector<HTMLElement>('[aria-current]');
  if (current === null) return;
  parts.scrollLeft = current.offsetLeft - (parts.clientWidth - current.offsetWidth) / 2;
}

export function SettingsNav() {
  const parts = useRef<HTMLDivElement>(null);
  const path = useRouterState({ select: (state) => state.location.pathname });
  const entries = [
    { route: 'app-settings', label: t('settings.organisation') },
    { route: 'app-settings/access', label: t('settings.access') },
    { route: 'app-settings/sign-in', label: t('settings.signIn') },
    { route: 'app-settings/trust', label: t('settings.trust') },
    { route: 'app-settings/retention', label: t('settings.retention') },
    ...infoPageIds.map((id) => ({ route: routeOfPage(id), label: t(`infoPage.${id}`) })),
  ];
  const here = path.replaceAll(/^\/+|\/+$/g, '').toLowerCase();
  const router = useRouter();
  // The router scrolls it to where it stood on the page before, after this page has been drawn.
  useLayoutEffect(() => {
    const show = () => parts.current !== null && showCurrent(parts.current);
    show();
    return router.subscribe('onRendered', show);
  }, [router, here]);
  return (
    <nav className={styles.nav} aria-label={t('settings.sections')} data-print="hide">
      <SideScroll ref={parts} className={styles.parts}>
        {entries.map(({ route, label }) => (
          <a
            key={route}
            href={`#/${route}`}
            className={styles.link}
            aria-current={here === route.toLowerCase() ? 'page' : undefined}
          >
            {label}
          </a>
        ))}
      </SideScroll>
    </nav>
  );
}
