// The lists of the board: guards on duty, rounds under way, what was scanned last, incidents.
import type {
  BoardIncident,
  BoardScan,
  GuardOnDuty,
  LateStart,
  LiveBoard,
  RoundUnderWay,
} from '@watchpost/contract/live-board';
import { activityOf } from '@watchpost/domain/live-board';
import { sosLateMs } from '@watchpost/domain/sos';
import { incidentTypeText } from '../../lib/incident-type.ts';
import { t } from '../../lib/labels.ts';
import { SeverityBadge } from '../../ui/display/severity-badge.tsx';
import { RecordLink } from '../../lib/record-link.tsx';
import { dueRoundHref, guardHref, incidentHref, roundHref } from '../../lib/record-links.ts';
import { StatusBadge } from '../../ui/display/status-badge.tsx';
import { Ago, useBoardNow } from './board-clock.tsx';
import { BoardPanel } from './board-panel.tsx';
import { SiteClock } from '../../lib/site-clock.tsx';
import styles from './live-board.module.css';
import { lateText, missedInText, spanText } from './span-texts.ts';

const activityMeaning = { active: 'good', idle: 'late', inactive: 'missed' } as const;

function LastScanOf({ guard: { lastScan, siteTimeZone } }: { readonly guard: GuardOnDuty }) {
  if (lastScan === null) return t('live.noScan');
  const { checkpointName: checkpoint, atMs } = lastScan;
  return (
    <SiteClock atMs={atMs} zone={siteTimeZone} write={(time) => t('live.lastScan', { checkpoint, time })} />
  );
}

function GuardRow({ guard }: { readonly guard: GuardOnDuty }) {
  const nowMs = useBoardNow();
  const activity = activityOf(guard.lastSignMs, nowMs);
  const span = spanText(nowMs - guard.lastSignMs);
  return (
    <li className={styles.row}>
      <span className={styles.main}>
        <RecordLink group="GUARDS" href={guardHref(guard.guardId)}>
          {guard.guardName}
        </RecordLink>
        <span className={styles.minor}>
          {guard.siteName} ·{' '}
          <SiteClock
            atMs={guard.sinceMs}
            zone={guard.siteTimeZone}
            write={(time) => t('live.since', { time })}
          />
        </span>
      </span>
      <span className={styles.when}>
        <StatusBadge meaning={activityMeaning[activity]}>
          {activity === 'active' ? t('live.lastSeen', { span }) : t(`live.${activity}For`, { span })}
        </StatusBadge>
        <span className={styles.minor}>
          <LastScanOf guard={guard} />
        </span>
      </span>
    </li>
  );
}

export function GuardsPanel({ guards }: { readonly guards: NonNullable<LiveBoard['guards']> }) {
  return (
    <BoardPanel
      title={t('live.guards')}
      count={guards.count}
      shown={guards.data.length}
      area={styles.guards}
      empty={t('live.noGuards')}
      note={
        guards.silent > 0 && (
          <StatusBadge meaning="missed">{t('live.silentCount', { count: guards.silent })}</StatusBadge>
        )
      }
    >
      {guards.data.map((guard) => (
        <GuardRow key={guard.guardId} guard={guard} />
      ))}
    </BoardPanel>
  );
}

function RoundRow({ round }: { readonly round: RoundUnderWay }) {
  const nowMs = useBoardNow();
  const { scanned, total, lateAtMs, nextCheckpoint, lastScanAtMs } = round;
  const isLate = lateAtMs !== null && nowMs >= lateAtMs;
  return (
    <li className={styles.row}>
      <span className={styles.main}>
        <RecordLink group="SCANNED_CHECKPOINTS" href={roundHref(round.id, 'site')}>
          {round.routeName}
        </RecordLink>
        <span className={styles.minor}>
          {round.guardName} · {round.siteName} ·{' '}
          <SiteClock
            atMs={round.startedAtMs}
            zone={round.siteTimeZone}
            write={(time) => t('live.since', { time })}
          />
        </span>
      </span>
      {isLate ? (
        <StatusBadge meaning="late">{lateText(nowMs - lateAtMs)}</StatusBadge>
      ) : (
        <span className={styles.minor}>
          {lastScanAtMs !== null && t('live.lastSeen', { span: spanText(nowMs - lastScanAtMs) })}
        </span>
      )}
      <span className={styles.progress}>
        <span>{t('live.progress', { scanned, total })}</span>
        <progress aria-hidden max={Math.max(1, total)} value={scanned} />
        <span className={styles.minor}>
          {nextCheckpoint === null ? t('live.allScanned') : t('live.next', { checkpoint: nextCheckpoint })}
        </span>
      </span>
    </li>
  );
}

export function RoundsPanel({ rounds }: { readonly rounds: NonNullable<LiveBoard['rounds']> }) {
  return (
    <BoardPanel
      title={t('live.rounds')}
      count={rounds.count}
      shown={rounds.data.length}
      area={styles.rounds}
      empty={t('live.noRounds')}
      note={
        rounds.late > 0 && (
          <StatusBadge meaning="late">{t('live.lateCount', { count: rounds.late })}</StatusBadge>
        )
      }
    >
      {rounds.data.map((round) => (
        <RoundRow key={round.id} round={round} />
      ))}
    </BoardPanel>
  );
}

function LateRow({ due }: { readonly due: LateStart }) {
  const nowMs = useBoardNow();
  return (
    <li className={styles.row}>
      <span className={styles.main}>
        <RecordLink group="PATROL_TOURS" href={dueRoundHref(due.id, 'site')}>
          {due.routeName}
        </RecordLink>
        <span className={styles.minor}>
          {due.siteName} ·{' '}
          <SiteClock atMs={due.dueAtMs} zone={due.siteTimeZone} write={(time) => t('live.dueAt', { time })} />
        </span>
      </span>
      <StatusBadge meaning="late">{missedInText(due.missedAtMs - nowMs)}</StatusBadge>
    </li>
  );
}

export function LateStartsPanel({
  lateStarts,
}: {
  readonly lateStarts: NonNullable<LiveBoard['lateStarts']>;
}) {
  return (
    <BoardPanel
      title={t('live.lateStarts')}
      count={lateStarts.count}
      shown={lateStarts.data.length}
      area={styles.lateStarts}
      empty={t('live.noLateStarts')}
    >
      {lateStarts.data.map((due) => (
        <LateRow key={due.id} due={due} />
      ))}
    </BoardPanel>
  );
}

function ScanRow({ scan }: { readonly scan: BoardScan }) {
  const isOld = scan.receivedAtMs - scan.atMs > sosLateMs;
  return (
    <li className={styles.row}>
      <span className={styles.main}>
        <RecordLink group="SCANNED_CHECKPOINTS" href={roundHref(scan.roundId, 'site')}>
          {scan.checkpointName}
        </RecordLink>
        <span className={styles.minor}>
          {scan.guardName} · {scan.siteName}
        </span>
      </span>
      {scan.flags.length > 0 && (
        <span className={styles.flags}>
          {scan.flags.map((flag) => (
            <StatusBadge key={flag} meaning="late">
              {t(`trust.${flag}`)}
            </StatusBadge>
          ))}
        </span>
      )}
      <span className={styles.when}>
        <SiteClock atMs={scan.atMs} zone={scan.siteTimeZone} />
        <span className={styles.minor}>
          {isOld ? (
            <SiteClock
              atMs={scan.receivedAtMs}
              zone={scan.siteTimeZone}
              write={(time) => t('live.arrived', { time })}
            />
          ) : (
            <Ago atMs={scan.atMs} />
          )}
        </span>
      </span>
    </li>
  );
}

export function ScansPanel({ scans }: { readonly scans: readonly BoardScan[] }) {
  return (
    <BoardPanel title={t('live.scans')} count={scans.length} area={styles.scans} empty={t('live.noScans')}>
      {scans.map((scan) => (
        <ScanRow key={scan.id} scan={scan} />
      ))}
    </BoardPanel>
  );
}

function IncidentRow({ incident }: { readonly incident: BoardIncident }) {
  const { type, severity, status } = incident;
  return (
    <li className={styles.row}>
      <span className={styles.main}>
        <RecordLink group="INCIDENTS" href={incidentHref(incident.id, 'site')}>
          {incidentTypeText(type)}
        </RecordLink>
        <span className={styles.minor}>
          {incident.siteName} · {t(`incidents.status.${status}`)}
        </span>
      </span>
      <SeverityBadge severity={severity}>{t(`incidents.severity.${severity}`)}</SeverityBadge>
      <span className={styles.when}>
        <span className={styles.minor}>
          <Ago atMs={incident.reportedAtMs} />
        </span>
      </span>
    </li>
  );
}

export function IncidentsPanel({ incidents }: { readonly incidents: NonNullable<LiveBoard['incidents']> }) {
  return (
    <BoardPanel
      title={t('live.incidents')}
      count={incidents.count}
      shown={incidents.data.length}
      area={styles.incidents}
      empty={t('sites.noIncidents')}
    >
      {incidents.data.map((incident) => (
        <IncidentRow key={incident.id} incident={incident} />
      ))}
    </BoardPanel>
  );
}
