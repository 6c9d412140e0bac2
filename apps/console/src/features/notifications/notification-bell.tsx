// The bell of the header: the unread count, the panel behind it and a word of what comes (HEAD-01, HEAD-03).
import type { Notification } from '@watchpost/contract/notifications';
import { IconBell } from '@tabler/icons-react';
import { type ReactNode, useCallback, useRef, useState } from 'react';
import { useRouter } from '@tanstack/react-router';
import { visitable } from '../../lib/pages.ts';
import { session } from '../../lib/current-session.ts';
import { t } from '../../lib/labels.ts';
import { useOnNavigation } from '../../lib/on-navigation.ts';
import { openedPart } from '../../lib/opened-part.tsx';
import { IconButton } from '../../ui/actions/icon-button.tsx';
import { toasts } from '../../ui/feedback/toasts.ts';
import styles from './notification-bell.module.css';
import { useUnreadCount } from './unread-count.ts';
import { useArrivals } from './use-notification-feed.ts';

const NotificationsPanel = openedPart(
  async () => (await import('./notifications-panel.tsx')).NotificationsPanel,
);

const shownMax = 99;

interface BellProps {
  readonly onShowSessions: () => void;
  /** See the dialog of wishes. */
  readonly pushSwitch: ReactNode;
  /** Stands above all entries of the panel; `pinnedLinks` are those of entries that it shows already. */
  readonly pinned: ReactNode;
  readonly pinnedLinks: readonly string[];
}

/** Of the reader's own account a line, and no alarm. */
const textOf = ({ kind, title, message }: Notification) =>
  kind === 'newSignIn' ? { text: `${title}: ${message}` } : { summary: title, text: message };

/** Says what came, unless the panel shows it anyway; returns what takes that away. */
function useArrivalToasts(isOpen: boolean, openPanel: () => void): () => void {
  const router = useRouter();
  const shown = useRef<number[]>([]);
  useArrivals((arrived) => {
    const [only, ...others] = arrived;
    if (only === undefined) return;
    const isSos = only.kind === 'sosRaised';
    // The bar above every page shows it; for those who may not see that, the toast stays until they close it.
    if (isSos ? session.canView('DASHBOARD') : isOpen) return;
    const go = (path: string) => router.history.push(path);
    const onSelect = others.length > 0 ? openPanel : () => view(only, openPanel, go);
    const text =
      others.length > 0 ? { text: t('notifications.several', { count: arrived.length }) } : textOf(only);
    const toast = { ...text, action: { label: t('notifications.view'), onSelect } };
    if (isSos) toasts.error({ ...toast, durationMs: null });
    else shown.current.push(toasts.info(toast));
  });
  return () => {
    for (const id of shown.current.splice(0)) toasts.dismiss(id);
  };
}

function view({ link }: Notification, openPanel: () => void, go: (path: string) => void): void {
  const path = link === null ? undefined : visitable(link, session.canView);
  if (path === undefined) openPanel();
  else go(path);
}

export function NotificationBell({ onShowSessions, pushSwitch, pinned, pinnedLinks }: BellProps) {
  const [isOpen, setIsOpen] = useState(false);
  const count = useUnreadCount();
  const open = useCallback(() => setIsOpen(true), []);
  useOnNavigation(() => setIsOpen(false));
  const clearToasts = useArrivalToasts(isOpen, open);
  const showSessions = () => {
    setIsOpen(false);
    onShowSessions();
  };
  return (
    <>
      <IconButton
        label={count === 0 ? t('notifications.bellNone') : t('notifications.bell', { count })}
        hasTooltip={false}
        icon={
          <>
            <IconBell size={20} />
            {count > 0 && (
              <span className={styles.count} data-unread-count={count}>
                {count > shownMax ? `${shownMax}+` : count}
              </span>
            )}
          </>
        }
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        onClick={() => {
          clearToasts();
          open();
        }}
      />
      {isOpen && (
        <NotificationsPanel
          onClose={() => setIsOpen(false)}
          onShowSessions={showSessions}
          pushSwitch={pushSwitch}
          pinned={pinned}
          pinnedLinks={pinnedLinks}
        />
      )}
    </>
  );
}
