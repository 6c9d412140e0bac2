// Crumbs, title and the page's actions on one line; the title takes the focus when the route changes.
import { IconChevronRight } from '@tabler/icons-react';
import { useRouterState } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
import { pageAt } from './pages.ts';
import { useSession } from '../lib/current-session.ts';
import { setPageTitle } from '../lib/document-title.ts';
import { t } from '../lib/labels.ts';
import { setPageActionsSlot } from '../lib/page-actions.tsx';
import { type Crumb, crumbsBackTo, goOn, titleOf, type Trodden } from './breadcrumbs.ts';
import styles from './page-header.module.css';
import { useDrawnPath } from './drawn-path.ts';
import { crumbsAt } from './page-title.ts';

function Trail({ crumbs }: { crumbs: readonly Crumb[] }) {
  return (
    <nav aria-label={t('shell.breadcrumbs')} className={styles.trail} data-print="hide">
      <ol>
        {crumbs.map((crumb, index) => (
          <li key={crumb.path}>
            {index > 0 && <IconChevronRight size={14} aria-hidden />}
            <a href={`#${crumb.path}`} aria-current={index === crumbs.length - 1 ? 'page' : undefined}>
              {crumb.label}
            </a>
          </li>
        ))}
      </ol>
    </nav>
  );
}

/** By the router's own location, of which path and query belong together while the next page loads. */
function useTrodden(): Trodden {
  const path = useRouterState({ select: (state) => state.location.pathname });
  const query = useRouterState({ select: (state) => state.location.searchStr });
  const [trodden, setTrodden] = useState<Trodden>({ path, query });
  if (trodden.path === path && trodden.query === query) return trodden;
  const next = goOn(trodden, { path, query });
  setTrodden(next);
  return next;
}

export function PageHeader() {
  const path = useDrawnPath();
  const { query, above } = useTrodden();
  useSession((session) => session.dashboardRoute());
  const isKnown = pageAt(path) !== undefined;
  const crumbs = isKnown
    ? crumbsBackTo(above, crumbsAt(path, query))
    : [...crumbsAt('/', ''), { label: t('notFound.title'), path }];
  const title = titleOf(crumbs);
  const heading = useRef<HTMLHeadingElement>(null);
  const lastPath = useRef(path);

  useEffect(() => {
    setPageTitle(t('product.title', { page: title }));
  }, [title]);
  useEffect(() => {
    if (lastPath.current !== path) heading.current?.focus({ preventScroll: true });
    lastPath.current = path;
  }, [path]);

  return (
    <div className={styles.header}>
      <div className={styles.words}>
        {crumbs.length > 1 && <Trail crumbs={crumbs} />}
        <h1 ref={heading} tabIndex={-1} className={styles.title}>
          {title}
        </h1>
      </div>
      <div ref={setPageActionsSlot} className={styles.actions} data-print="hide" />
    </div>
  );
}
