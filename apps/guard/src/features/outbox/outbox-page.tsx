import {
  IconAlertTriangle,
  IconCamera,
  IconClock,
  IconFlag,
  IconMapPin,
  IconQrcode,
  IconSos,
} from '@tabler/icons-react';
import { type LabelKey, t } from '../../lib/labels.ts';
import { OfficeNotice } from '../../lib/office-notice.tsx';
import { OthersNotice } from '../../lib/others-notice.tsx';
import type { Phone } from '../../outbox/phone.ts';
import type { Entry, OutboxRecord } from '../../outbox/records.ts';
import { sendNow } from '../../outbox/sender.ts';
import { siteTime } from '../../outbox/site-time.ts';
import { Button, ButtonLink } from '../../ui/button.tsx';
import controls from '../../ui/controls.module.css';
import { Notice } from '../../ui/notice.tsx';
import { Row } from '../../ui/row-button.tsx';
import { Screen } from '../../ui/screen.tsx';
import { KeptWords } from './kept-words.tsx';

const shownMax = 100;

function keyOf(entry: Entry): LabelKey {
  return entry.kind === 'event' ? `entry.${entry.event.kind}` : `entry.${entry.kind}`;
}

function iconOf(entry: Entry) {
  const icons = {
    incident: IconAlertTriangle,
    photo: IconCamera,
    sos: IconSos,
    sosPosition: IconMapPin,
    sosSafe: IconFlag,
  };
  if (entry.kind !== 'event') return icons[entry.kind];
  return entry.event.kind === 'checkpointScanned' ? IconQrcode : IconClock;
}

const refusals: Readonly<Record<string, LabelKey>> = {
  notFound: 'refusal.notFound',
  idReused: 'refusal.idReused',
  photosFull: 'refusal.photosFull',
  photoLost: 'refusal.photoLost',
  tooLarge: 'refusal.tooLarge',
};

/** In the guard's language; the server's words, which are not, only where there are no others. */
function whyOf({ code, message }: NonNullable<OutboxRecord['refusal']>): string {
  const key = refusals[code];
  return key === undefined ? `${t('refusal.other')} ${message}` : t(key);
}

interface RecordsProps {
  readonly phone: Phone;
  readonly records: readonly OutboxRecord[];
  readonly label: string;
}

function Records({ phone, records, label }: RecordsProps) {
  const more = records.length - shownMax;
  return (
    <ul className={controls.field} aria-label={label}>
      {records.slice(0, shownMax).map((record) => {
        const Icon = iconOf(record.entry);
        const { refusal } = record;
        const what = t(keyOf(record.entry));
        const title = record.about || what;
        const detail = [
          siteTime(record.time.wallMs, phone),
          ...(title === what ? [] : [what]),
          ...(refusal === undefined ? [] : [whyOf(refusal)]),
        ].join(' · ');
        return (
          <li key={record.id}>
            <Row title={title} detail={detail} icon={<Icon size={24} aria-hidden />} />
            <KeptWords record={record} />
          </li>
        );
      })}
      {more > 0 && <li className={controls.quiet}>{t('outbox.more', { count: more })}</li>}
    </ul>
  );
}

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

/** What the phone holds, so that nobody has to believe a number. */
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
      {waiting.length > 0 && sender.failures > 0 && <Notice tone="late">{t('outbox.away')}</Notice>}
      <Records phone={phone} records={waiting} label={t('outbox.waitingList')} />
      {refused.length > 0 && (
        <section className={controls.field} aria-labelledby="refused">
          <h2 id="refused" className={controls.label}>
            {t('outbox.refused')}
          </h2>
          <Records phone={phone} records={refused} label={t('outbox.refused')} />
        </section>
      )}
      <OthersNotice {...others} />
      <p className={controls.quiet}>{t('outbox.sentCount', { count: sentCount })}</p>
    </Screen>
  );
}
