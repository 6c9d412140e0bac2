// Open calls for help: above everything else, with what to do about each of them (NOTIF-05).
import type { SosCall } from '@watchpost/contract/sos';
import { sosLateMs } from '@watchpost/domain/sos';
import {
  IconCheck,
  IconDeviceMobileOff,
  IconMapPin,
  IconPhone,
  IconShieldCheck,
  IconUrgent,
} from '@tabler/icons-react';
import { useState } from 'react';
import { ApiError } from '../../lib/api-error.ts';
import { t } from '../../lib/labels.ts';
import { durationText, placeText } from '../../lib/rounds/round-words.ts';
import { Button } from '../../ui/actions/button.tsx';
import { toasts } from '../../ui/feedback/toasts.ts';
import { useSecondsNow } from './board-clock.tsx';
import { SiteClock } from './board-times.tsx';
import { acknowledge } from './live-board.api.ts';
import styles from './sos.module.css';

interface SosProps {
  readonly call: SosCall;
  readonly onDone: () => void;
  readonly onResolve: () => void;
  readonly onShow: () => void;
}

function useAcknowledge(id: string, onDone: () => void) {
  const [isBusy, setIsBusy] = useState(false);
  const press = async () => {
    setIsBusy(true);
    try {
      await acknowledge(id);
      onDone();
    } catch (failure) {
      if (!(failure instanceof ApiError)) throw failure;
      toasts.error({ summary: t('error.summary'), text: failure.message });
    } finally {
      setIsBusy(false);
    }
  };
  return { isBusy, press };
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
          <IconMapPin size={16} aria-hidden /> {placeText(position.latitude, position.longitude)}
          {position.accuracyMetres !== null &&
            ` ${t('sos.accuracy', { metres: Math.round(position.accuracyMetres) })}`}
        </span>
      )}
      {receivedAtMs - raisedAtMs > sosLateMs && (
        <strong>{t('sos.late', { span: durationText(receivedAtMs - raisedAtMs) })}</strong>
      )}
      {safeAtMs !== null && (
        <span>
          <IconShieldCheck size={16} aria-hidden />{' '}
          <SiteClock atMs={safeAtMs} zone={siteTimeZone} words={(time) => t('sos.saysSafe', { time })} />
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
        words={(time) => t('sos.acknowledgedBy', { name, time })}
      />
    </p>
  );
}

function SosCard({ call, onDone, onResolve, onShow }: SosProps) {
  const nowMs = useSecondsNow();
  const { isBusy, press } = useAcknowledge(call.id, onDone);
  const isRaised = call.state === 'raised';
  const place = call.siteName === '' ? t('sos.noSite') : call.siteName;
  return (
    <li className={isRaised ? styles.raised : styles.acknowledged}>
      <IconUrgent size={32} className={styles.icon} aria-hidden />
      <div className={styles.words}>
        <h2>
          {t('sos.calls', { guard: call.guardName })}
          <span>{place}</span>
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
        {isRaised && (
          <Button
            className={styles.acknowledge}
            icon={<IconCheck size={18} aria-hidden />}
            isBusy={isBusy}
            onClick={() => void press()}
          >
            {t('sos.acknowledge')}
          </Button>
        )}
        <Button className={styles.other} onClick={onResolve}>
          {t('sos.resolve')}
        </Button>
        <Button className={styles.other} onClick={onShow}>
          {t('sos.details')}
        </Button>
      </div>
    </li>
  );
}

interface PanelProps {
  readonly calls: readonly SosCall[];
  readonly count: number;
  readonly onDone: () => void;
  readonly onResolve: (call: SosCall) => void;
  readonly onShow: (id: string) => void;
}

export function SosPanel({ calls, count, onDone, onResolve, onShow }: PanelProps) {
  if (calls.length === 0) return null;
  return (
    <section className={styles.panel} aria-label={t('sos.title')}>
      <ul>
        {calls.map((call) => (
          <SosCard
            key={call.id}
            call={call}
            onDone={onDone}
            onResolve={() => onResolve(call)}
            onShow={() => onShow(call.id)}
          />
        ))}
      </ul>
      {count > calls.length && <p>{t('live.more', { count: count - calls.length })}</p>}
    </section>
  );
}
