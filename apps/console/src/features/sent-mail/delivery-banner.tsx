import type { SentMailPage } from '@watchpost/contract/sent-mail';
import { IconAlertTriangle, IconInbox } from '@tabler/icons-react';
import { t } from '../../lib/labels.ts';
import { timeText } from './mail-texts.ts';
import styles from './sent-mail-page.module.css';

/** Tells when mail does not get out, and when it is not meant to. */
export function DeliveryBanner({ page }: { readonly page: SentMailPage | undefined }) {
  if (page === undefined) return null;
  const { problem, failedAt, waiting, isOutbox } = page.delivery;
  if (problem !== null && failedAt !== null) {
    return (
      <div className={styles.problem} role="alert">
        <IconAlertTriangle size={20} aria-hidden />
        <div>
          <strong>{t('sentMail.downTitle', { count: waiting })}</strong>
          <p>{t('sentMail.downText', { time: timeText(failedAt), reason: problem })}</p>
        </div>
      </div>
    );
  }
  if (!isOutbox) return null;
  return (
    <p className={styles.outbox}>
      <IconInbox size={20} aria-hidden />
      {page.canOpen ? t('sentMail.outboxDemo') : t('sentMail.outbox')}
    </p>
  );
}
