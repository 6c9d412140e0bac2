// How a duty session's guard, times and status look, in the list and on its page.
import type { DutySessionRow } from '@watchpost/contract/login-logout';
import type { DutyState } from '@watchpost/domain/duty-sessions';
import { IconProgress } from '@tabler/icons-react';
import { t } from '../../lib/labels.ts';
import { EndOf, SiteTime } from '../../lib/rounds/round-cells.tsx';
import { viewerZone } from '../../lib/viewer-zone.ts';
import { StatusBadge } from '../../ui/display/status-badge.tsx';
import styles from './login-logout.module.css';

/** First name, and last name if there is one. */
export const guardName = ({ scannedBy, scannedByLastName }: DutySessionRow): string =>
  `${scannedBy} ${scannedByLastName}`.trim();

/** The site's; the viewer's own while the site is not known. */
export const zoneOf = ({ siteTimeZone }: DutySessionRow): string => siteTimeZone ?? viewerZone();

/** For what has not arrived. */
export function NotKnown() {
  return <span className={styles.quiet}>{t('logins.notKnown')}</span>;
}

interface LoginProps {
  readonly session: DutySessionRow;
  /** What the phone's own clock said, where it was not taken at its word. */
  readonly phoneAtMs?: number | null;
  /** When it arrived, where it was sent late. */
  readonly lateAtMs?: number | null;
}

export function LoginTime({ session, phoneAtMs = null, lateAtMs = null }: LoginProps) {
  const { loginTime } = session;
  if (loginTime === null) return <NotKnown />;
  const zone = zoneOf(session);
  return <SiteTime atMs={loginTime} zone={zone} hasAge phoneAtMs={phoneAtMs} lateAtMs={lateAtMs} />;
}

/** Beside a login the clock alone, with the days that passed at midnight. */
export function LogoutTime({ session }: { readonly session: DutySessionRow }) {
  const { loginTime, logoutTime } = session;
  if (logoutTime === null) return <span className={styles.quiet}>{t('logins.noLogout')}</span>;
  const zone = zoneOf(session);
  return loginTime === null ? (
    <SiteTime atMs={logoutTime} zone={zone} />
  ) : (
    <EndOf startMs={loginTime} endMs={logoutTime} zone={zone} />
  );
}

/** Icon and word of a session's state (LOGIO-02). */
export function DutyStatus({ status }: { readonly status: DutyState }) {
  const productLabel = t(`logins.status.${status}`);
  if (status === 'onDuty') {
    return (
      <StatusBadge meaning="unknown" icon={<IconProgress size={14} stroke={2} aria-hidden />}>
        {productLabel}
      </StatusBadge>
    );
  }
  return <StatusBadge meaning={status === 'loggedOut' ? 'good' : 'late'}>{productLabel}</StatusBadge>;
}
