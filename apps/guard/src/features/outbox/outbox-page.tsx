import { t } from '../../lib/labels.ts';
import { OfficeNotice } from '../../lib/office-notice.tsx';
import { OthersNotice } from '../../lib/others-notice.tsx';
import type { Phone } from '../../outbox/phone.ts';
import { sendNow } from '../../outbox/sender.ts';
import { Button, ButtonLink } from '../../ui/button.tsx';
import controls from '../../ui/controls.module.css';
import { Notice } from '../../ui/notice.tsx';
import { Screen } from '../../ui/screen.tsx';
import { Records } from './records-list.tsx';
import { RefusedRecords } from './refused-records.tsx';

/** What waits for the guard's sign-in is not sent by asking for it, nor is anything from a phone that the office stopped. */
function Send({ phone: { waiting, sender, session, settings } }: { readonly phone: Phone }) {
  const isStopped = settings.office?.[session?.company ?? ''] !== undefined;
  if (waiting.length === 0 || isStopped) return null;
  if (session?.token === null) {
    return (
      <ButtonLink href="#/signin" kind="primary">
        {t('outbox.signInAgain')}
      </ButtonLink>
    );
  }
  return (
    <Button kind="primary" isBusy={sender.isSending} onPress={() => void sendNow()}>
      {sender.isSending ? t('outbox.sending') : t('outbox.sendNow')}
    </Button>
  );
}

/** What the phone holds, so that no one has to believe a number. */
export function OutboxPage({ phone }: { readonly phone: Phone }) {
  const { waiting, refused, sentCount, sender, others } = phone;
  return (
    <Screen
      title={t('outbox.title')}
      back={{ href: phone.shift.round === null ? '#/home' : '#/round', label: t('back') }}
      actions={<Send phone={phone} />}
    >
      <OfficeNotice office={phone.settings.office} />
      <output>
        {waiting.length === 0 ? (
          <Notice tone={refused.length === 0 ? 'good' : 'plain'}>
            {t(refused.length === 0 ? 'outbox.empty' : 'outbox.noneWaiting')}
          </Notice>
        ) : (
          t('outbox.waiting', { count: waiting.length })
        )}
      </output>
      {waiting.length > 0 && sender.failures > 0 && (
        <Notice tone="late">{t(sender.isOffline ? 'outbox.offline' : 'outbox.away')}</Notice>
      )}
      {waiting.length > 0 && <Records phone={phone} records={waiting} label={t('outbox.waitingList')} />}
      {refused.length > 0 && <RefusedRecords phone={phone} />}
      <OthersNotice {...others} />
      <p className={controls.quiet}>{t('outbox.sentCount', { count: sentCount })}</p>
    </Screen>
  );
}
