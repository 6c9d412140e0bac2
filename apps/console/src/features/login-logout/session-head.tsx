import type { DutySessionDetails } from '@watchpost/contract/login-logout';
import { dutyLimitHours } from '@watchpost/domain/duty-sessions';
import { IconInfoCircle } from '@tabler/icons-react';
import { t } from '../../lib/labels.ts';
import { RecordLink } from '../../lib/record-link.tsx';
import { guardHref, phonesHref, siteHref } from '../../lib/record-links.ts';
import { ScannedOf, SiteTime } from '../../lib/rounds/round-cells.tsx';
import { wallClock } from '../../lib/rounds/round-times.ts';
import { useShownZone } from '../../lib/rounds/shown-zone.ts';
import { durationText } from '../../lib/rounds/round-texts.ts';
import { Card } from '../../ui/display/card.tsx';
import { Fact, Facts } from '../../ui/display/facts.tsx';
import { NameLine } from '../../ui/display/name-line.tsx';
import { DutyStatus, guardName, LoginTime, NotKnown, zoneOf } from './duty-cells.tsx';
import styles from './session-details.module.css';

interface HeadProps {
  readonly details: DutySessionDetails;
  /** When the facts were loaded; a session still open has lasted until then. */
  readonly loadedAtMs: number;
}

/** Who was on duty, where, when and with which phone. */
export function SessionHead({ details, loadedAtMs }: HeadProps) {
  const { session } = details;
  const { rounds, scannedCheckPoints, totalCheckPoints } = session;
  return (
    <Card>
      <NameLine
        name={
          <RecordLink group="GUARDS" href={guardHref(session.scannedById)}>
            {guardName(session)}
          </RecordLink>
        }
      >
        <span className={styles.quiet}>{session.employeeId}</span>
        <DutyStatus status={session.status} />
      </NameLine>
      <Facts>
        <Fact label={t('round.site')}>
          <SiteName session={session} />
        </Fact>
        <Fact label={t('logins.loginTime')}>
          <LoginTime
            session={session}
            phoneAtMs={details.phoneLoginAtMs}
            lateAtMs={details.isLoginSentLate ? details.loginReceivedAtMs : null}
          />
        </Fact>
        <Fact label={t('logins.logoutTime')}>
          <LoggedOut details={details} />
        </Fact>
        <Fact label={t('logins.onDutyFor')}>
          <Lasted details={details} loadedAtMs={loadedAtMs} />
        </Fact>
        <Fact label={t('logins.rounds')}>{rounds ?? <NotKnown />}</Fact>
        <Fact label={t('rounds.scannedCheckPoints')}>
          {scannedCheckPoints === null ? (
            <NotKnown />
          ) : (
            <ScannedOf scanned={scannedCheckPoints} total={totalCheckPoints ?? 0} />
          )}
        </Fact>
        <Fact label={t('logins.device')}>
          <Phone details={details} />
        </Fact>
      </Facts>
      <Notice details={details} />
    </Card>
  );
}

function LoggedOut({ details }: Pick<HeadProps, 'details'>) {
  const { session, phoneLogoutAtMs, isLogoutSentLate, logoutReceivedAtMs } = details;
  if (session.logoutTime === null) return t('logins.noLogout');
  return (
    <SiteTime
      atMs={session.logoutTime}
      zone={zoneOf(session)}
      hasAge
      phoneAtMs={phoneLogoutAtMs}
      lateAtMs={isLogoutSentLate ? logoutReceivedAtMs : null}
    />
  );
}

/** By its name, leading to the guard's phones; by its id where nothing else is known of it. */
function Phone({ details }: Pick<HeadProps, 'details'>) {
  const { session, deviceId, deviceName } = details;
  if (deviceId === null) return <NotKnown />;
  if (deviceName === null) return <code className={styles.device}>{deviceId}</code>;
  return (
    <RecordLink group="DEVICES" href={phonesHref(session.scannedById)}>
      {deviceName}
    </RecordLink>
  );
}

function SiteName({ session: { subAdminId: siteId, siteName } }: Pick<DutySessionDetails, 'session'>) {
  if (siteId === null) return <NotKnown />;
  return (
    <RecordLink group="SITES" href={siteHref(siteId)}>
      {siteName}
    </RecordLink>
  );
}

function Lasted({ details: { session }, loadedAtMs }: HeadProps) {
  const { loginTime, logoutTime } = session;
  if (loginTime === null) return <NotKnown />;
  if (logoutTime !== null) return durationText(logoutTime - loginTime);
  return t('round.soFar', { duration: durationText(loadedAtMs - loginTime) });
}

/** What is unusual of the session's ends, in words. */
function Notice({ details }: Pick<HeadProps, 'details'>) {
  const zone = useShownZone(zoneOf(details.session));
  const text = noticeText(details, zone);
  if (text === null) return null;
  return (
    <p className={styles.notice}>
      <IconInfoCircle size={18} aria-hidden />
      {text}
    </p>
  );
}

function noticeText(
  { session, closedBySystemAtMs, closedAfterHours, logoutReceivedAtMs }: DutySessionDetails,
  zone: string,
): string | null {
  if (session.loginTime === null) return t('logins.logoutOnly');
  if (session.status === 'closedBySystem')
    return t('logins.closedWhy', { count: closedAfterHours ?? dutyLimitHours });
  if (session.status !== 'loggedOut' || closedBySystemAtMs === null || logoutReceivedAtMs === null)
    return null;
  return t('logins.lateLogout', {
    closed: wallClock(closedBySystemAtMs, zone),
    arrived: wallClock(logoutReceivedAtMs, zone),
  });
}
