// What the bell opens (NOTIF-01 to NOTIF-03). Mounted while open, so that opening begins again.
import type { Notification } from '@watchpost/contract/notifications';
import { IconBell, IconChecks, IconSettings } from '@tabler/icons-react';
import { useState } from 'react';
import type { ReactNode } from 'react';
import { t } from '../../lib/labels.ts';
import { Button } from '../../ui/actions/button.tsx';
import { IconButton } from '../../ui/actions/icon-button.tsx';
import { EmptyState } from '../../ui/display/empty-state.tsx';
import { Skeleton } from '../../ui/display/skeleton.tsx';
import { VisuallyHidden } from '../../ui/display/visually-hidden.tsx';
import { Drawer } from '../../ui/overlays/drawer.tsx';
import { NotificationEntry } from './notification-entry.tsx';
import { NotificationPreferencesDialog } from './notification-preferences-dialog.tsx';
import styles from './notifications-panel.module.css';
import { useNotificationList } from './use-notification-list.ts';

interface PanelProps {
  readonly onClose: () => void;
  readonly onShowSessions: () => void;
  /** Stands in the dialog of wishes, e.g. what switches push on in this browser. */
  readonly pushSwitch: ReactNode;
  /** Stands above all entries; `pinnedLinks` are those of entries that it shows already. */
  readonly pinned: ReactNode;
  readonly pinnedLinks: readonly string[];
}

const skeletonRows = [0, 1, 2, 3, 4];

function Loading() {
  return (
    <output className={styles.loading}>
      <VisuallyHidden>{t('notifications.loading')}</VisuallyHidden>
      {skeletonRows.map((row) => (
        <span key={row} className={styles.skeleton}>
          <Skeleton width={32} height={32} isRound />
          <span className={styles.words}>
            <Skeleton width="40%" />
            <Skeleton />
          </span>
        </span>
      ))}
    </output>
  );
}

function Failure({ onRetry }: { readonly onRetry: () => void }) {
  return (
    <div role="alert" className={styles.failure}>
      <p>{t('notifications.failed')}</p>
      <Button onClick={onRetry}>{t('ui.retry')}</Button>
    </div>
  );
}

interface ActionsProps {
  readonly hasUnread: boolean;
  readonly onAllRead: () => void;
  readonly onChoose: () => void;
}

function Actions({ hasUnread, onAllRead, onChoose }: ActionsProps) {
  return (
    <>
      <IconButton
        size="small"
        label={t('notifications.allRead')}
        icon={<IconChecks size={18} />}
        disabled={!hasUnread}
        onClick={onAllRead}
      />
      <IconButton
        size="small"
        label={t('notifications.settings')}
        icon={<IconSettings size={18} />}
        onClick={onChoose}
      />
    </>
  );
}

/** That there is none is said by a message, in the words that are given (NOTIF-03). */
function Nothing() {
  return <EmptyState icon={<IconBell size={28} />} title={t('notifications.noneReason')} />;
}

export function NotificationsPanel(props: PanelProps) {
  const { onClose, onShowSessions, pushSwitch, pinned, pinnedLinks } = props;
  const { entries, loading, load, markRead } = useNotificationList();
  const [isChoosing, setIsChoosing] = useState(false);
  const isApart = ({ link }: Notification) => link === null || !pinnedLinks.includes(link);
  const hasUnread = entries.some((entry) => entry.readAt === null);
  const actions = (
    <Actions
      hasUnread={hasUnread}
      onAllRead={() => void markRead(null)}
      onChoose={() => setIsChoosing(true)}
    />
  );
  const openEntry = (id: string) => {
    void markRead(id);
    onClose();
  };
  return (
    <Drawer isOpen onClose={onClose} title={t('notifications.title')} width={420} actions={actions}>
      {pinned}
      {entries.length === 0 && loading === 'first' && <Loading />}
      {entries.length === 0 && loading === undefined && <Nothing />}
      {entries.length > 0 && (
        <ul className={styles.list}>
          {entries.filter(isApart).map((entry) => (
            <NotificationEntry
              key={entry.id}
              entry={entry}
              onOpen={() => openEntry(entry.id)}
              onRead={() => void markRead(entry.id)}
              onShowSessions={onShowSessions}
            />
          ))}
        </ul>
      )}
      {loading === 'failed' && <Failure onRetry={() => void load()} />}
      {entries.length > 0 && loading !== 'failed' && (
        <Button isFullWidth isBusy={loading !== undefined} onClick={() => void load()}>
          {t('notifications.more')}
        </Button>
      )}
      {isChoosing && (
        <NotificationPreferencesDialog pushSwitch={pushSwitch} onClose={() => setIsChoosing(false)} />
      )}
    </Drawer>
  );
}
