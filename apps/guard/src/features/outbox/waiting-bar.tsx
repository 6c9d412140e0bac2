import { IconCloud, IconCloudCheck, IconCloudUpload } from '@tabler/icons-react';
import { t } from '../../lib/labels.ts';
import { OfficeNotice } from '../../lib/office-notice.tsx';
import type { Phone } from '../../outbox/phone.ts';
import controls from '../../ui/controls.module.css';
import { Notice } from '../../ui/notice.tsx';
import styles from './waiting-bar.module.css';

/** How much is still on the phone alone: on every screen, whatever else it shows. */
export function WaitingBar({ phone }: { readonly phone: Phone }) {
  const { waiting, refused, sender, room, session, settings } = phone;
  const isStopped = settings.office?.[session?.company ?? ''] !== undefined;
  const count = waiting.length;
  const isAllSent = count === 0 && refused.length === 0;
  const StateIcon = isAllSent ? IconCloudCheck : count > 0 ? IconCloudUpload : IconCloud;
  const none = t(isAllSent ? 'outbox.empty' : 'outbox.noneWaiting');
  const some = t(sender.failures > 0 ? 'outbox.waitingAway' : 'outbox.waiting', { count });
  const words = count === 0 ? none : some;
  return (
    <>
      <a className={styles.bar} href="#/outbox" data-waiting={count} data-refused={refused.length}>
        <StateIcon size={24} aria-hidden />
        <output className={styles.words}>{words}</output>
        {refused.length > 0 && (
          <span className={controls.fault}>{t('outbox.refusedCount', { count: refused.length })}</span>
        )}
      </a>
      <OfficeNotice office={settings.office} />
      {session?.token === null && !isStopped && (
        <a className={styles.bar} href="#/signin">
          {t('outbox.signInAgain')}
        </a>
      )}
      {room !== 'plenty' && (
        <Notice tone="late">{t(room === 'low' ? 'fault.low' : 'fault.noPhotoRoom')}</Notice>
      )}
    </>
  );
}
