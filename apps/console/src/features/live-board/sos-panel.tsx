// Open calls for help with all that is known of them, until they are resolved (NOTIF-05). The bar above the page, in which
// they are acknowledged, is not of the board.
import type { SosCall } from '@watchpost/contract/sos';
import { sosLateMs } from '@watchpost/domain/sos';
import { IconDeviceMobileOff, IconMapPin, IconPhone, IconShieldCheck, IconUrgent } from '@tabler/icons-react';
import { t } from '../../lib/labels.ts';
import { durationText } from '../../lib/rounds/round-texts.ts';
import { Button } from '../../ui/actions/button.tsx';
import { useSecondsNow } from './board-clock.tsx';
import { SiteClock } from '../../lib/site-clock.tsx';
import { exactText, whereText } from '../../lib/sos-texts.ts';
import styles from './sos.module.css';

interface SosProps {
  readonly call: SosCall;
  readonly onResolve: () => void;
  readonly onShow: () => void;
}

function Facts({ call }: { readonly call: SosCall }) {
  const { guardPhone, position, raisedAtMs, receivedAtMs, safeAtMs, siteTimeZone } = call;
  return (
    <p className={styles.facts}>
      {call.isFromLostPhone && (
        <strong title={t('trust.lostPhoneWhy')}>
          <IconDeviceMobileOff size={16} aria-hidden /> {t('trust.lostPhone')}
        </strong>
      )}
      {guardPhone !== '' && (
        <a href={`tel:${guardPhone.replaceAll(' ', '')}`}>
          <IconPhone size={16} aria-hidden /> {guardPhone}
        </a>
      )}
      {position !== null && (
        <span>
          <IconMapPin size={16} aria-hidden />
          {call.nearestCheckpoint !== null && `${whereText(call)} · `}
          {exactText(call)}
        </span>
      )}
      {receivedAtMs - raisedAtMs > sosLateMs && (
        <strong>{t('sos.late', { span: durationText(receivedAtMs - raisedAtMs) })}</strong>
      )}
      {safeAtMs !== null && (
        <span>
          <IconShieldCheck size={16} aria-hidden />{' '}
          <SiteClock atMs={safeAtMs} zone={siteTimeZone} write={(time) => t('sos.saysSafe', { time })} />
          {call.isSafeFromLostPhone && ` (${t('trust.lostPhone')})`}
        </span>
      )}
    </p>
  );
}

function Acknowledged({ call }: { readonly call: SosCall }) {
  const { acknowledgedBy: name, acknowledgedAtMs, receivedAtMs, siteTimeZone } = call;
  return (
    <p className={styles.by}>
      <SiteClock
        atMs={acknowledgedAtMs ?? receivedAtMs}
        zone={siteTimeZone}
        write={(time) => t('sos.acknowledgedBy', { name, time })}
      />
    </p>
  );
}

function SosCard({ call, onResolve, onShow }: SosProps) {
  const nowMs = useSecondsNow();
  const isRaised = call.state === 'raised';
  const siteText = call.siteName === '' ? t('sos.noSite') : call.siteName;
  return (
    <li className={isRaised ? styles.raised : styles.acknowledged}>
      <IconUrgent size={32} className={styles.icon} aria-hidden />
      <div className={styles.words}>
        <h2>
          {t('sos.calls', { guard: call.guardName })}
          <span>{siteText}</span>
        </h2>
        <Facts call={call} />
        {!isRaised && <Acknowledged call={call} />}
      </div>
      <div className={styles.span}>
        <span>{durationText(nowMs - call.raisedAtMs)}</span>
        <span>
          <SiteClock atMs={call.raisedAtMs} zone={call.siteTimeZone} />
        </span>
      </div>
      <div className={styles.actions}>
        <Button onClick={onResolve}>{t('sos.resolve')}</Button>
        <Button onClick={onShow}>{t('sos.details')}</Button>
      </div>
    </li>
  );
}

interface PanelProps {
  readonly calls: readonly SosCall[];
  readonly count: number;
  readonly onResolve: (call: SosCall) => void;
  readonly onShow: (id: string) => void;
}

export function SosPanel({ calls, count, onResolve, onShow }: PanelProps) {
  if (calls.length === 0) return null;
  return (
    <section className={styles.panel} aria-label={t('sos.title')}>
      <ul>
        {calls.map((call) => (
          <SosCard
            key={call.id}
            call={call}
            onResolve={() => onResolve(call)}
            onShow={() => onShow(call.id)}
          />
        ))}
      </ul>
      {count > calls.length && <p>{t('live.more', { count: count - calls.length })}</p>}
    </section>
  );
}
