// What the phone knows of the guard's call, and no more than it knows.
import { sosUnseenMs } from '@watchpost/domain/sos';
import { type LabelKey, t } from '../../lib/labels.ts';
import { duration } from '../../lib/times.ts';
import type { Phone } from '../../outbox/phone.ts';
import { siteTime } from '../../outbox/site-time.ts';
import { Notice } from '../../ui/notice.tsx';
import { Outcome } from '../../ui/outcome.tsx';
import { type SendStatus, type Made, unseenMs } from './own-call.ts';
import type { Hearing } from './use-call.ts';

interface SendStatusProps {
  readonly sendStatus: SendStatus;
  /** It waits for the guard, not for a network. */
  readonly isOut: boolean;
}

interface StateProps {
  readonly made: Made;
  readonly phone: Phone;
  readonly nowMs: number;
  readonly isOut: boolean;
  readonly hearing: Hearing;
}

/** What became of the call, so that it can be read at arm's length. */
export function CallState({ made, phone, nowMs, isOut, hearing }: StateProps) {
  const { sendStatus, state, acknowledgedAtMs } = made;
  if (state === 'resolved') {
    return (
      <Outcome kind="taken" title={t('sos.resolved')}>
        <span>{t('sos.closedHint')}</span>
      </Outcome>
    );
  }
  if (state === 'acknowledged') {
    const hint =
      acknowledgedAtMs === null
        ? t('sos.seenHint')
        : t('sos.seenAt', { time: siteTime(acknowledgedAtMs, phone, { offsetMs: 0 }) });
    return (
      <Outcome kind="taken" title={t('sos.seen')}>
        <span>{hint}</span>
      </Outcome>
    );
  }
  if (sendStatus !== 'sent')
    return <NotSent sendStatus={sendStatus} hint={isOut ? 'sos.signInHint' : waitingHint(phone)} />;
  return <NotSeen made={made} nowMs={nowMs} hearing={hearing} />;
}

/** Why it waits, as far as the phone knows. */
function waitingHint({ sender: { failures, isOffline } }: Phone): LabelKey {
  if (isOffline || !navigator.onLine) return 'sos.noNetworkHint';
  return failures === 0 ? 'sos.sendingHint' : 'sos.awayHint';
}

interface NotSentProps {
  readonly sendStatus: Exclude<SendStatus, 'sent'>;
  readonly hint: LabelKey;
}

function NotSent({ sendStatus, hint }: NotSentProps) {
  const isWaiting = sendStatus === 'waiting';
  return (
    <Outcome kind="refused" title={t(isWaiting ? 'sos.notSent' : 'sos.refused')}>
      <span>{t(isWaiting ? hint : 'sos.refusedHint')}</span>
    </Outcome>
  );
}

/** The control room has it and has not acknowledged it; the screen says no more than the server says now. */
function NotSeen({ made, nowMs, hearing }: Pick<StateProps, 'made' | 'nowMs' | 'hearing'>) {
  const unseen = unseenMs(made, nowMs) ?? 0;
  const isLong = unseen >= sosUnseenMs;
  return (
    <>
      <Outcome
        kind={isLong ? 'flagged' : 'taken'}
        title={t(isLong && hearing === 'answered' ? 'sos.unseen' : 'sos.sent')}
      >
        {/* Not to be read out each second. */}
        <span aria-live="off">
          {isLong ? t('sos.unseenHint', { span: duration(unseen) }) : t('sos.sentHint')}
        </span>
      </Outcome>
      {hearing === 'noAnswer' && (
        <Notice tone="late" isUpdate>
          {t('sos.unheard')}
        </Notice>
      )}
    </>
  );
}

/** Whether the office knows that the guard is safe. */
export function Safety({ sendStatus, isOut }: SendStatusProps) {
  const tones = { sent: 'good', waiting: 'late', refused: 'missed' } as const;
  const waiting = isOut ? 'sos.safeSignIn' : 'sos.safeWaiting';
  const labels = { sent: 'sos.safeTold', waiting, refused: 'sos.safeRefused' } as const;
  return (
    <output>
      <Notice tone={tones[sendStatus]}>{t(labels[sendStatus])}</Notice>
    </output>
  );
}
