// How kinds, severities, statuses, ages and reasons of exceptions read and look.
import type { ExceptionRow } from '@watchpost/contract/exceptions';
import type {
  ExceptionAgeState,
  ExceptionKind,
  ExceptionOutcome,
  ExceptionReason,
  ExceptionSeverity,
  ExceptionStatus,
} from '@watchpost/domain/exceptions';
import {
  IconCircleDashed,
  IconClockExclamation,
  IconHandGrab,
  IconListCheck,
  IconRouteX,
  IconShieldQuestion,
  IconUser,
} from '@tabler/icons-react';
import { t } from '../../lib/labels.ts';
import { Age } from '../../lib/rounds/age.tsx';
import { inZone } from '../../lib/record-links.ts';
import type { ZoneChoice } from '../../lib/rounds/shown-zone.ts';
import { durationText } from '../../lib/rounds/round-texts.ts';
import { classNames } from '../../ui/class-names.ts';
import { SeverityBadge } from '../../ui/display/severity-badge.tsx';
import { StatusBadge } from '../../ui/display/status-badge.tsx';
import styles from './exceptions.module.css';

export const kindText = (kind: ExceptionKind): string => t(`exceptions.kind.${kind}`);
export const severityText = (severity: ExceptionSeverity): string => t(`exceptions.severity.${severity}`);
export const statusText = (status: ExceptionStatus): string => t(`exceptions.status.${status}`);
export const outcomeText = (outcome: ExceptionOutcome): string => t(`exceptions.outcome.${outcome}`);
export const ageText = (age: ExceptionAgeState): string => t(`exceptions.age.${age}`);

/** The fact itself, or what a scan was doubted for. */
export function reasonText(reason: ExceptionReason): string {
  if (reason === 'missed' || reason === 'late' || reason === 'incomplete') {
    return t(`exceptions.reason.${reason}`);
  }
  return t(`trust.${reason}`);
}

const kindIcons = {
  missed: IconRouteX,
  late: IconClockExclamation,
  incomplete: IconListCheck,
  flagged: IconShieldQuestion,
} as const;

export function Kind({ kind }: { readonly kind: ExceptionKind }) {
  const Icon = kindIcons[kind];
  return (
    <span className={styles.kind}>
      <Icon size={16} stroke={1.75} aria-hidden />
      {kindText(kind)}
    </span>
  );
}

export function ExceptionSeverityBadge({ severity }: { readonly severity: ExceptionSeverity }) {
  return <SeverityBadge severity={severity}>{severityText(severity)}</SeverityBadge>;
}

export function ExceptionStatusBadge({ status }: { readonly status: ExceptionStatus }) {
  if (status === 'closed') return <StatusBadge meaning="good">{statusText(status)}</StatusBadge>;
  const Icon = status === 'open' ? IconCircleDashed : IconHandGrab;
  return (
    <StatusBadge
      meaning={status === 'open' ? 'missed' : 'unknown'}
      icon={<Icon size={14} stroke={2} aria-hidden />}
    >
      {statusText(status)}
    </StatusBadge>
  );
}

/** How long it has waited, and louder the longer; of a closed one how long closing took. */
export function AgeCell({ row }: { readonly row: ExceptionRow }) {
  const { age, openedAtMs, closedAtMs } = row;
  if (age === null) {
    return (
      <span className={styles.quiet}>
        {closedAtMs === null ? '' : t('exceptions.closedIn', { time: durationText(closedAtMs - openedAtMs) })}
      </span>
    );
  }
  return (
    <span className={classNames(styles.age, styles[age])} title={ageText(age)}>
      {age !== 'fresh' && <IconClockExclamation size={14} stroke={2} aria-hidden />}
      <Age atMs={openedAtMs} />
      {age === 'overdue' && <span className={styles.overdueWord}> {ageText(age)}</span>}
    </span>
  );
}

export function Owner({ owner }: Pick<ExceptionRow, 'owner'>) {
  if (owner === null) return <span className={styles.quiet}>{t('exceptions.nobody')}</span>;
  return (
    <span className={styles.kind}>
      <IconUser size={14} stroke={1.75} aria-hidden />
      {ownerText({ owner })}
    </span>
  );
}

export function ownerText({ owner }: Pick<ExceptionRow, 'owner'>): string {
  if (owner === null) return t('exceptions.nobody');
  return owner.isActive ? owner.name : t('exceptions.deactivatedOwner', { name: owner.name });
}

export const guardsText = ({ guards }: Pick<ExceptionRow, 'guards'>): string =>
  guards.length === 0 ? t('exceptions.anyGuard') : guards.map(({ name }) => name).join(', ');

/** E.g. 'Missed: Night walk, River Depot'. */
export function nameOf({ kind, routeName, siteName }: ExceptionRow): string {
  return `${kindText(kind)}: ${[routeName, siteName].filter((part) => part !== '').join(', ')}`;
}

/** What became of the round after all; null when nothing did. */
export function madeGoodText({ kind, madeGoodAtMs }: ExceptionRow): string | null {
  if (madeGoodAtMs === null) return null;
  if (kind === 'late') return t('exceptions.madeGood.late');
  return t(kind === 'missed' ? 'exceptions.madeGood.missed' : 'exceptions.madeGood.incomplete');
}

export const detailsHref = (id: string, zone: ZoneChoice): string =>
  inZone(`#/patrolling-reports/exceptions-details?id=${id}`, zone);
export const listHref = '#/patrolling-reports/exceptions';
