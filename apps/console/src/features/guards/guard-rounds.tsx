// A guard's last rounds, how they went, and what is doubted about their scans.
import type { GuardDetails, GuardRound } from '@watchpost/contract/guards';
import { guardDetailsDays, lastRoundsShown } from '@watchpost/domain/guards';
import { roundStatus } from '@watchpost/domain/round-status';
import { useState } from 'react';
import { t } from '../../lib/labels.ts';
import { RoundStatus, ScannedOf, SiteTime } from '../../lib/rounds/round-cells.tsx';
import { wallClock } from '../../lib/rounds/round-times.ts';
import { Button } from '../../ui/actions/button.tsx';
import { Card } from '../../ui/display/card.tsx';
import styles from './guard-details.module.css';

const roundHref = ({ id }: GuardRound): string => `#/patrolling-reports/scanned-checkpoints-details?id=${id}`;

interface RoundsProps {
  readonly rounds: GuardDetails['rounds'];
}

const statuses = [
  ['guards.roundsAll', null],
  ['guards.roundsCompleted', roundStatus.completed],
  ['guards.roundsIncompleted', roundStatus.incompleted],
  ['guards.roundsInProgress', roundStatus.inProgress],
] as const;

/** Each figure shows the rounds that it counts. */
export function GuardRounds({ rounds }: RoundsProps) {
  const [status, setStatus] = useState<number | null>(null);
  const [isWhole, setIsWhole] = useState(false);
  const title = t('guards.rounds', { days: guardDetailsDays });
  if (rounds === null) return <Hidden title={title} />;
  const withStatus = (code: number | null) =>
    code === null ? rounds.list : rounds.list.filter(({ statusCode }) => statusCode === code);
  const found = withStatus(status);
  return (
    <Card title={title} isFlush>
      <div className={styles.figures}>
        {statuses.map(([key, code]) => (
          <button key={key} type="button" aria-pressed={status === code} onClick={() => setStatus(code)}>
            <span className={styles.figure}>{withStatus(code).length}</span>
            <span className={styles.quiet}>{t(key)}</span>
          </button>
        ))}
      </div>
      {found.length === 0 ? (
        <p className={styles.none}>{t('guards.noRounds')}</p>
      ) : (
        <RoundTable rounds={isWhole ? found : found.slice(0, lastRoundsShown)} />
      )}
      {!isWhole && found.length > lastRoundsShown && (
        <div className={styles.more}>
          <Button size="small" onClick={() => setIsWhole(true)}>
            {t('guards.showAllRounds', { count: found.length })}
          </Button>
        </div>
      )}
    </Card>
  );
}

function RoundTable({ rounds }: { readonly rounds: readonly GuardRound[] }) {
  return (
    <div className={styles.scroll}>
      <table className={styles.table} aria-label={t('guards.lastRounds')}>
        <thead>
          <tr>
            <th scope="col">{t('guards.roundStart')}</th>
            <th scope="col">{t('records.site')}</th>
            <th scope="col">{t('guards.roundRoute')}</th>
            <th scope="col">{t('guards.roundScanned')}</th>
            <th scope="col">{t('guards.roundStatus')}</th>
          </tr>
        </thead>
        <tbody>
          {rounds.map((round) => (
            <tr key={round.id}>
              <td>
                <a href={roundHref(round)}>
                  <SiteTime atMs={round.startedAtMs} zone={round.siteTimeZone} />
                </a>
              </td>
              <td>{round.siteName}</td>
              <td>{round.routeName}</td>
              <td>
                <ScannedOf scanned={round.scannedCheckPoints} total={round.totalCheckPoints} />
              </td>
              <td>
                <RoundStatus code={round.statusCode} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

/** By kind; each opens the rounds behind it. */
export function GuardDoubts({ rounds }: RoundsProps) {
  const title = t('guards.doubts');
  if (rounds === null) return null;
  if (rounds.doubts.length === 0) {
    return (
      <Card title={title}>
        <p className={styles.quiet}>{t('guards.noDoubts')}</p>
      </Card>
    );
  }
  return (
    <Card title={title} isFlush>
      {rounds.doubts.map(({ flag, scans, roundIds }) => (
        <details key={flag} className={styles.doubt}>
          <summary>
            <strong>{t(`trust.${flag}`)}</strong>
            <span className={styles.quiet}>
              {t('guards.doubtScans', { count: scans })} {t('guards.doubtRounds', { count: roundIds.length })}
            </span>
          </summary>
          <ul className={styles.behind}>
            {rounds.list
              .filter(({ id }) => roundIds.includes(id))
              .map((round) => (
                <li key={round.id}>
                  <a href={roundHref(round)}>{wallClock(round.startedAtMs, round.siteTimeZone)}</a>{' '}
                  <span className={styles.quiet}>{round.siteName}</span>
                </li>
              ))}
          </ul>
        </details>
      ))}
    </Card>
  );
}

export function Hidden({ title }: { readonly title: string }) {
  return (
    <Card title={title}>
      <p className={styles.quiet}>{t('guards.hiddenFromYou')}</p>
    </Card>
  );
}
