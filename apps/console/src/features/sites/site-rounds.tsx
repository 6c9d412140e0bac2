// How the rounds of a site went: each figure shows the rounds behind it, the report has all of them.
import type { SiteDetails, SiteRound } from '@watchpost/contract/site-details';
import { roundStatus } from '@watchpost/domain/round-status';
import { siteComplianceDays } from '@watchpost/domain/site-details';
import { useState } from 'react';
import { t } from '../../lib/labels.ts';
import { RoundStatus, ScannedOf, SiteTime } from '../../lib/rounds/round-cells.tsx';
import { Card } from '../../ui/display/card.tsx';
import styles from './site-details.module.css';

const statuses = [
  ['sites.roundsAll', 'rounds', null],
  ['sites.roundsCompleted', 'completed', roundStatus.completed],
  ['sites.roundsIncompleted', 'incompleted', roundStatus.incompleted],
  ['sites.roundsInProgress', 'inProgress', roundStatus.inProgress],
] as const;

const rowsShown = 10;

export function SiteRoundsCard({ site, rounds }: SiteDetails) {
  const [status, setStatus] = useState<number | null>(null);
  const title = t('sites.rounds', { days: siteComplianceDays });
  if (rounds === null) {
    return (
      <Card title={title}>
        <p className={styles.quiet}>{t('sites.hiddenFromYou')}</p>
      </Card>
    );
  }
  const shown = rounds.last
    .filter(({ statusCode }) => status === null || statusCode === status)
    .slice(0, rowsShown);
  const ended = rounds.completed + rounds.incompleted;
  const report = new URLSearchParams({ site: site.id, from: rounds.from, to: rounds.to });
  return (
    <Card
      title={title}
      actions={
        ended > 0 && (
          <strong>{t('sites.compliance', { percent: Math.floor((100 * rounds.completed) / ended) })}</strong>
        )
      }
      isFlush
    >
      <div className={styles.figures}>
        {statuses.map(([key, figure, code]) => (
          <button key={key} type="button" aria-pressed={status === code} onClick={() => setStatus(code)}>
            <span className={styles.figure}>{rounds[figure]}</span>
            <span className={styles.quiet}>{t(key)}</span>
          </button>
        ))}
      </div>
      {shown.length === 0 ? (
        <p className={styles.none}>{t('sites.noRounds')}</p>
      ) : (
        <RoundTable rounds={shown} zone={site.timeZone} />
      )}
      {rounds.rounds > 0 && (
        <div className={styles.more}>
          <a href={`#/patrolling-reports/scanned-checkpoints?${report}`}>
            {t('sites.openReport', { count: rounds.rounds })}
          </a>
        </div>
      )}
    </Card>
  );
}

function RoundTable({ rounds, zone }: { readonly rounds: readonly SiteRound[]; readonly zone: string }) {
  return (
    <div className={styles.scroll}>
      <table className={styles.table} aria-label={t('sites.lastRounds')}>
        <thead>
          <tr>
            <th scope="col">{t('sites.roundStart')}</th>
            <th scope="col">{t('sites.roundGuard')}</th>
            <th scope="col">{t('sites.roundRoute')}</th>
            <th scope="col">{t('sites.roundScanned')}</th>
            <th scope="col">{t('sites.roundStatus')}</th>
          </tr>
        </thead>
        <tbody>
          {rounds.map((round) => (
            <tr key={round.id}>
              <td>
                <a href={`#/patrolling-reports/scanned-checkpoints-details?id=${round.id}`}>
                  <SiteTime atMs={round.startedAtMs} zone={zone} />
                </a>
              </td>
              <td>{round.guardName}</td>
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
