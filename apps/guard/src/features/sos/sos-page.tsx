import { useEffect, useRef, useState } from 'react';
import { getFieldSos } from '@watchpost/contract/sos';
import type { SosState } from '@watchpost/domain/sos';
import { ageMs, deviceTime, type Moment } from '../../lib/device-time.ts';
import { t } from '../../lib/labels.ts';
import { goTo } from '../../lib/screens.ts';
import { ask } from '../../lib/server.ts';
import { useAct } from '../../lib/use-act.ts';
import { positionNow, watchPosition } from '../../lib/whereabouts.ts';
import { callForHelp, tellPosition, tellSafe, type Word } from '../../outbox/acts.ts';
import type { Phone } from '../../outbox/phone.ts';
import type { Owner, Session } from '../../outbox/records.ts';
import { siteTime } from '../../outbox/site-time.ts';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { HoldButton } from '../../ui/hold-button.tsx';
import { Notice } from '../../ui/notice.tsx';
import { Outcome } from '../../ui/outcome.tsx';
import { Screen } from '../../ui/screen.tsx';
import type { Fate } from './own-call.ts';
import { type Made, useCall } from './use-call.ts';

const holdMs = 3_000;
/** A call goes out at once; where from follows when it is known. */
const firstPositionMs = 1_500;
const positionEveryMs = 20_000;
const askEveryMs = 5_000;
interface SosProps {
  readonly phone: Phone;
  readonly owner: Owner;
  readonly session: Session;
}

export function SosPage({ phone, owner, session }: SosProps) {
  const { made, isLooking, take, takeSafe, forget } = useCall(owner);
  const before = phone.shift.round === null ? 'home' : 'round';
  const act = useAct();
  const siteId = phone.shift.duty?.siteId ?? null;
  const raise = () =>
    act.run(async () => {
      take(await callForHelp(session, siteId, await positionNow(firstPositionMs)));
      navigator.vibrate?.([300, 100, 300]);
    });
  const close = () => {
    forget();
    goTo(before);
  };
  if (made !== null) {
    return <Raised {...{ made, phone, session, before, takeSafe }} onClose={close} onAgain={forget} />;
  }
  const title = t('sos.title');
  const back = { href: `#/${before}`, label: t('sos.cancel') };
  // For the moment that it takes to look for the call; one that is no longer here is over.
  if (isLooking) {
    return (
      <Screen title={title} back={back}>
        {null}
      </Screen>
    );
  }
  return (
    <Screen title={title} back={back}>
      <p>{t('sos.hint')}</p>
      {act.fault !== null && (
        <Notice tone="missed" isNews>
          {`${t('sos.failed')} ${act.fault}`}
        </Notice>
      )}
      <HoldButton label={act.isBusy ? t('sos.raising') : t('sos.hold')} holdMs={holdMs} onHeld={raise} />
      <Notice>{t('sos.offlineHint')}</Notice>
    </Screen>
  );
}

interface RaisedProps {
  readonly made: Made;
  readonly phone: Phone;
  readonly session: Session;
  /** The screen to go back to. */
  readonly before: 'home' | 'round';
  readonly takeSafe: (safe: Word) => void;
  readonly onClose: () => void;
  /** Whoever is in danger anew calls anew. */
  readonly onAgain: () => void;
}

function Raised(props: RaisedProps) {
  const { made, phone, session, before, takeSafe } = props;
  const { id, fate, atMs, safe } = made;
  const state = useCallState(id, fate === 'sent', session);
  const act = useAct();
  useTrack(id, session, safe === null);
  const tell = () => act.run(async () => takeSafe(await tellSafe(session, id)));
  const isOut = session.token === null;
  return (
    <Screen
      title={t('sos.title')}
      back={{ href: `#/${before}`, label: t('back') }}
      actions={
        <Deeds
          {...props}
          isOver={state === 'resolved'}
          hasFailed={act.fault !== null}
          isBusy={act.isBusy}
          onSafe={tell}
        />
      }
    >
      {act.fault !== null && (
        <Notice tone="missed" isNews>
          {`${t('sos.safeFailed')} ${act.fault}`}
        </Notice>
      )}
      <p>{t('sos.calledAt', { time: siteTime(atMs, phone) })}</p>
      <Arrival fate={fate} isOut={isOut} />
      {state === 'acknowledged' && <Notice tone="good">{t('sos.acknowledged')}</Notice>}
      {state === 'resolved' && <Notice tone="good">{t('sos.resolved')}</Notice>}
      {safe !== null && <Safety fate={safe} isOut={isOut} />}
    </Screen>
  );
}

interface DeedsProps extends RaisedProps {
  /** The office has closed the call. */
  readonly isOver: boolean;
  /** The word that the guard is safe could be neither kept nor sent. */
  readonly hasFailed: boolean;
  readonly isBusy: boolean;
  readonly onSafe: () => void;
}

function Deeds({ made: { fate, safe }, session, isOver, hasFailed, isBusy, ...on }: DeedsProps) {
  const isWaiting = fate === 'waiting' || safe === 'waiting' || hasFailed;
  const isTold = safe === 'waiting' || safe === 'sent';
  return (
    <>
      {isWaiting && session.token === null && (
        <ButtonLink href="#/signin" kind="primary">
          {t('outbox.signInAgain')}
        </ButtonLink>
      )}
      {isTold || isOver ? (
        <Button kind="primary" onPress={on.onClose}>
          {t('sos.close')}
        </Button>
      ) : (
        <Button isBusy={isBusy} onPress={on.onSafe}>
          {t(isBusy ? 'sos.telling' : 'sos.safe')}
        </Button>
      )}
      {fate !== 'waiting' && <Button onPress={on.onAgain}>{t('sos.again')}</Button>}
    </>
  );
}

interface FateProps {
  readonly fate: Fate;
  /** It waits for the guard, not for a network. */
  readonly isOut: boolean;
}

/** Whether the office has the call. */
function Arrival({ fate, isOut }: FateProps) {
  const titles = { sent: 'sos.sent', waiting: 'sos.notSent', refused: 'sos.refused' } as const;
  const waitingHint = isOut ? 'sos.signInHint' : 'sos.tryingHint';
  const hints = { sent: 'sos.sentHint', waiting: waitingHint, refused: 'sos.refusedHint' } as const;
  return (
    <Outcome kind={fate === 'sent' ? 'taken' : 'refused'} title={t(titles[fate])}>
      <span>{t(hints[fate])}</span>
    </Outcome>
  );
}

/** Whether the office knows that the guard is safe. */
function Safety({ fate, isOut }: FateProps) {
  const tones = { sent: 'good', waiting: 'late', refused: 'missed' } as const;
  const waiting = isOut ? 'sos.safeSignIn' : 'sos.safeWaiting';
  const words = { sent: 'sos.safeTold', waiting, refused: 'sos.safeRefused' } as const;
  return (
    <output>
      <Notice tone={tones[fate]}>{t(words[fate])}</Notice>
    </output>
  );
}

/** What became of the call, asked for while its screen is open. */
function useCallState(id: string, isSent: boolean, { company, token }: Session): SosState | null {
  const [state, setState] = useState<SosState | null>(null);
  useEffect(() => {
    if (!isSent || token === null) return undefined;
    const look = async () => {
      const outcome = await ask(getFieldSos, { company, token, params: { id } });
      if (outcome.kind === 'done') setState(outcome.reply.state);
    };
    void look();
    const timer = setInterval(() => void look(), askEveryMs);
    return () => clearInterval(timer);
  }, [id, isSent, company, token]);
  return state;
}

/** Where the guard goes, now and then, until they are safe. */
function useTrack(id: string, session: Session, isOn: boolean): void {
  // The phone is read anew with each record, which must not begin the watch anew.
  const now = useRef(session);
  useEffect(() => {
    now.current = session;
  }, [session]);
  useEffect(() => {
    if (!isOn) return undefined;
    let last: Moment | null = null;
    return watchPosition((place) => {
      if (last !== null && ageMs(last) < positionEveryMs) return;
      last = deviceTime();
      void tellPosition(now.current, id, place).catch(() => {});
    });
  }, [id, isOn]);
}
