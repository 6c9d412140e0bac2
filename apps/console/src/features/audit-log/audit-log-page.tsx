import type { AuditEntry, AuditPage } from '@watchpost/contract/audit-log';
import { useCallback, useEffect, useState } from 'react';
import { useSession } from '../../lib/current-session.ts';
import { t } from '../../lib/labels.ts';
import { PageActions } from '../../lib/page-actions.tsx';
import { useSidebarReload } from '../../lib/sidebar-reload.ts';
import { ShownZone } from '../../lib/rounds/shown-zone.ts';
import { useUrlSearch } from '../../lib/url-search.ts';
import { dateProblem, problemText } from '../../reports/dates.ts';
import { NeighbourPager } from '../../reports/neighbour-pager.tsx';
import { Button } from '../../ui/actions/button.tsx';
import type { GridEmpty } from '../../ui/grid/grid-types.ts';
import { AuditEntryDrawer } from './audit-entry-drawer.tsx';
import { useAuditPage } from './audit-log.api.ts';
import { AuditLogExport } from './audit-log-export.tsx';
import { AuditLogFilters } from './audit-log-filters.tsx';
import styles from './audit-log-page.module.css';
import { AuditLogTable } from './audit-log-table.tsx';
import {
  type AuditFilters,
  type AuditSearch,
  emptySearch,
  isFiltered,
  readSearch,
  withFilters,
  withZone,
} from './audit-search.ts';

type Go = (next: AuditSearch, isTyping?: boolean) => void;

function useAuditSearch(): [AuditSearch, Go] {
  const [raw, change] = useUrlSearch();
  const go: Go = (next, isTyping = false) => change({ ...withZone(next) }, { replace: isTyping });
  const search = readSearch(raw);
  // An address of before, or typed by hand, names days and no zone: what is copied from the address bar does.
  const linked = withZone(search).zone;
  useEffect(() => {
    if (linked !== search.zone) change({ zone: linked }, { replace: true });
  });
  return [search, go];
}

/** Who did what to which record, when and from where: the newest first, of super admins alone. */
export function AuditLogPage() {
  const [search, go] = useAuditSearch();
  const canExport = useSession((session) => session.hasAccess('export'));
  const [open, setOpen] = useState<AuditEntry | null>(null);
  const problem = dateProblem(search);
  const page = useAuditPage(search, problem !== 'fromAfterTo');
  useSidebarReload(page);
  const handleOpen = useCallback((entry: AuditEntry) => setOpen(entry), []);
  const filter = (change: Partial<AuditFilters>, isTyping = false) =>
    go(withFilters(search, change), isTyping);
  return (
    <div className={styles.page}>
      {canExport && (
        <PageActions>
          <AuditLogExport search={search} isEmpty={page.data?.count === 0} problem={problemText(problem)} />
        </PageActions>
      )}
      <AuditLogFilters filters={search} onChange={filter} onReset={() => go(emptySearch)} />
      <Total reply={page.data} />
      <ShownZone value={search.zone}>
        <AuditLogTable
          rows={page.data?.data ?? (problem === 'fromAfterTo' ? [] : undefined)}
          onOpen={handleOpen}
          isLoading={page.isPlaceholderData && page.isFetching}
          error={page.error === null ? null : t('audit.loadFailed', { reason: page.error.message })}
          onRetry={() => void page.refetch()}
          empty={emptyState(search, () => go(emptySearch))}
        />
        <NeighbourPager
          area="audit"
          reply={page.data}
          onMove={(cursor) => go({ ...search, ...cursor })}
          isTurning={page.isPlaceholderData}
        />
        <AuditEntryDrawer
          entry={open}
          names={page.data?.names ?? {}}
          onClose={() => setOpen(null)}
          onFilter={(change) => {
            setOpen(null);
            go(withFilters(emptySearch, change));
          }}
        />
      </ShownZone>
    </div>
  );
}

function Total({ reply }: { readonly reply: AuditPage | undefined }) {
  if (reply === undefined) return <p className={styles.total} />;
  const { count, isCountExact } = reply;
  return (
    <p className={styles.total} aria-live="polite">
      {isCountExact ? t('audit.total', { count }) : t('audit.totalMore', { count })}
    </p>
  );
}

function emptyState(search: AuditSearch, reset: () => void): GridEmpty {
  if (!isFiltered(search)) return { reason: t('audit.noneYet') };
  return {
    reason: t('audit.noneFound'),
    nextStep: <Button onClick={reset}>{t('rounds.clearFilters')}</Button>,
  };
}
