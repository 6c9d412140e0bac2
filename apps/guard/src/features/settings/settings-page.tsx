import { type ReactNode, useEffect, useState } from 'react';
import { LanguageChoice } from '../../lib/language-choice.tsx';
import { t } from '../../lib/labels.ts';
import { replaceWith } from '../../lib/screens.ts';
import { useCommand } from '../../lib/use-command.ts';
import type { Phone } from '../../outbox/phone.ts';
import type { Session } from '../../outbox/records.ts';
import { signOut } from '../../outbox/sessions.ts';
import { Button, ButtonLink } from '../../ui/button.tsx';
import controls from '../../ui/controls.module.css';
import { Notice } from '../../ui/notice.tsx';
import { Screen } from '../../ui/screen.tsx';

interface SettingsProps {
  readonly phone: Phone;
  readonly session: Session;
  /** An incident is written down in part, which goes with its guard. */
  readonly isReportStarted: boolean;
  readonly status: ReactNode;
}

const megabyte = 1_000_000;

function useStored(): number | null {
  const [bytes, setBytes] = useState<number | null>(null);
  useEffect(() => {
    navigator.storage?.estimate().then(
      ({ usage }) => setBytes(usage ?? null),
      () => {},
    );
  }, []);
  return bytes;
}

export function SettingsPage({ phone, session, isReportStarted, status }: SettingsProps) {
  const { guard, company } = session;
  const stored = useStored();
  return (
    <Screen
      title={t('settings.title')}
      back={{ href: '#/home', label: t('back') }}
      actions={<SignOut {...{ phone, isReportStarted }} isSignedOut={session.token === null} />}
    >
      {status}
      <p>
        <strong>{`${guard.firstName} ${guard.lastName}`.trim()}</strong>
        <span className={controls.quiet}>
          {guard.employeeId} · {company}
        </span>
      </p>
      <LanguageChoice />
      <ButtonLink href="#/outbox">{t('outbox.title')}</ButtonLink>
      {stored !== null && (
        <p className={controls.quiet}>{t('settings.stored', { megabytes: Math.ceil(stored / megabyte) })}</p>
      )}
    </Screen>
  );
}

interface SignOutProps extends Pick<SettingsProps, 'phone' | 'isReportStarted'> {
  /** The server has ended the session: what waits goes nowhere before the guard has signed in again. */
  readonly isSignedOut: boolean;
}

function SignOut({ phone, isReportStarted, isSignedOut }: SignOutProps) {
  const [wasAsked, setWasAsked] = useState(false);
  const command = useCommand();
  const count = phone.waiting.length;
  const isLosing = count > 0 || isReportStarted;
  const isAsking = wasAsked && isLosing;
  const isStuck = isSignedOut && count > 0;
  const { duty, round } = phone.shift;
  if (round !== null || duty !== null) {
    return (
      <>
        <Notice>{t('settings.onDuty')}</Notice>
        <ButtonLink href={round === null ? '#/leave' : '#/round'}>
          {t(round === null ? 'duty.end' : 'home.continue')}
        </ButtonLink>
      </>
    );
  }
  const signOutHere = () => command.run(signOut, () => replaceWith('home'));
  return (
    <>
      {command.fault !== null && <Notice tone="missed">{command.fault}</Notice>}
      {isAsking && <Losing {...{ isReportStarted, isStuck, count }} />}
      {isAsking && isStuck && (
        <ButtonLink href="#/signin" kind="primary">
          {t('outbox.signInAgain')}
        </ButtonLink>
      )}
      {isAsking && !isStuck && (
        <Button kind="primary" onPress={() => setWasAsked(false)}>
          {t('settings.stay')}
        </Button>
      )}
      <Button
        isBusy={command.isBusy}
        onPress={() => (isLosing && !isAsking ? setWasAsked(true) : signOutHere())}
      >
        {isAsking ? t('settings.leaveAnyway') : t('settings.signOut')}
      </Button>
    </>
  );
}

interface LosingProps {
  readonly isReportStarted: boolean;
  /** What waits goes nowhere. */
  readonly isStuck: boolean;
  /** Of what waits to be sent. */
  readonly count: number;
}

/** What the guard who signs out leaves behind. */
function Losing({ isReportStarted, isStuck, count }: LosingProps) {
  return (
    <>
      {isReportStarted && (
        <Notice tone="late" isUpdate>
          {t('settings.leaveReport')}
        </Notice>
      )}
      {count > 0 && (
        <Notice tone="late" isUpdate>
          {t(isStuck ? 'settings.leaveStuck' : 'settings.leaveWaiting', { count })}
        </Notice>
      )}
    </>
  );
}
