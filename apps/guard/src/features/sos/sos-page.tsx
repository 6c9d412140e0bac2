import { useEffect, useState } from 'react';
import { getFieldSos } from '@watchpost/contract/sos';
import type { SosState } from '@watchpost/domain/sos';
import { keepText, readText } from '../../lib/kept-text.ts';
import { t } from '../../lib/labels.ts';
import { goTo } from '../../lib/screens.ts';
import { ask } from '../../lib/server.ts';
import { useAct } from '../../lib/use-act.ts';
import { positionNow, watchPosition } from '../../lib/whereabouts.ts';
import { type Call, callForHelp, tellPosition, tellSafe } from '../../outbox/acts.ts';
import type { Phone } from '../../outbox/phone.ts';
import type { Owner, Session } from '../../outbox/records.ts';
import { siteTime } from '../../outbox/site-time.ts';
import { useRecord } from '../../outbox/use-record.ts';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { HoldButton } from '../../ui/hold-button.tsx';
import { Notice } from '../../ui/notice.tsx';
import { Outcome } from '../../ui/outcome.tsx';
import { Screen } from '../../ui/screen.tsx';

const holdMs = 3_000;
/** A call goes out at once; where from follows when it is known. */
const firstPositionMs = 1_500;
const positionEveryMs = 20_000;
const askEveryMs = 5_000;
/** So that a page that is opened again still knows the call. */
const storageKeyOf = (owner: Owner) => `watchpost-guard-sos ${owner}`;

interface SosProps {
  readonly phone: Phone;
  readonly owner: Owner;
  readonly session: Session;
}

/** A call as its screen shows it. */
interface Made {
  readonly id: string;
  readonly isSent: boolean;
  readonly atMs: number;
}

/** The guard's own call: on a phone of many, nobody may take another's for theirs. */
function useCall(owner: Owner) {
  const storageKey = storageKeyOf(owner);
  const [id, setId] = useState(() => readText(storageKey));
  const [unkept, setUnkept] = useState<Made | null>(null);
  const record = useRecord(id);
  const kept = record ? { id: record.id, isSent: record.state === 'sent', atMs: record.time.wallMs } : null;
  const take = ({ id: next, deviceAtMs, isKept }: Call) => {
    if (isKept) {
      setId(next);
      keepText(storageKey, next);
    } else setUnkept({ id: next, isSent: true, atMs: deviceAtMs });
  };
  const forget = () => {
    setId(null);
    setUnkept(null);
    keepText(storageKey, null);
  };
  return { made: kept ?? unkept, isLooking: id !== null && record === undefined, take, forget };
}

export function SosPage({ phone, owner, session }: SosProps) {
  const { made, isLooking, take, forget } = useCall(owner);
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
    return <Raised {...{ made, phone, session, before }} onClose={close} onAgain={forget} />;
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
  readonly onClose: () => void;
  /** Whoever is in danger anew calls anew. */
  readonly onAgain: () => void;
}

function Raised({ made, phone, session, before, onClose, onAgain }: RaisedProps) {
  const { owner } = session;
  const { id, isSent, atMs } = made;
  const state = useCallState(id, isSent, session);
  const isOut = session.token === null;
  const [isSafe, setIsSafe] = useState(false);
  const act = useAct();
  useTrack(id, owner, !isSafe);
  const tell = () =>
    act.run(async () => {
      await tellSafe(owner, id);
      setIsSafe(true);
    });
  return (
    <Screen
      title={t('sos.title')}
      back={{ href: `#/${before}`, label: t('back') }}
      actions={
        <>
          {isOut && !isSent && (
            <ButtonLink href="#/signin" kind="primary">
              {t('outbox.signInAgain')}
            </ButtonLink>
          )}
          {isSafe || state === 'resolved' ? (
            <Button kind="primary" onPress={onClose}>
              {t('sos.close')}
            </Button>
          ) : (
            <Button isBusy={act.isBusy} onPress={tell}>
              {t('sos.safe')}
            </Button>
          )}
          {isSent && <Button onPress={onAgain}>{t('sos.again')}</Button>}
        </>
      }
    >
      {act.fault !== null && <Notice tone="missed">{act.fault}</Notice>}
      <p>{t('sos.calledAt', { time: siteTime(atMs, phone) })}</p>
      <Arrival isSent={isSent} isOut={isOut} />
      {state === 'acknowledged' && <Notice tone="good">{t('sos.acknowledged')}</Notice>}
      {state === 'resolved' && <Notice tone="good">{t('sos.resolved')}</Notice>}
      {isSafe && <Notice>{t('sos.safeTold')}</Notice>}
    </Screen>
  );
}

/** Whether the office has the call; isOut: it waits for the guard, not for a network. */
function Arrival({ isSent, isOut }: { readonly isSent: boolean; readonly isOut: boolean }) {
  return (
    <Outcome kind={isSent ? 'taken' : 'refused'} title={t(isSent ? 'sos.sent' : 'sos.notSent')}>
      <span>{t(isSent ? 'sos.sentHint' : isOut ? 'sos.signInHint' : 'sos.tryingHint')}</span>
    </Outcome>
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
function useTrack(id: string, owner: Owner, isOn: boolean): void {
  useEffect(() => {
    if (!isOn) return undefined;
    let lastMs = 0;
    return watchPosition(({ latitude, longitude, accuracyMetres, atMs }) => {
      if (atMs - lastMs < positionEveryMs) return;
      lastMs = atMs;
      void tellPosition(owner, id, { latitude, longitude, accuracyMetres }).catch(() => {});
    });
  }, [id, owner, isOn]);
}
