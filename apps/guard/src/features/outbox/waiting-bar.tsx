import { IconCloudCheck, IconCloudUpload } from '@tabler/icons-react';
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
  const isAway = count > 0 && sender.failures > 0;
  return (
    <>
      <a className={styles.bar} href="#/outbox" data-waiting={count} data-refused={refused.length}>
        {count === 0 ? <IconCloudCheck size={24} aria-hidden /> : <IconCloudUpload size={24} aria-hidden />}
        <output className={styles.words}>
          {count === 0 ? t('outbox.empty') : t(isAway ? 'outbox.waitingAway' : 'outbox.waiting', { count })}
        </output>
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
