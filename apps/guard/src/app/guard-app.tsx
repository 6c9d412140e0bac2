// Which screen the guard sees: the phone's state decides, then the address.
import { type ReactNode, useEffect } from 'react';
import { AnswerPage } from '../features/round/answer-page.tsx';
import { BriefingPage } from '../features/briefing/briefing-page.tsx';
import { OrdersPage } from '../features/briefing/orders-page.tsx';
import { DutyNotice } from '../features/home/duty-notice.tsx';
import { HomePage } from '../features/home/home-page.tsx';
import { IncidentPage } from '../features/incident/incident-page.tsx';
import { useIsReportStarted } from '../features/incident/report-draft.ts';
import { EndDutyPage } from '../features/end-duty/end-duty-page.tsx';
import { OutboxPage } from '../features/outbox/outbox-page.tsx';
import { WaitingBar } from '../features/outbox/waiting-bar.tsx';
import { EndPage } from '../features/round/end-page.tsx';
import { PositionPage } from '../features/round/position-page.tsx';
import { RoundPage } from '../features/round/round-page.tsx';
import { ScanPage } from '../features/round/scan-page.tsx';
import { TypePage } from '../features/round/type-page.tsx';
import { SettingsPage } from '../features/settings/settings-page.tsx';
import { SignInPage } from '../features/sign-in/sign-in-page.tsx';
import { CallNotice } from '../features/sos/call-notice.tsx';
import { SosPage } from '../features/sos/sos-page.tsx';
import { useCall } from '../features/sos/use-call.ts';
import { t, useLanguage } from '../lib/labels.ts';
import { rename, replaceWith, type Screen, useScreen } from '../lib/screens.ts';
import { serverNowMs } from '../lib/device-time.ts';
import { briefsOf, openScans, ordersOf } from '../outbox/briefing.ts';
import { type Phone, usePhone } from '../outbox/phone.ts';
import type { Session } from '../outbox/records.ts';
import controls from '../ui/controls.module.css';
import { AtopEveryScreen, OnEveryScreen, ProductName } from '../ui/screen.tsx';
import { UpdateNotice } from './update-notice.tsx';

export function GuardApp() {
  useLanguage();
  const phone = usePhone();
  if (phone === null) return null;
  return (
    <ProductName value={t('signIn.title')}>
      {phone.session === null ? (
        <SignInPage phone={phone} again={null} notice={<UpdateNotice isBusy={false} />} />
      ) : (
        <SignedIn key={phone.session.owner} phone={phone} session={phone.session} />
      )}
    </ProductName>
  );
}

interface SignedInProps {
  readonly phone: Phone;
  readonly session: Session;
}

/** Help is called for from every screen, not only from where a round begins; a call that is open is told of on each. */
function SignedIn({ phone, session }: SignedInProps) {
  const screen = useScreen();
  const { token } = session;
  const call = useCall(session, screen === 'sos');
  if (screen === 'signin' && token === null) {
    const isBusy = phone.shift.round !== null;
    const later = () => replaceWith(isBusy ? 'round' : 'home');
    const notice = <UpdateNotice isBusy={isBusy} />;
    return <SignInPage phone={phone} again={session} notice={notice} onLater={later} />;
  }
  if (screen === 'sos') return <SosPage phone={phone} session={session} call={call} />;
  const sos = (
    <a className={`${controls.icon ?? ''} ${controls.sos ?? ''}`} href="#/sos">
      {t('sos.short')}
    </a>
  );
  return (
    <OnEveryScreen value={sos}>
      <AtopEveryScreen value={<CallNotice made={call.made} />}>
        <Work phone={phone} session={session} screen={screen} />
      </AtopEveryScreen>
    </OnEveryScreen>
  );
}

interface WorkProps extends SignedInProps {
  /** Asked for once, above: what is shown and what the address names would else be of two moments. */
  readonly screen: Screen;
}

function Work({ phone, session, screen }: WorkProps) {
  const { owner } = session;
  const { round } = phone.shift;
  const isReportStarted = useIsReportStarted(owner);
  const status = (
    <>
      <WaitingBar phone={phone} />
      <DutyNotice phone={phone} />
      <UpdateNotice isBusy={round !== null} />
    </>
  );
  if (screen === 'settings') return <SettingsPage {...{ phone, session, isReportStarted, status }} />;
  if (screen === 'outbox') return <OutboxPage phone={phone} />;
  if (screen === 'incident') return <IncidentPage phone={phone} owner={owner} />;
  if (round !== null) {
    if (screen === 'scan') return <ScanPage phone={phone} owner={owner} round={round} status={status} />;
    if (screen === 'type') return <TypePage phone={phone} owner={owner} round={round} />;
    if (screen === 'position') return <PositionPage phone={phone} owner={owner} round={round} />;
    if (screen === 'end') return <EndPage phone={phone} owner={owner} round={round} />;
    const [open] = openScans(round);
    if (screen === 'answer' && open !== undefined) return <AnswerPage owner={owner} open={open} />;
    // Anyone who had to sign in again on a round goes on with it, and anyone who has answered all that was asked.
    if (screen === 'round' || screen === 'signin' || screen === 'answer') {
      return (
        <Named as="round" screen={screen}>
          <RoundPage phone={phone} round={round} status={status} />
        </Named>
      );
    }
  }
  return <OffRound phone={phone} owner={owner} screen={screen} status={status} />;
}

interface NamedProps {
  readonly as: Screen;
  /** What the address names. */
  readonly screen: Screen;
  readonly children: ReactNode;
}

/** What is shown in place of another screen is what the address names: else the other would come when its time has come. */
function Named({ as, screen, children }: NamedProps) {
  useEffect(() => {
    if (screen !== as) rename(as);
  }, [screen, as]);
  return children;
}

interface OffRoundProps {
  readonly phone: Phone;
  readonly owner: Session['owner'];
  readonly screen: Screen;
  readonly status: ReactNode;
}

/** Before a round begins, what is new at the site is read. */
function OffRound({ phone, owner, screen, status }: OffRoundProps) {
  const { shift, plan } = phone;
  const briefs = shift.round === null ? briefsOf(plan, shift, serverNowMs()) : [];
  const [brief] = briefs;
  if (screen === 'leave' && shift.duty !== null && shift.round === null) {
    return <EndDutyPage owner={owner} shift={shift} duty={shift.duty} />;
  }
  if (brief !== undefined) {
    const id = brief.kind === 'orders' ? brief.orders.id : brief.note.id;
    return (
      <Named as="home" screen={screen}>
        <BriefingPage key={id} owner={owner} brief={brief} count={briefs.length} status={status} />
      </Named>
    );
  }
  const orders = ordersOf(plan, shift, serverNowMs());
  if (screen === 'orders' && orders !== null) return <OrdersPage orders={orders} />;
  return (
    <Named as="home" screen={screen}>
      <HomePage phone={phone} owner={owner} hasOrders={orders !== null} status={status} />
    </Named>
  );
}
