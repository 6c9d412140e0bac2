import {
  IconAlertTriangle,
  IconCurrentLocation,
  IconFlag,
  IconKeyboard,
  IconScan,
} from '@tabler/icons-react';
import { type ReactNode, useEffect } from 'react';
import { t } from '../../lib/labels.ts';
import { duration } from '../../lib/times.ts';
import { useNow } from '../../lib/use-now.ts';
import { usePositionRefused, watchPosition } from '../../lib/whereabouts.ts';
import { serverTimeOf } from '../../lib/device-time.ts';
import { openScans } from '../../outbox/briefing.ts';
import type { Phone } from '../../outbox/phone.ts';
import { hasUsualMethods, pointsTaking } from '../../outbox/point-methods.ts';
import { missingPoints, pointsOf } from '../../outbox/round-progress.ts';
import { countUnconfirmed } from '../../outbox/scan-statuses.ts';
import type { WalkedRound } from '../../outbox/shift.ts';
import { ButtonLink } from '../../ui/button.tsx';
import controls from '../../ui/controls.module.css';
import { Notice } from '../../ui/notice.tsx';
import { Progress } from '../../ui/progress.tsx';
import { Screen } from '../../ui/screen.tsx';
import { AllScanned } from './all-scanned.tsx';
import { methodsText } from './methods-text.ts';
import { PointList } from './point-list.tsx';
import styles from './round-page.module.css';
import { pointOf } from './what-was-read.ts';

interface RoundProps {
  readonly phone: Phone;
  readonly round: WalkedRound;
  readonly status: ReactNode;
}

export function RoundPage({ phone, round, status }: RoundProps) {
  useEffect(() => watchPosition(), []);
  const isPlaceless = usePositionRefused();
  const missing = missingPoints(round);
  const total = pointsOf(round.route);
  const [next] = missing;
  return (
    <Screen
      title={round.route.routeName}
      back={{ href: '#/home', label: t('back') }}
      actions={<Actions round={round} isComplete={next === undefined} />}
    >
      {status}
      {isPlaceless && <Notice tone="late">{t('round.noPosition')}</Notice>}
      <Elsewhere phone={phone} round={round} />
      <OpenQuestions round={round} />
      <Elapsed round={round} total={total} done={total - missing.length} />
      {next === undefined ? (
        <AllScanned unconfirmed={countUnconfirmed(round, phone)} />
      ) : (
        <section className={styles.next} aria-labelledby="next">
          <h2 id="next" className={controls.quiet}>
            {round.route.isFixedOrder ? t('round.next') : t('round.nextFree')}
          </h2>
          <strong>{next.name}</strong>
          {!hasUsualMethods(next) && (
            <p className={controls.quiet}>{t('round.counts', { methods: methodsText(next) })}</p>
          )}
          {next.instructions !== '' && <p>{next.instructions}</p>}
        </section>
      )}
      <PointList phone={phone} round={round} nextId={next?.checkpointId ?? null} />
      <ButtonLink href="#/incident">
        <IconAlertTriangle size={24} aria-hidden />
        {t('incident.title')}
      </ButtonLink>
    </Screen>
  );
}

/** What the server counts elsewhere than the phone did: the guard is to scan the right one. */
function Elsewhere({ phone, round }: Pick<RoundProps, 'phone' | 'round'>) {
  const nameOf = (id: string) => pointOf(id, round, phone.plan)?.name ?? t('scan.unknownPoint');
  const moved = round.scans.flatMap(({ id, checkpointId, claimedId }) =>
    claimedId === undefined ? [] : [{ id, point: nameOf(checkpointId), claimed: nameOf(claimedId) }],
  );
  return (
    <>
      {moved.map(({ id, ...names }) => (
        <Notice key={id} tone="late">
          {t('round.movedTo', names)}
        </Notice>
      ))}
      {(round.uncounted ?? []).map(({ id, claimedId }) => (
        <Notice key={id} tone="missed">
          {t('round.countedNowhere', { claimed: nameOf(claimedId) })}
        </Notice>
      ))}
    </>
  );
}

function OpenQuestions({ round }: { readonly round: WalkedRound }) {
  const [open] = openScans(round);
  if (open === undefined) return null;
  return <ButtonLink href="#/answer">{t('answers.open', { name: open.name })}</ButtonLink>;
}

function Actions({ round, isComplete }: { readonly round: WalkedRound; readonly isComplete: boolean }) {
  const { checkpoints } = round.route;
  const scan = (
    <ButtonLink href="#/scan" kind={isComplete ? 'quiet' : 'primary'}>
      <IconScan size={28} aria-hidden />
      {t('round.scan')}
    </ButtonLink>
  );
  const end = (
    <ButtonLink href="#/end" kind={isComplete ? 'primary' : 'quiet'}>
      <IconFlag size={24} aria-hidden />
      {t('round.end')}
    </ButtonLink>
  );
  const mayType = pointsTaking(checkpoints, 'typed').length > 0;
  return (
    <>
      {isComplete ? end : scan}
      {!isComplete && pointsTaking(checkpoints, 'position').length > 0 && (
        <ButtonLink href="#/position">
          <IconCurrentLocation size={24} aria-hidden />
          {t('round.position')}
        </ButtonLink>
      )}
      <div className={mayType ? styles.pair : undefined}>
        {mayType && (
          <ButtonLink href="#/type">
            <IconKeyboard size={24} aria-hidden />
            {t('round.type')}
          </ButtonLink>
        )}
        {isComplete ? scan : end}
      </div>
    </>
  );
}

function Elapsed({
  round,
  total,
  done,
}: {
  readonly round: WalkedRound;
  readonly total: number;
  readonly done: number;
}) {
  const nowMs = useNow();
  return (
    <div className={controls.field}>
      <div className={styles.figures}>
        <strong>{t('round.progress', { done, total })}</strong>
        <span className={controls.quiet}>
          {t('round.elapsed', { time: duration(nowMs - serverTimeOf(round.startedAtMs, round)) })}
        </span>
      </div>
      <Progress label={t('round.progressLabel')} value={done} max={total} />
    </div>
  );
}
