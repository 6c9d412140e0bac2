import type { RoundDetails } from '@watchpost/contract/scanned-checkpoints';
import { useSession } from '../../lib/current-session.ts';
import { t } from '../../lib/labels.ts';
import { RecordLink } from '../../lib/record-link.tsx';
import { dueRoundHref, guardHref, routeHref, siteHref } from '../../lib/record-links.ts';
import { Card } from '../../ui/display/card.tsx';
import { Fact, Facts } from '../../ui/display/facts.tsx';
import { NameLine } from '../../ui/display/name-line.tsx';
import { guardName, RoundStatus, ScannedOf, SiteTime } from '../../lib/rounds/round-cells.tsx';
import { FormerIdFact } from '../../records/former-id-fact.tsx';
import styles from './round-head.module.css';
import type { RoundPoint } from './round-points.ts';
import { TrustScore } from '../../lib/rounds/trust-mark.tsx';
import { useZoneChoice } from '../../lib/rounds/shown-zone.ts';
import { durationText } from '../../lib/rounds/round-texts.ts';

interface RoundHeadProps {
  readonly details: RoundDetails;
  readonly points: readonly RoundPoint[];
  /** When the facts were loaded; a round still walked has lasted until then. */
  readonly loadedAtMs: number;
}

/** Who walked, where, when and how much of it. */
export function RoundHead({ details, points, loadedAtMs }: RoundHeadProps) {
  const { round } = details;
  const zone = round.siteTimeZone;
  const flagged = points.filter(({ state }) => state === 'flagged').length;
  return (
    <Card>
      <NameLine
        name={
          <RecordLink group="GUARDS" href={guardHref(round.scannedById)}>
            {guardName(round)}
          </RecordLink>
        }
      >
        <span className={styles.quiet}>{round.employeeId}</span>
        <RoundStatus code={round.statusCode} />
      </NameLine>
      <Facts>
        <Fact label={t('round.site')}>
          <RecordLink group="SITES" href={siteHref(round.subAdminId)}>
            {round.siteName}
          </RecordLink>
        </Fact>
        <Fact label={t('round.route')}>
          <RouteName details={details} />
          <span className={styles.quiet}>
            {t(details.isFixedOrder ? 'round.fixedOrder' : 'round.freeOrder')}
          </span>
        </Fact>
        <Fact label={t('round.started')}>
          <SiteTime atMs={round.scannedStartTime} zone={zone} hasAge phoneAtMs={details.phoneStartedAtMs} />
        </Fact>
        <Fact label={t('round.ended')}>
          <Ended details={details} />
        </Fact>
        <Fact label={t('round.duration')}>{lastedText(details, loadedAtMs)}</Fact>
        <Fact label={t('round.scanned')}>
          <ScannedOf scanned={round.scannedCheckPoints} total={round.totalCheckPoints} />
          {flagged > 0 && <span className={styles.quiet}>{t('round.doubts', { count: flagged })}</span>}
        </Fact>
        <Fact label={t('trust.scoreRound')}>
          <TrustScore score={details.score} />
        </Fact>
        {details.sentLate !== null && <LateArrival sentLate={details.sentLate} zone={zone} />}
        <FormerIdFact formerId={details.imported?.formerId} />
      </Facts>
      {details.imported?.hasScans === false && <p className={styles.quiet}>{t('round.scansNotExported')}</p>}
    </Card>
  );
}

interface LateProps {
  readonly sentLate: NonNullable<RoundDetails['sentLate']>;
  readonly zone: string;
}

/** When it arrived, and whether it counts for its due round. */
function LateArrival({ sentLate: { arrivedAtMs, due }, zone }: LateProps) {
  const maySeeTours = useSession((session) => session.canView('PATROL_TOURS'));
  const shown = useZoneChoice();
  return (
    <Fact label={t('trust.sentLateArrived')}>
      <SiteTime atMs={arrivedAtMs} zone={zone} hasAge />
      {due?.isOpen === true && <span className={styles.quiet}>{t('trust.notAccepted')}</span>}
      {due !== null && maySeeTours && <a href={dueRoundHref(due.id, shown)}>{t('trust.dueRound')}</a>}
    </Fact>
  );
}

function Ended({ details: { round, phoneEndedAtMs } }: Pick<RoundHeadProps, 'details'>) {
  const { scannedEndTime, siteTimeZone } = round;
  if (scannedEndTime === null) return t('rounds.notEnded');
  return <SiteTime atMs={scannedEndTime} zone={siteTimeZone} hasAge phoneAtMs={phoneEndedAtMs} />;
}

/** Nothing for a round whose start never arrived, which names no route. */
function RouteName({ details: { routeId, routeName } }: Pick<RoundHeadProps, 'details'>) {
  if (routeId === null) return null;
  return (
    <RecordLink group="PATROL_ROUTES" href={routeHref(routeId)}>
      {routeName}
    </RecordLink>
  );
}

function lastedText({ round }: RoundDetails, loadedAtMs: number): string {
  const { scannedStartTime, scannedEndTime } = round;
  if (scannedEndTime !== null) return durationText(scannedEndTime - scannedStartTime);
  return t('round.soFar', { duration: durationText(loadedAtMs - scannedStartTime) });
}
