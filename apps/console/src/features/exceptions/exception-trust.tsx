// How far the round of an exception is to be trusted, and each scan that has a reason to check, as on the round's own page.
import type { RoundDetails, TimelinePoint } from '@watchpost/contract/scanned-checkpoints';
import { fullTrust } from '@watchpost/domain/trust-score';
import { useSession } from '../../lib/current-session.ts';
import { t } from '../../lib/labels.ts';
import { FlagList } from '../../lib/rounds/flag-list.tsx';
import { SiteTime } from '../../lib/rounds/round-cells.tsx';
import { TrustScore } from '../../lib/rounds/trust-mark.tsx';
import { flagReasonsOf } from '../../lib/rounds/flag-reasons.ts';
import { UncountedReasons } from '../../lib/rounds/uncounted-scan.tsx';
import { useRound } from '../../lib/rounds/use-round.ts';
import { Loaded } from '../../records/loaded.tsx';
import { Card } from '../../ui/display/card.tsx';
import styles from './exception-trust.module.css';

interface TrustProps {
  readonly roundId: string;
  readonly zone: string;
}

/** Nothing for the person who may not see rounds. */
export function ExceptionTrust({ roundId, zone }: TrustProps) {
  const maySeeRound = useSession((session) => session.hasAccessTo('SCANNED_CHECKPOINTS', 'details'));
  const query = useRound(roundId, maySeeRound);
  if (!maySeeRound) return null;
  return (
    <Card
      title={t('trust.scoreRound')}
      actions={query.data !== undefined && <TrustScore score={query.data.score} />}
    >
      <Loaded query={query} height={48}>
        {(round) => <Flagged {...round} zone={zone} />}
      </Loaded>
    </Card>
  );
}

interface FlaggedProps extends Pick<RoundDetails, 'points' | 'uncounted'> {
  readonly zone: string;
}

function Flagged({ points, uncounted, zone }: FlaggedProps) {
  const flagged = points.flatMap(flaggedScan);
  return (
    <>
      {flagged.length + uncounted.length === 0 ? (
        <p className={styles.quiet}>{t('exceptions.noDoubts')}</p>
      ) : (
        <ul className={styles.doubted}>
          {flagged.map(({ checkpointId, name, scan, flags }) => (
            <li key={checkpointId}>
              <div className={styles.head}>
                <strong>{name}</strong>
                <span className={styles.quiet}>
                  <SiteTime atMs={scan.deviceAtMs} zone={zone} />
                </span>
                {scan.score < fullTrust && (
                  <span className={styles.quiet}>
                    {t('trust.score')}: {t('trust.scoreOf', { score: scan.score })}
                  </span>
                )}
              </div>
              <FlagList flags={flags} />
            </li>
          ))}
          {uncounted.map((scan) => (
            <li key={scan.id}>
              <div className={styles.head}>
                <strong>{scan.claimedName}</strong>
                <span className={styles.quiet}>
                  <SiteTime atMs={scan.deviceAtMs} zone={zone} />
                </span>
                <span className={styles.quiet}>{t('round.uncounted')}</span>
              </div>
              <UncountedReasons scan={scan} />
            </li>
          ))}
        </ul>
      )}
    </>
  );
}

function flaggedScan(point: TimelinePoint) {
  const { checkpointId, name, scan } = point;
  if (scan === null || scan.doubts.length === 0) return [];
  return [{ checkpointId, name, scan, flags: flagReasonsOf({ ...point, scan }) }];
}
