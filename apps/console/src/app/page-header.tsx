// Crumbs, title and the page's actions on one line; the title takes the focus when the route changes.
import { IconChevronRight } from '@tabler/icons-react';
import { useRouterState } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import { areaAt } from '../lib/areas.ts';
import { useSession } from '../lib/current-session.ts';
import { t } from '../lib/labels.ts';
import { setPageActionsSlot } from '../lib/page-actions.tsx';
import type { Crumb } from './breadcrumbs.ts';
import { titleOf } from './breadcrumbs.ts';
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

export function PageHeader() {
  const path = useDrawnPath();
  const query = useRouterState({ select: (state) => state.location.searchStr });
  useSession((session) => session.dashboardRoute());
  const isKnown = areaAt(path) !== undefined;
  const crumbs = isKnown
    ? crumbsAt(path, query)
    : [...crumbsAt('/', ''), { label: t('notFound.title'), path }];
  const title = titleOf(crumbs);
  const heading = useRef<HTMLHeadingElement>(null);
  const lastPath = useRef(path);

  useEffect(() => {
    document.title = t('product.title', { page: title });
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
