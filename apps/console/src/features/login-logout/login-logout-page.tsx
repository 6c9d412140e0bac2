import { reportPageSize } from '@watchpost/domain/limits';
import { IconLogin2 } from '@tabler/icons-react';
import { useLocation } from '@tanstack/react-router';
import { useEffect } from 'react';
import { useSession } from '../../lib/current-session.ts';
import { t } from '../../lib/labels.ts';
import { ShownZone } from '../../lib/rounds/shown-zone.ts';
import { PageActions } from '../../lib/page-actions.tsx';
import { usePageSize } from '../../lib/page-size.ts';
import { useSidebarReload } from '../../lib/sidebar-reload.ts';
import { useUrlSearch } from '../../lib/url-search.ts';
import { dateProblem, type DateProblem, problemText } from '../../reports/dates.ts';
import { Button, ButtonLink } from '../../ui/actions/button.tsx';
import { GridPager } from '../../ui/grid/grid-pager.tsx';
import type { GridEmpty } from '../../ui/grid/grid-types.ts';
import { LoginLogoutExport } from './login-logout-export.tsx';
import { LoginLogoutFilters } from './login-logout-filters.tsx';
import { LoginLogoutTable } from './login-logout-table.tsx';
import { useSessions } from './login-logout.api.ts';
import styles from './login-logout.module.css';
import {
  emptySearch,
  isFiltered,
  type LoginFilters,
  type LoginSearch,
  readSearch,
  withFilters,
  writeSearch,
  zoneOf,
} from './login-search.ts';
import { sessionAddress } from './session-address.ts';

function useReport() {
  const [raw, change] = useUrlSearch();
  const { pathname, searchStr } = useLocation();
  const search = readSearch(raw);
  const problem = dateProblem(search);
  const page = useSessions(search, problem !== 'fromAfterTo' && sessionAddress.isList(pathname));
  useEffect(() => {
    if (sessionAddress.isList(pathname)) sessionAddress.remember(pathname + searchStr);
  }, [pathname, searchStr]);
  useSidebarReload(page);
  const go = (next: LoginSearch) => change(writeSearch(next));
  // Only what changes: a search that was typed a moment ago must not undo a filter chosen since.
  const filter = (part: Partial<LoginFilters>, isTyping = false) => {
    const next = withFilters(search, part);
    const startsAgain = next.page === 1;
    change({ ...part, ...zoneOf(next), ...(startsAgain && { page: '' }) }, { replace: isTyping });
  };
  return { search, problem, page, go, filter };
}

/** The duty sessions of all sites that the viewer may see, newest login first (LOGIO-01, LOGIO-02). */
export function LoginLogoutPage() {
  const { search, problem, page, go, filter } = useReport();
  const canExport = useSession((session) => session.hasAccess('export'));
  const pageSize = usePageSize(reportPageSize);
  const { data, error, isPlaceholderData, isFetching, refetch } = page;
  const reset = () => go({ ...emptySearch, sort: search.sort });
  return (
    <div className={styles.page}>
      {canExport && (
        <PageActions>
          <LoginLogoutExport
            search={search}
            rows={data?.count ?? 0}
            isEmpty={data?.count === 0}
            problem={problemText(problem)}
          />
        </PageActions>
      )}
      <LoginLogoutFilters
        filters={search}
        siteZones={data?.data.map(({ siteTimeZone }) => siteTimeZone) ?? []}
        onChange={filter}
        onReset={reset}
      />
      <p className={styles.total} aria-live="polite">
        {data !== undefined && t('rounds.total', { total: data.count })}
      </p>
      <ShownZone value={search.zone}>
        <LoginLogoutTable
          rows={data?.data ?? (problem === 'fromAfterTo' ? [] : undefined)}
          rowOffset={(search.page - 1) * pageSize}
          totalCount={data?.count}
          sort={search.sort}
          onSort={(sort) => go({ ...search, sort, page: 1 })}
          isLoading={isPlaceholderData && isFetching}
          error={error === null ? null : failureText(error, data !== undefined)}
          onRetry={() => void refetch()}
          empty={emptyState(search, problem, reset)}
        />
      </ShownZone>
      <GridPager
        page={search.page}
        pageSize={pageSize}
        total={data?.count ?? 0}
        onPageChange={(number) => go({ ...search, page: number })}
        isDisabled={isPlaceholderData}
      />
    </div>
  );
}

/** Where guards and their sign-in are kept, for anyone who may see that. */
function ToGuards() {
  const maySeeGuards = useSession((session) => session.canView('GUARDS'));
  return maySeeGuards && <ButtonLink href="#/manage-security-guards">{t('logins.toGuards')}</ButtonLink>;
}

function failureText(error: Error, hasRows: boolean): string {
  const reason = error.message;
  return t(hasRows ? 'rounds.refreshFailed' : 'rounds.loadFailedWhy', { reason });
}

/** Says why there is nothing and what to do about it. */
function emptyState(search: LoginSearch, problem: DateProblem | null, reset: () => void): GridEmpty {
  const nextStep = <Button onClick={reset}>{t('rounds.clearFilters')}</Button>;
  if (problem === 'fromAfterTo') return { reason: t('logins.fixDates'), nextStep };
  if (isFiltered(search)) return { reason: t('logins.noneFound'), nextStep };
  return { icon: <IconLogin2 size={32} aria-hidden />, reason: t('logins.noneYet'), nextStep: <ToGuards /> };
}
