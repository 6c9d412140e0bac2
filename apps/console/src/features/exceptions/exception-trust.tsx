// How far the round of an exception is to be trusted, and each scan that has a reason to check, as on the round's own page.
import type { TimelinePoint } from '@watchpost/contract/scanned-checkpoints';
import { fullTrust } from '@watchpost/domain/trust-score';
import { useSession } from '../../lib/current-session.ts';
import { t } from '../../lib/labels.ts';
import { DoubtList } from '../../lib/rounds/doubt-list.tsx';
import { SiteTime } from '../../lib/rounds/round-cells.tsx';
import { TrustScore } from '../../lib/rounds/trust-mark.tsx';
import { doubtsOf } from '../../lib/rounds/trust-words.ts';
import { useRound } from '../../lib/rounds/use-round.ts';
import { Card } from '../../ui/display/card.tsx';
import styles from './exception-trust.module.css';

interface TrustProps {
  readonly roundId: string;
  readonly zone: string;
}

/** Nothing for whoever may not see rounds. */
export function ExceptionTrust({ roundId, zone }: TrustProps) {
  const maySeeRound = useSession((session) => session.hasAccessTo('SCANNED_CHECKPOINTS', 'details'));
  const { data } = useRound(roundId, maySeeRound);
  if (data === undefined || !maySeeRound) return null;
  const doubted = data.points.flatMap(doubtedScan);
  return (
    <Card title={t('trust.scoreRound')} actions={<TrustScore score={data.score} />}>
      {doubted.length === 0 ? (
        <p className={styles.quiet}>{t('exceptions.noDoubts')}</p>
      ) : (
        <ul className={styles.doubted}>
          {doubted.map(({ checkpointId, name, scan, doubts }) => (
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
              <DoubtList doubts={doubts} />
            </li>
          ))}
        </ul>
      )}
    </Card>
  );
}

function doubtedScan(point: TimelinePoint) {
  const { checkpointId, name, scan } = point;
  if (scan === null || scan.doubts.length === 0) return [];
  return [{ checkpointId, name, scan, doubts: doubtsOf({ ...point, scan }) }];
}
