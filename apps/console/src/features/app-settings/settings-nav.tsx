// The parts of App Settings beside each other, for each of its pages.
import { useRouterState } from '@tanstack/react-router';
import { useLayoutEffect, useRef } from 'react';
import { infoPageIds } from '@watchpost/domain/info-pages';
import { t } from '../../lib/labels.ts';
import styles from './settings-nav.module.css';
import { routeOfPage } from './page-routes.ts';

/** Where the parts do not fit beside each other, the one on screen stands in the middle. */
function showCurrent(nav: HTMLElement): void {
  const current = nav.querySelector<HTMLElement>('[aria-current]');
  if (current === null) return;
  nav.scrollLeft = current.offsetLeft - (nav.clientWidth - current.offsetWidth) / 2;
}

export function SettingsNav() {
  const nav = useRef<HTMLElement>(null);
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
  useLayoutEffect(() => {
    if (nav.current !== null) showCurrent(nav.current);
  }, [here]);
  return (
    <nav ref={nav} className={styles.nav} aria-label={t('settings.sections')} data-print="hide">
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
    </nav>
  );
}
