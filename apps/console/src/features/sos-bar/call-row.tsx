// One open call: what to know and what to do about it, in one row.
import type { SosCall } from '@watchpost/contract/sos';
import { sosLateMs } from '@watchpost/domain/sos';
import {
  IconCheck,
  IconCopy,
  IconDeviceMobileOff,
  IconMap,
  IconPhone,
  IconShieldCheck,
  IconUrgent,
  IconVolumeOff,
} from '@tabler/icons-react';
import { type ReactNode, useRef, useState, useSyncExternalStore } from 'react';
import { liveBoardPath } from '../../lib/pages.ts';
import { t } from '../../lib/labels.ts';
import { durationText } from '../../lib/rounds/round-texts.ts';
import { SiteClock } from '../../lib/site-clock.tsx';
import { seconds } from '../../lib/ticking.ts';
import { Button, ButtonLink } from '../../ui/actions/button.tsx';
import { IconButton } from '../../ui/actions/icon-button.tsx';
import { classNames } from '../../ui/class-names.ts';
import { VisuallyHidden } from '../../ui/display/visually-hidden.tsx';
import { toasts } from '../../ui/feedback/toasts.ts';
import { acknowledgeCall, type Acknowledging } from './acknowledging.ts';
import { isFirstTime } from './announcements.ts';
import styles from './sos-bar.module.css';
import { exactText, runningText, siteOf, whereText } from '../../lib/sos-texts.ts';
import { mute, mutedUntilMs } from './muted-calls.ts';

interface RowProps {
  readonly call: SosCall;
  readonly outcome: Acknowledging | undefined;
  /** The server's clock minus this machine's. */
  readonly clockMs: number;
  /** The page is the live board as a screen on a wall, and stays so. */
  readonly isWallDisplay: boolean;
}

/** Whether somebody is still to acknowledge it, as far as this browser knows. */
export const isWaiting = (call: SosCall, outcome: Acknowledging | undefined): boolean =>
  call.state === 'raised' && (outcome === undefined || outcome.kind === 'failed');

function boardHref(query: 'call' | 'sos', { id }: SosCall, isWallDisplay: boolean): string {
  return `#/${liveBoardPath}?${new URLSearchParams({ [query]: id, ...(isWallDisplay ? { wall: '1' } : {}) }).toString()}`;
}

function Running({ call: { raisedAtMs }, clockMs }: Pick<RowProps, 'call' | 'clockMs'>) {
  const nowMs = useSyncExternalStore(seconds.subscribe, seconds.now) + clockMs;
  return (
    <span className={styles.running} role="timer" aria-live="off">
      {runningText(nowMs - raisedAtMs)}
    </span>
  );
}

function Fact({ icon, children }: { readonly icon: ReactNode; readonly children: ReactNode }) {
  return (
    <span className={styles.fact}>
      {icon}
      {children}
    </span>
  );
}

function Facts({ call }: { readonly call: SosCall }) {
  const { isFromLostPhone, receivedAtMs, raisedAtMs, safeAtMs, siteTimeZone } = call;
  const isLate = receivedAtMs - raisedAtMs > sosLateMs;
  return (
    <p className={styles.where}>
      <span>{siteOf(call)}</span>
      <span title={exactText(call)}>{whereText(call)}</span>
      {isFromLostPhone && (
        <span title={t('trust.lostPhoneWhy')}>
          <Fact icon={<IconDeviceMobileOff size={16} aria-hidden />}>{t('trust.lostPhone')}</Fact>
        </span>
      )}
      {isLate && (
        <span className={styles.fact}>
          {t('sosBar.late', { span: durationText(receivedAtMs - raisedAtMs) })}
        </span>
      )}
      {safeAtMs !== null && (
        <Fact icon={<IconShieldCheck size={16} aria-hidden />}>
          <SiteClock atMs={safeAtMs} zone={siteTimeZone} write={(time) => t('sosBar.safe', { time })} />
        </Fact>
      )}
    </p>
  );
}

async function copy(phone: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(phone);
    toasts.success({ text: t('sosBar.copied', { phone }) });
  } catch {
    toasts.warn({ text: t('sosBar.notCopied', { phone }) });
  }
}

function Phone({ call: { guardName: guard, guardPhone: phone } }: Pick<RowProps, 'call'>) {
  if (phone === '') return <span className={styles.noPhone}>{t('sosBar.noPhone')}</span>;
  return (
    <span className={styles.pair}>
      <ButtonLink
        className={styles.other}
        icon={<IconPhone size={18} aria-hidden />}
        href={`tel:${phone.replaceAll(' ', '')}`}
        aria-label={t('sosBar.callGuard', { guard, phone })}
      >
        {t('sosBar.call')}
        <span className={styles.number}>{phone}</span>
      </ButtonLink>
      <IconButton
        hasBorder
        className={styles.other}
        label={t('sosBar.copy', { guard })}
        icon={<IconCopy size={18} aria-hidden />}
        onClick={() => void copy(phone)}
      />
    </span>
  );
}

/** Muted until the minute is over; a call that is still not acknowledged then sounds again. */
function Mute({ call: { id } }: Pick<RowProps, 'call'>) {
  const nowMs = useSyncExternalStore(seconds.subscribe, seconds.now);
  const untilMs = mutedUntilMs(id, nowMs);
  if (untilMs > 0)
    return (
      <span className={styles.muted} role="timer" aria-live="off">
        <IconVolumeOff size={18} aria-hidden />
        {t('sosBar.muted', { span: runningText(untilMs - nowMs) })}
      </span>
    );
  return (
    <IconButton
      hasBorder
      className={styles.other}
      label={t('sosBar.mute')}
      icon={<IconVolumeOff size={18} aria-hidden />}
      onClick={() => mute(id)}
    />
  );
}

function MapLink({ call, isWallDisplay }: Pick<RowProps, 'call' | 'isWallDisplay'>) {
  // Of a guard who is posted nowhere and whose phone knows no position, no map shows anything.
  if (call.position === null && call.siteId === null) return null;
  return (
    <ButtonLink
      className={styles.other}
      icon={<IconMap size={18} aria-hidden />}
      href={boardHref('call', call, isWallDisplay)}
      aria-label={t('sosBar.mapOf', { guard: call.guardName })}
    >
      {t('sosBar.map')}
    </ButtonLink>
  );
}

/** Once for each call, however often the row is drawn. */
function Announcement({ call }: Pick<RowProps, 'call'>) {
  const [isShown] = useState(() => isFirstTime(call.id));
  const text = t('sosBar.alarm', { guard: call.guardName, site: siteOf(call) });
  return <VisuallyHidden>{isShown ? <span role="alert">{text}</span> : null}</VisuallyHidden>;
}

function Waiting({
  call,
  outcome,
  clockMs,
  isWallDisplay,
  onAcknowledge,
}: RowProps & { onAcknowledge: () => void }) {
  const guard = call.guardName;
  const hasFailed = outcome?.kind === 'failed';
  return (
    <>
      <Announcement call={call} />
      <IconUrgent size={28} className={styles.icon} aria-hidden />
      <div className={styles.words}>
        <h2>{t('sosBar.sos', { guard })}</h2>
        <Facts call={call} />
        {hasFailed && (
          <p role="alert" className={styles.failure}>
            {t('sosBar.failed', { reason: outcome.text })}
          </p>
        )}
      </div>
      <Running call={call} clockMs={clockMs} />
      <div className={styles.actions}>
        <Phone call={call} />
        <MapLink call={call} isWallDisplay={isWallDisplay} />
        <Mute call={call} />
        <Button
          className={styles.acknowledge}
          icon={<IconCheck size={18} aria-hidden />}
          aria-label={t('sosBar.acknowledgeOf', { guard })}
          aria-keyshortcuts="F8"
          data-sos-acknowledge
          onClick={onAcknowledge}
        >
          {t(hasFailed ? 'sosBar.again' : 'sosBar.acknowledge')}
        </Button>
      </div>
    </>
  );
}

function Seen({ call, outcome }: Pick<RowProps, 'call' | 'outcome'>) {
  const { acknowledgedBy, acknowledgedAtMs, siteTimeZone } = call;
  if (outcome?.kind === 'late') {
    const { by: name, atMs } = outcome;
    return <SiteClock atMs={atMs} zone={siteTimeZone} write={(time) => t('sosBar.first', { name, time })} />;
  }
  if (acknowledgedAtMs === null)
    return t(outcome?.kind === 'sending' ? 'sosBar.acknowledging' : 'sosBar.byYou');
  const text = (time: string) => t('sosBar.by', { name: acknowledgedBy, time });
  return <SiteClock atMs={acknowledgedAtMs} zone={siteTimeZone} write={text} />;
}

/** Alarms no longer, and is not forgotten either: it stays until it is resolved. */
function Acknowledged({ call, outcome, clockMs, isWallDisplay }: RowProps) {
  const { guardName: guard, guardPhone: phone } = call;
  return (
    <>
      <IconUrgent size={18} className={styles.icon} aria-hidden />
      <p className={styles.slim}>
        <strong>{t('sosBar.open', { guard, site: siteOf(call) })}</strong>
        <output>
          <Seen call={call} outcome={outcome} />
        </output>
      </p>
      <Running call={call} clockMs={clockMs} />
      <div className={styles.links}>
        {phone !== '' && (
          <a href={`tel:${phone.replaceAll(' ', '')}`} aria-label={t('sosBar.callGuard', { guard, phone })}>
            {t('sosBar.call')}
          </a>
        )}
        <a href={boardHref('sos', call, isWallDisplay)} aria-label={t('sosBar.detailsOf', { guard })}>
          {t('sosBar.details')}
        </a>
      </div>
    </>
  );
}

export function CallRow(props: RowProps) {
  const { call, outcome } = props;
  const row = useRef<HTMLLIElement>(null);
  const isRed = isWaiting(call, outcome);
  const acknowledge = () => {
    // The pressed button goes: the focus stays at the call.
    row.current?.focus({ preventScroll: true });
    void acknowledgeCall(call.id);
  };
  return (
    <li
      ref={row}
      tabIndex={-1}
      className={classNames(styles.row, isRed ? styles.waiting : styles.seen)}
      data-sos-call={call.id}
    >
      {isRed ? <Waiting {...props} onAcknowledge={acknowledge} /> : <Acknowledged {...props} />}
    </li>
  );
}
