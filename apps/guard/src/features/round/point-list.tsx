import {
  IconCircle,
  IconCircleCheckFilled,
  IconCircleDot,
  IconCircleX,
  IconDeviceMobileUp,
  IconHelpCircle,
} from '@tabler/icons-react';
import { serverTimeOf } from '../../lib/device-time.ts';
import { t } from '../../lib/labels.ts';
import { clockTime } from '../../lib/times.ts';
import type { Phone } from '../../outbox/phone.ts';
import type { PlannedPoint } from '../../outbox/records.ts';
import { scanStatusesOf, type PointStatus } from '../../outbox/scan-statuses.ts';
import type { WalkedRound } from '../../outbox/shift.ts';
import controls from '../../ui/controls.module.css';
import styles from './round-page.module.css';

interface PointListProps {
  readonly phone: Phone;
  readonly round: WalkedRound;
  readonly nextId: string | null;
}

export function PointList({ phone, round, nextId }: PointListProps) {
  const statuses = scanStatusesOf(round, phone);
  return (
    <ol className={styles.points} aria-label={t('round.points')}>
      {round.route.checkpoints.map((point, index) => (
        <PointLine
          key={`${point.checkpointId} ${index}`}
          point={point}
          made={statuses.get(point.checkpointId) ?? null}
          isNext={point.checkpointId === nextId}
          timeZone={round.route.siteTimeZone}
        />
      ))}
    </ol>
  );
}

interface PointLineProps {
  readonly point: PlannedPoint;
  readonly made: PointStatus | null;
  readonly isNext: boolean;
  readonly timeZone: string;
}

function PointLine({ point, made, isNext, timeZone }: PointLineProps) {
  const at = made === null ? '' : clockTime(serverTimeOf(made.atMs, made), timeZone);
  const texts = {
    open: t('round.open'),
    next: t('round.isNext'),
    waiting: t('round.isWaiting', { at }),
    unconfirmed: t('round.isUnconfirmed', { at }),
    taken: at,
    refused: t('round.isRefused', { at }),
  };
  const state = made?.status ?? (isNext ? 'next' : 'open');
  const Icon = icons[state];
  return (
    <li className={styles.point} data-state={state}>
      <Icon size={24} aria-hidden />
      <span className={styles.name}>{point.name}</span>
      <span className={controls.quiet}>{texts[state]}</span>
    </li>
  );
}

const icons = {
  open: IconCircle,
  next: IconCircleDot,
  waiting: IconDeviceMobileUp,
  unconfirmed: IconHelpCircle,
  taken: IconCircleCheckFilled,
  refused: IconCircleX,
};
