import type { Notification } from '@watchpost/contract/notifications';
import type { NoticeKind } from '@watchpost/domain/notice-kinds';
import {
  IconAlertTriangle,
  IconCheck,
  IconClockExclamation,
  IconDeviceLaptop,
  IconKey,
  IconListCheck,
  IconRouteX,
  IconShieldX,
  IconUrgent,
  IconUserCheck,
  IconUserOff,
} from '@tabler/icons-react';
import type { MouseEvent } from 'react';
import { visitable } from '../../lib/pages.ts';
import { session } from '../../lib/current-session.ts';
import { t } from '../../lib/labels.ts';
import { roundMeanings } from '../../lib/rounds/round-meanings.ts';
import { viewerClock } from '../../lib/rounds/round-times.ts';
import { IconButton } from '../../ui/actions/icon-button.tsx';
import { classNames } from '../../ui/class-names.ts';
import { VisuallyHidden } from '../../ui/display/visually-hidden.tsx';
import styles from './notifications-panel.module.css';

const looks: Readonly<Record<NoticeKind, { icon: typeof IconKey; meaning: 'missed' | 'late' | 'plain' }>> = {
  sosRaised: { icon: IconUrgent, meaning: 'missed' },
  incidentReported: { icon: IconAlertTriangle, meaning: 'missed' },
  roundMissed: { icon: IconRouteX, meaning: roundMeanings.missed },
  roundNotBegun: { icon: IconClockExclamation, meaning: roundMeanings.late },
  roundLate: { icon: IconClockExclamation, meaning: roundMeanings.late },
  roundIncompleted: { icon: IconListCheck, meaning: roundMeanings.incompleted },
  exceptionAssigned: { icon: IconUserCheck, meaning: 'plain' },
  newSignIn: { icon: IconDeviceLaptop, meaning: 'plain' },
  passwordChanged: { icon: IconKey, meaning: 'plain' },
  accountDeactivated: { icon: IconUserOff, meaning: 'plain' },
  evidenceLogBroken: { icon: IconShieldX, meaning: 'missed' },
};

/** What is told of one's own account is looked into where its sessions are listed. */
const isOfAccount = (kind: NoticeKind): boolean => kind === 'newSignIn' || kind === 'passwordChanged';

interface EntryProps {
  readonly entry: Notification;
  /** Read, and left for what it is about. */
  readonly onOpen: () => void;
  readonly onRead: () => void;
  readonly onShowSessions: () => void;
}

function EntryText({ entry }: { readonly entry: Notification }) {
  const { icon: Icon, meaning } = looks[entry.kind];
  return (
    <>
      <span className={classNames(styles.icon, styles[meaning])}>
        <Icon size={18} aria-hidden />
      </span>
      <span className={styles.words}>
        <span className={styles.entryTitle}>
          {entry.title}
          {entry.readAt === null && (
            <>
              <span className={styles.dot} aria-hidden />
              <VisuallyHidden>{t('notifications.unread')}</VisuallyHidden>
            </>
          )}
        </span>
        <span className={styles.message}>{entry.message}</span>
        <time className={styles.time} dateTime={new Date(entry.createdAt).toISOString()}>
          {viewerClock(entry.createdAt)}
        </time>
      </span>
    </>
  );
}

/** Of an entry that leads nowhere. What held the focus is gone once it is read; so the entry takes it. */
function Reading({ onRead }: Pick<EntryProps, 'onRead'>) {
  const handleClick = ({ currentTarget }: MouseEvent<HTMLButtonElement>) => {
    currentTarget.closest('li')?.focus();
    onRead();
  };
  return (
    <IconButton
      size="small"
      label={t('notifications.markRead')}
      icon={<IconCheck size={18} aria-hidden />}
      onClick={handleClick}
    />
  );
}

/** Leads to what it concerns, where the reader may go there, and is read then; else a control marks it so (NOTIF-02). */
export function NotificationEntry({ entry, onOpen, onRead, onShowSessions }: EntryProps) {
  const link = entry.link === null ? undefined : visitable(entry.link, session.canView);
  const isUnread = entry.readAt === null;
  const className = classNames(styles.entry, isUnread && styles.unread);
  if (link !== undefined)
    return (
      <li>
        <a href={`#${link}`} className={classNames(className, styles.leading)} onClick={onOpen}>
          <EntryText entry={entry} />
        </a>
      </li>
    );
  if (isOfAccount(entry.kind))
    return (
      <li>
        <button
          type="button"
          className={classNames(className, styles.leading)}
          onClick={() => {
            onRead();
            onShowSessions();
          }}
        >
          <EntryText entry={entry} />
        </button>
      </li>
    );
  return (
    <li tabIndex={-1}>
      <div className={className}>
        <EntryText entry={entry} />
        {isUnread && <Reading onRead={onRead} />}
      </div>
    </li>
  );
}
