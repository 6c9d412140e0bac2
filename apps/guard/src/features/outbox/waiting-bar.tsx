import { IconCloud, IconCloudCheck, IconCloudUpload, IconLogin2 } from '@tabler/icons-react';
import { type LabelKey, t } from '../../lib/labels.ts';
import { OfficeNotice } from '../../lib/office-notice.tsx';
import type { Phone } from '../../outbox/phone.ts';
import controls from '../../ui/controls.module.css';
import { Notice } from '../../ui/notice.tsx';
import styles from './waiting-bar.module.css';

/** How much is still on the phone alone: on every screen, whatever else it shows. Where it waits for a sign-in it leads there. */
export function WaitingBar({ phone }: { readonly phone: Phone }) {
  const { waiting, refused, diskSpace, session, settings } = phone;
  const unread = refused.filter(({ isRead }) => isRead !== true).length;
  const isStopped = settings.office?.[session?.company ?? ''] !== undefined;
  const isSignedOut = session?.token === null && !isStopped;
  const StateIcon = icons[isSignedOut ? 'signedOut' : stateOf(phone)];
  return (
    <>
      <a
        className={styles.bar}
        href={isSignedOut ? '#/signin' : '#/outbox'}
        data-waiting={waiting.length}
        data-refused={unread}
        data-signed-out={isSignedOut}
      >
        <StateIcon size={24} aria-hidden />
        <span className={styles.words}>
          <output>{textOf(phone, isSignedOut)}</output>
          {isSignedOut && <strong className={styles.deed}>{t('outbox.signInAgain')}</strong>}
        </span>
        {unread > 0 && <span className={controls.fault}>{t('outbox.refusedCount', { count: unread })}</span>}
      </a>
      <OfficeNotice office={settings.office} />
      {diskSpace !== 'plenty' && (
        <Notice tone="late">{t(diskSpace === 'low' ? 'fault.low' : 'fault.noPhotoRoom')}</Notice>
      )}
    </>
  );
}

const icons = {
  signedOut: IconLogin2,
  waiting: IconCloudUpload,
  sent: IconCloudCheck,
  refused: IconCloud,
};

function stateOf({ waiting, refused }: Phone) {
  if (waiting.length > 0) return 'waiting';
  return refused.length === 0 ? 'sent' : 'refused';
}

/** Without a network no one knows of the server. */
function waitingLabel({ failures, isOffline }: Phone['sender']): LabelKey {
  if (failures === 0) return 'outbox.waiting';
  return isOffline ? 'outbox.waitingOffline' : 'outbox.waitingAway';
}

function textOf({ waiting, refused, sender }: Phone, isSignedOut: boolean): string {
  const count = waiting.length;
  if (count > 0) return t(waitingLabel(sender), { count });
  if (isSignedOut) return t('outbox.signedOut');
  return t(refused.length === 0 ? 'outbox.empty' : 'outbox.noneWaiting');
}
