import type { SentMail, SentMailPage as Page } from '@watchpost/contract/sent-mail';
import { gridPageSize } from '@watchpost/domain/limits';
import { useCallback, useState } from 'react';
import { ApiError } from '../../lib/api-error.ts';
import { useSession } from '../../lib/current-session.ts';
import { t } from '../../lib/labels.ts';
import { usePageSize } from '../../lib/page-size.ts';
import { useSidebarReload } from '../../lib/sidebar-reload.ts';
import { useUrlSearch } from '../../lib/url-search.ts';
import { NeighbourPager } from '../../reports/neighbour-pager.tsx';
import { newestPage } from '../../reports/neighbour-position.ts';
import { Button } from '../../ui/actions/button.tsx';
import { toasts } from '../../ui/feedback/toasts.ts';
import type { GridEmpty } from '../../ui/grid/grid-types.ts';
import { DeliveryBanner } from './delivery-banner.tsx';
import { MailDrawer } from './mail-drawer.tsx';
import { SentMailFilters } from './sent-mail-filters.tsx';
import styles from './sent-mail-page.module.css';
import { emptySearch, isFiltered, type MailSearch, readSearch } from './sent-mail-search.ts';
import { SentMailTable } from './sent-mail-table.tsx';
import { useMailPage, useRetry } from './sent-mail.api.ts';

/** Sends a message again and says what came of it. */
function useSendAgain(): (mail: SentMail) => void {
  const { mutate } = useRetry();
  return useCallback(
    (mail: SentMail) =>
      mutate(mail, {
        onSuccess: () => toasts.success({ text: t('sentMail.retried', { to: mail.recipient }) }),
        onError: (error) => {
          if (!(error instanceof ApiError)) throw error;
          toasts.error({ summary: t('error.summary'), text: error.message });
        },
      }),
    [mutate],
  );
}

/** Every mail of the tenant: how it went, why not, and once more (MNG-09). */
export function SentMailPage() {
  const [raw, change] = useUrlSearch();
  const search = readSearch(raw);
  const go = (next: MailSearch, isTyping = false) => change({ ...next }, { replace: isTyping });
  const page = useMailPage(search, usePageSize(gridPageSize));
  useSidebarReload(page);
  const mayRetry = useSession((session) => session.hasAccess('retry'));
  const dateFormat = useSession((session) => session.tenantConfig('dateFormat'));
  const sendAgain = useSendAgain();
  const [openId, setOpenId] = useState<string | null>(null);
  const handleOpen = useCallback((mail: SentMail) => setOpenId(mail.id), []);
  const open = page.data?.data.find(({ id }) => id === openId) ?? null;
  return (
    <div className={styles.page}>
      <DeliveryBanner page={page.data} />
      <SentMailFilters
        search={search}
        onChange={(part, isTyping) => go({ ...search, ...part, ...newestPage }, isTyping)}
        onReset={() => go(emptySearch)}
      />
      <Total page={page.data} />
      <SentMailTable
        rows={page.data?.data}
        onOpen={handleOpen}
        onRetry={mayRetry ? sendAgain : undefined}
        isLoading={page.isPlaceholderData && page.isFetching}
        error={page.error === null ? null : t('sentMail.loadFailed', { reason: page.error.message })}
        onReload={() => void page.refetch()}
        empty={emptyState(search, () => go(emptySearch))}
        dateFormat={dateFormat}
      />
      <NeighbourPager
        area="sentMail"
        reply={page.data}
        onMove={(place) => go({ ...search, ...place })}
        isTurning={page.isPlaceholderData}
      />
      <MailDrawer mail={open} canOpen={page.data?.canOpen ?? false} onClose={() => setOpenId(null)} />
    </div>
  );
}

function Total({ page }: { readonly page: Page | undefined }) {
  const count = page?.count ?? 0;
  const words =
    page?.isCountExact === false ? t('sentMail.totalMore', { count }) : t('sentMail.total', { count });
  return (
    <p className={styles.total} aria-live="polite">
      {page === undefined ? '' : words}
    </p>
  );
}

function emptyState(search: MailSearch, reset: () => void): GridEmpty {
  if (!isFiltered(search)) return { reason: t('sentMail.noneYet') };
  return {
    reason: t('sentMail.noneFound'),
    nextStep: <Button onClick={reset}>{t('rounds.clearFilters')}</Button>,
  };
}
