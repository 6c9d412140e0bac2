import { type ReactNode, useState } from 'react';
import { t } from '../../lib/labels.ts';
import { goTo } from '../../lib/screens.ts';
import { useCommand } from '../../lib/use-command.ts';
import { useNow } from '../../lib/use-now.ts';
import { useSettled } from '../../lib/use-settled.ts';
import { positionNow } from '../../lib/whereabouts.ts';
import { callForHelp, sendSafe, type SentWord } from '../../outbox/commands.ts';
import type { Phone } from '../../outbox/phone.ts';
import type { Session } from '../../outbox/records.ts';
import { siteTime } from '../../outbox/site-time.ts';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { HoldButton } from '../../ui/hold-button.tsx';
import { Notice } from '../../ui/notice.tsx';
import { Screen } from '../../ui/screen.tsx';
import { CallState, Safety } from './call-state.tsx';
import { type Made, mayCallAgain } from './own-call.ts';
import { PhoneButtons } from './phone-buttons.tsx';
import { phoneChoice } from './phone-choice.ts';
import styles from './sos-page.module.css';
import type { Call, Hearing } from './use-call.ts';

const holdMs = 3_000;
/** A call goes out at once; where from follows when it is known. */
const firstPositionMs = 1_500;

interface SosProps {
  readonly phone: Phone;
  readonly session: Session;
  readonly call: Call;
}

export function SosPage({ phone, session, call }: SosProps) {
  const { made, hearing, isLooking, take, takeSafe, forget } = call;
  const [isMissingAsked, setIsMissingAsked] = useState(false);
  const before = phone.shift.round === null ? 'home' : 'round';
  const command = useCommand();
  const siteId = phone.shift.duty?.siteId ?? null;
  const raise = () =>
    command.run(async () => {
      take(await callForHelp(session, siteId, await positionNow(firstPositionMs)));
      navigator.vibrate?.([300, 100, 300]);
    });
  const close = () => {
    forget();
    goTo(before);
  };
  const hold = <Hold fault={command.fault} isBusy={command.isBusy} onHeld={raise} />;
  const phones = <PhoneButtons choice={phoneChoice(phone)} onMissing={() => setIsMissingAsked(true)} />;
  const missing = isMissingAsked && (
    <Notice tone="late" isUpdate>
      {t('sos.noControlWhy')}
    </Notice>
  );
  if (made !== null) {
    return (
      <Raised
        key={made.id}
        {...{ made, hearing, phone, session, before, takeSafe, hold, phones, missing }}
        onClose={close}
        onAgain={forget}
      />
    );
  }
  const title = t('sos.title');
  const back = { href: `#/${before}`, label: t('sos.cancel') };
  // For the moment that it takes to look for the call; one that is no longer here is over.
  if (isLooking) {
    return (
      <Screen title={title} back={back} actions={phones}>
        {missing}
      </Screen>
    );
  }
  return (
    <Screen title={title} back={back} actions={phones}>
      <p>{t('sos.hint')}</p>
      {hold}
      {missing}
      <Notice>{t('sos.offlineHint')}</Notice>
    </Screen>
  );
}

interface HoldProps {
  /** Why the call did not go out. */
  readonly fault: string | null;
  readonly isBusy: boolean;
  readonly onHeld: () => void;
}

function Hold({ fault, isBusy, onHeld }: HoldProps) {
  return (
    <>
      {fault !== null && (
        <Notice tone="missed" isUpdate>
          {`${t('sos.failed')} ${fault}`}
        </Notice>
      )}
      <HoldButton label={isBusy ? t('sos.raising') : t('sos.hold')} holdMs={holdMs} onHeld={onHeld} />
    </>
  );
}

interface RaisedProps {
  readonly made: Made;
  readonly phone: Phone;
  readonly session: Session;
  /** The screen to go back to. */
  readonly before: 'home' | 'round';
  readonly takeSafe: (safe: SentWord) => void;
  readonly hearing: Hearing;
  /** What sends another. */
  readonly hold: ReactNode;
  readonly phones: ReactNode;
  /** Why one of them is missing, once it was asked for. */
  readonly missing: ReactNode;
  readonly onClose: () => void;
  /** In danger again, the guard sends another. */
  readonly onAgain: () => void;
}

function Raised(props: RaisedProps) {
  const { made, phone, session, before, takeSafe, hold, phones, missing } = props;
  const { id, atMs, safe, state } = made;
  const command = useCommand();
  const nowMs = useNow();
  const mayRepeat = mayCallAgain(made, nowMs);
  const sendSafeWord = () => command.run(async () => takeSafe(await sendSafe(session, id)));
  const isOut = session.token === null;
  // The office looks into no call that it has closed.
  const isSafeSent = state === 'resolved' && safe === 'sent';
  const deeds = (
    <Deeds
      {...props}
      isOver={state === 'resolved'}
      mayRepeat={mayRepeat}
      hasFailed={command.fault !== null}
      isBusy={command.isBusy}
      onSafe={sendSafeWord}
    />
  );
  const actions = (
    <>
      {phones}
      {deeds}
    </>
  );
  return (
    <Screen title={t('sos.title')} back={{ href: `#/${before}`, label: t('back') }} actions={actions}>
      <div className={styles.raised}>
        <div className={styles.told}>
          {command.fault !== null && (
            <Notice tone="missed" isUpdate>
              {`${t('sos.safeFailed')} ${command.fault}`}
            </Notice>
          )}
          {missing}
          <p>{t('sos.calledAt', { time: siteTime(atMs, phone, made) })}</p>
          <CallState {...{ made, phone, nowMs, isOut, hearing: props.hearing }} />
          {safe !== null && !isSafeSent && <Safety sendStatus={safe} isOut={isOut} />}
        </div>
        {mayRepeat && <div className={styles.anew}>{hold}</div>}
      </div>
    </Screen>
  );
}

interface DeedsProps extends RaisedProps {
  /** The office has closed the call. */
  readonly isOver: boolean;
  /** The button to call again is there already. */
  readonly mayRepeat: boolean;
  /** The word that the guard is safe could be neither kept nor sent. */
  readonly hasFailed: boolean;
  readonly isBusy: boolean;
  readonly onSafe: () => void;
}

function Deeds({
  made: { sendStatus, safe },
  session,
  isOver,
  mayRepeat,
  hasFailed,
  isBusy,
  ...on
}: DeedsProps) {
  const isWaiting = sendStatus === 'waiting' || safe === 'waiting' || hasFailed;
  const isSafeSent = safe === 'waiting' || safe === 'sent';
  // Closing takes the place of telling: a second tap there must not take away what is to be read.
  const isSettled = useSettled(isSafeSent || isOver);
  return (
    <>
      {isWaiting && session.token === null && (
        <ButtonLink href="#/signin" kind="primary">
          {t('outbox.signInAgain')}
        </ButtonLink>
      )}
      <div className={styles.deeds}>
        {isSafeSent || isOver ? (
          <Button kind="primary" isBusy={!isSettled} onPress={on.onClose}>
            {t('sos.close')}
          </Button>
        ) : (
          <Button isBusy={isBusy} onPress={on.onSafe}>
            {t(isBusy ? 'sos.telling' : 'sos.safe')}
          </Button>
        )}
        {sendStatus !== 'waiting' && !mayRepeat && <Button onPress={on.onAgain}>{t('sos.again')}</Button>}
      </div>
    </>
  );
}
