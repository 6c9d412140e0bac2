import { IconAlertTriangle, IconHistory, IconRoute, IconSettings } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { t } from '../../lib/labels.ts';
import { goTo } from '../../lib/screens.ts';
import { useCommand } from '../../lib/use-command.ts';
import { startRound } from '../../outbox/commands.ts';
import { isSiteTaken } from '../../outbox/duty-updates.ts';
import type { Phone } from '../../outbox/phone.ts';
import type { Owner, PlannedRoute } from '../../outbox/records.ts';
import { pointsOf } from '../../outbox/round-progress.ts';
import { scansOf } from '../../outbox/scan-statuses.ts';
import type { Shift } from '../../outbox/shift.ts';
import { siteTime } from '../../outbox/site-time.ts';
import { ButtonLink } from '../../ui/button.tsx';
import controls from '../../ui/controls.module.css';
import { Notice } from '../../ui/notice.tsx';
import { Row, RowButton } from '../../ui/row-button.tsx';
import { Screen } from '../../ui/screen.tsx';
import { DueRounds } from './due-rounds.tsx';
import { StartDuty } from './start-duty.tsx';

interface HomeProps {
  readonly phone: Phone;
  readonly owner: Owner;
  readonly hasOrders: boolean;
  /** What is waiting, and whatever else all screens show. */
  readonly status: ReactNode;
}

export function HomePage({ phone, owner, hasOrders, status }: HomeProps) {
  const { shift, plan } = phone;
  const command = useCommand();
  const routes = (plan?.routes ?? []).filter(({ siteId }) => siteId === shift.duty?.siteId);
  const begin = (route: PlannedRoute) =>
    command.run(
      () => startRound(owner, route),
      () => goTo('round'),
    );
  // One round at a time: what cannot be started does not look as if it could.
  const beginning = { isBusy: command.isBusy, onBegin: shift.round === null ? begin : null };
  return (
    <Screen
      title={shift.duty?.siteName ?? t('home.title')}
      aside={
        <a className={controls.icon} href="#/settings" aria-label={t('settings.title')}>
          <IconSettings size={28} aria-hidden />
        </a>
      }
      actions={<Actions shift={shift} fault={command.fault} />}
    >
      {status}
      {shift.duty === null ? (
        <StartDuty phone={phone} owner={owner} />
      ) : (
        <>
          <p className={controls.quiet}>
            {t('home.since', { time: siteTime(shift.duty.startedAtMs, phone, shift.duty) })}
          </p>
          {!isSiteTaken(phone) && (
            <>
              <DueRounds phone={phone} {...beginning} />
              <RouteList routes={routes} {...beginning} />
            </>
          )}
          <EndedRounds phone={phone} />
          {hasOrders && <ButtonLink href="#/orders">{t('briefing.orders')}</ButtonLink>}
          {shift.round === null && <ButtonLink href="#/leave">{t('duty.end')}</ButtonLink>}
        </>
      )}
    </Screen>
  );
}

function Actions({ shift, fault }: { readonly shift: Shift; readonly fault: string | null }) {
  return (
    <>
      {fault !== null && <Notice tone="missed">{fault}</Notice>}
      {shift.round !== null && (
        <ButtonLink href="#/round" kind="primary">
          <IconRoute size={26} aria-hidden />
          {t('home.continue')}
        </ButtonLink>
      )}
      {shift.duty !== null && (
        <ButtonLink href="#/incident">
          <IconAlertTriangle size={24} aria-hidden />
          {t('incident.title')}
        </ButtonLink>
      )}
    </>
  );
}

interface RouteListProps {
  readonly routes: readonly PlannedRoute[];
  readonly isBusy: boolean;
  /** Null while a round is under way. */
  readonly onBegin: ((route: PlannedRoute) => void) | null;
}

function RouteList({ routes, isBusy, onBegin }: RouteListProps) {
  return (
    <section aria-labelledby="routes" className={controls.field}>
      <h2 id="routes" className={controls.label}>
        {t('home.routes')}
      </h2>
      {routes.length === 0 && <Notice>{t('home.noRoutes')}</Notice>}
      <ul className={controls.field}>
        {routes.map((route) => {
          const row = {
            title: route.routeName,
            detail: t('home.points', { count: pointsOf(route) }),
            icon: <IconRoute size={26} aria-hidden />,
          };
          return (
            <li key={route.routeVersionId}>
              {onBegin === null ? (
                <Row {...row} />
              ) : (
                <RowButton {...row} aside={t('home.begin')} isBusy={isBusy} onPress={() => onBegin(route)} />
              )}
            </li>
          );
        })}
      </ul>
    </section>
  );
}

/** Which of the refused ones would have completed it, only the office can tell. */
function whatOf({ missed, elsewhere = 0 }: Shift['ended'][number], refused: number): string {
  if (missed === 0 && refused === 0) return t('home.complete');
  return [
    ...(missed > 0 ? [t('home.missed', { count: missed })] : []),
    ...(elsewhere > 0 ? [t('home.elsewhere', { count: elsewhere })] : []),
    ...(refused > 0 ? [t('outbox.refusedCount', { count: refused })] : []),
  ].join(' · ');
}

function EndedRounds({ phone }: { readonly phone: Phone }) {
  const { shift, refused } = phone;
  if (shift.ended.length === 0) return null;
  return (
    <section aria-labelledby="ended" className={controls.field}>
      <h2 id="ended" className={controls.label}>
        {t('home.ended')}
      </h2>
      <ul className={controls.field}>
        {shift.ended.toReversed().map((round) => (
          <li key={round.id}>
            <Row
              title={round.routeName}
              detail={`${siteTime(round.endedAtMs, phone, round)} · ${whatOf(round, scansOf(refused, round.id).length)}`}
              icon={<IconHistory size={24} aria-hidden />}
            />
          </li>
        ))}
      </ul>
    </section>
  );
}
