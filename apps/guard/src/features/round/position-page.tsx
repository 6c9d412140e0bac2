// Checks in at a checkpoint by staying there, where that counts: nothing has to hang there (TRUTH-01).
import { IconCurrentLocation, IconMapPin } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import { distanceMetres } from '@watchpost/domain/geo';
import { t } from '../../lib/labels.ts';
import { followPosition, usePositionRefused } from '../../lib/whereabouts.ts';
import type { Phone } from '../../outbox/phone.ts';
import { pointsTaking } from '../../outbox/point-methods.ts';
import type { Owner, PlannedPoint } from '../../outbox/records.ts';
import { missingPoints } from '../../outbox/round-progress.ts';
import type { WalkedRound } from '../../outbox/shift.ts';
import { Button, ButtonLink } from '../../ui/button.tsx';
import controls from '../../ui/controls.module.css';
import { Notice } from '../../ui/notice.tsx';
import { Progress } from '../../ui/progress.tsx';
import { Screen } from '../../ui/screen.tsx';
import { dwellMsOf, type Fix, type Stay, stayAfter } from './dwell.ts';
import styles from './round-page.module.css';
import { ScanFault } from './scan-fault.tsx';
import { ScanResult } from './scan-result.tsx';
import { type Read, useScan } from './use-scan.ts';
import { dwellNeededMs } from './what-was-read.ts';

interface PositionProps {
  readonly phone: Phone;
  readonly owner: Owner;
  readonly round: WalkedRound;
}

export function PositionPage({ phone, owner, round }: PositionProps) {
  const scan = useScan({ phone, owner, round });
  if (scan.state.kind === 'done') {
    return <ScanResult phone={phone} owner={owner} made={scan.state} round={round} onMore={scan.again} />;
  }
  return <Stays phone={phone} round={round} scan={scan} />;
}

/** So long a guard waits for a better position before the phone takes what there is. */
const patienceMs = 30_000;

interface StaysProps extends Pick<PositionProps, 'phone' | 'round'> {
  readonly scan: ReturnType<typeof useScan>;
}

function Stays({ phone, round, scan }: StaysProps) {
  const neededMs = dwellNeededMs(phone.plan);
  const { fix, stayOf } = useStays(pointsTaking(round.route.checkpoints, 'position'));
  const point = nearestOf(round, fix);
  const isRefused = usePositionRefused();
  const stay = point === null ? null : stayOf(point);
  const dwellMs = dwellMsOf(stay);
  return (
    <Screen
      title={t('position.title')}
      back={{ href: '#/round', label: t('back') }}
      actions={
        <>
          <ScanFault fault={scan.fault} />
          {point !== null && (
            <CheckIn
              point={point}
              isReady={stay !== null && dwellMs >= neededMs}
              isBusy={scan.state.kind === 'busy'}
              onCheckIn={() =>
                scan.record(checkInAt(point, { position: (stay?.last ?? fix)?.position ?? null, dwellMs }))
              }
            />
          )}
          <ButtonLink href="#/scan">{t('round.scan')}</ButtonLink>
        </>
      }
    >
      {isRefused && <Notice tone="late">{t('round.noPosition')}</Notice>}
      {point === null ? (
        <Notice>{t('position.none')}</Notice>
      ) : (
        <Whereabouts point={point} fix={fix} stay={stay} dwellMs={dwellMs} neededMs={neededMs} />
      )}
    </Screen>
  );
}

/** What the phone records of a check-in by position. */
const checkInAt = ({ checkpointId }: PlannedPoint, stay: Read['stay']) =>
  ({ checkpointId, method: 'position', atMs: Date.now(), isConfirmed: true, stay }) as const;

interface CheckInProps {
  readonly point: PlannedPoint;
  /** The phone stayed for long enough. */
  readonly isReady: boolean;
  readonly isBusy: boolean;
  readonly onCheckIn: () => void;
}

/** Checks in once the phone has stayed long enough. A guard who waited in vain may record the position as it is. */
function CheckIn({ point, isReady, isBusy, onCheckIn }: CheckInProps) {
  const isPatient = useIsPatient();
  return (
    <>
      <Button kind="primary" isBusy={!isReady || isBusy} onPress={onCheckIn}>
        <IconCurrentLocation size={26} aria-hidden />
        {isBusy ? t('scan.busy') : t('position.submit', { point: point.name })}
      </Button>
      {!isReady && !isPatient && (
        <Button onPress={onCheckIn} isBusy={isBusy}>
          {t('position.anyhow')}
        </Button>
      )}
    </>
  );
}

interface WhereaboutsProps {
  readonly point: PlannedPoint;
  readonly fix: Fix | null;
  readonly stay: Stay | null;
  readonly dwellMs: number;
  readonly neededMs: number;
}

function Whereabouts({ point, fix, stay, dwellMs, neededMs }: WhereaboutsProps) {
  const isReady = stay !== null && dwellMs >= neededMs;
  return (
    <>
      <section className={styles.next} aria-labelledby="at">
        <h2 id="at" className={controls.quiet}>
          <IconMapPin size={18} aria-hidden /> {t('position.at')}
        </h2>
        <strong>{point.name}</strong>
        <p>{positionText(point, fix, stay)}</p>
        {fix !== null && (
          <p className={controls.quiet}>
            {t('position.accuracy', {
              metres: Math.round(fix.position.accuracyMetres),
              limit: Math.round(point.radiusMetres),
            })}
          </p>
        )}
      </section>
      <Progress label={t('position.progress')} value={Math.min(dwellMs, neededMs)} max={neededMs} />
      <output>
        {isReady ? t('position.ready') : t('position.stay', { seconds: secondsLeft(neededMs - dwellMs) })}
      </output>
    </>
  );
}

const secondsLeft = (ms: number): number => Math.max(1, Math.ceil(ms / 1_000));

function positionText(point: PlannedPoint, fix: Fix | null, stay: Stay | null): string {
  if (fix === null) return t('position.looking');
  if (stay !== null) return t('position.inside');
  const metres = Math.round(distanceMetres(fix.position, point));
  if (metres <= point.radiusMetres) return t('position.vague');
  return t('position.away', { metres, radius: Math.round(point.radiusMetres) });
}

/** The last fix, and how long the phone has stayed at each of the checkpoints. */
function useStays(points: readonly PlannedPoint[]) {
  const [known, setKnown] = useState<{ fix: Fix | null; stays: ReadonlyMap<string, Stay> }>({
    fix: null,
    stays: new Map(),
  });
  const [followed] = useState(points);
  useEffect(
    () =>
      followPosition((position, at) => {
        const fix = { position, at };
        setKnown(({ stays }) => {
          const next = followed.flatMap((point) => {
            const stay = stayAfter(stays.get(point.checkpointId) ?? null, fix, point);
            return stay === null ? [] : [[point.checkpointId, stay] as const];
          });
          return { fix, stays: new Map(next) };
        });
      }),
    [followed],
  );
  return {
    fix: known.fix,
    stayOf: ({ checkpointId }: PlannedPoint) => known.stays.get(checkpointId) ?? null,
  };
}

/** Of those that are missing, or of all once none is. */
function nearestOf(round: WalkedRound, fix: Fix | null): PlannedPoint | null {
  const missing = pointsTaking(missingPoints(round), 'position');
  const points = missing.length > 0 ? missing : pointsTaking(round.route.checkpoints, 'position');
  const [first = null] = points;
  if (fix === null) return first;
  const away = (point: PlannedPoint) => distanceMetres(fix.position, point);
  return points.reduce<PlannedPoint | null>(
    (best, point) => (best === null || away(point) < away(best) ? point : best),
    null,
  );
}

function useIsPatient(): boolean {
  const [isPatient, setIsPatient] = useState(true);
  useEffect(() => {
    const timer = setTimeout(() => setIsPatient(false), patienceMs);
    return () => clearTimeout(timer);
  }, []);
  return isPatient;
}
